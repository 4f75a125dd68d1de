import { type Signal, signal } from '@preact/signals-react'
import type { Location } from '#domain/display/location'
import type { Settings } from '#domain/settings-record'
import { toastError } from '../../data/toasts.ts'
import type { Announcement } from '../../tv/announcements/announcement-queue.ts'
import { createExternalData } from '../../tv/connection/external-data.ts'
import { SESSION_SOURCE } from '../../tv/connection/session-source.ts'
import type { InitialDisplay } from '../../tv/display.ts'
import type { StageData } from '../../tv/Stage.tsx'
import type { MediaModel } from '../media/media-model.ts'
import type { SettingsModel } from '../settings-model.ts'
import { SAMPLE_CURRENT, SAMPLE_HISTORY } from './sample-patients.ts'

/** The display with unsaved settings and sample patients; it announces only test calls. */
export function createPreviewModel(
  initial: InitialDisplay,
  settings: SettingsModel,
  media: MediaModel,
) {
  const externalData = createExternalData({
    // The server computes prayer times from the saved settings; only where and whether may be
    // unsaved.
    settings: () => {
      const {
        showPrayerTimes = '',
        showWeather = '',
        latitude = '',
        longitude = '',
      } = settings.shown.value
      const saved = settings.saved.data.value
      return { ...saved, showPrayerTimes, showWeather, latitude, longitude }
    },
    prayerTimes: createPrayerTimesLoad(),
    weather: SESSION_SOURCE.weather,
    first: initial.prayerTimes,
    timeZone: initial.timeZone,
  })
  const showing = signal<Announcement>(null)
  const { now, timeZone, isDemo, options, words } = initial

  return {
    stageData: (): StageData => ({
      settings: settings.shown.value,
      media: media.items.data.value,
      current: SAMPLE_CURRENT,
      history: SAMPLE_HISTORY,
      showing: showing.value,
      prayer: externalData.prayer.value,
      weatherState: externalData.weatherState.value,
      now,
      timeZone,
      isDemo,
      options,
      words,
    }),
    isTesting: () => showing.value !== null,
    test: () => void test(settings.shown.value, showing),
    watch: externalData.watch,
  }
}

/** Says so when prayer times cannot be loaded: once, not at every new attempt. */
function createPrayerTimesLoad() {
  let hasFailed = false
  return async (location: Location) => {
    try {
      const prayerTimes = await SESSION_SOURCE.prayerTimes(location)
      hasFailed = false
      return prayerTimes
    } catch (cause) {
      if (!hasFailed) toastError('Error', 'Failed to fetch prayer times')
      hasFailed = true
      throw cause
    }
  }
}

async function test(settings: Settings, showing: Signal<Announcement>) {
  const loaded = await import('./test-call.ts').catch(() => null)
  if (loaded) await loaded.playTestCall(settings, showing)
  else toastError('Error', 'Failed to play test sound. Please check audio settings.')
}
