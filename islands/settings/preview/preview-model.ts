import { createExternalData } from '../../tv/connection/external-data.ts'
import { SESSION_SOURCE } from '../../tv/connection/session-source.ts'
import type { InitialDisplay } from '../../tv/display.ts'
import type { StageData } from '../../tv/Stage.tsx'
import type { MediaModel } from '../media/media-model.ts'
import type { SettingsModel } from '../settings-model.ts'
import { createTestCall, SAMPLE_CURRENT, SAMPLE_HISTORY } from './test-call.ts'

/** The display with unsaved settings and sample patients; it announces only test calls. */
export function createPreviewModel(
  initial: InitialDisplay,
  settings: SettingsModel,
  media: MediaModel,
) {
  const externalData = createExternalData({
    settings: () => settings.shown.value,
    prayerTimes: SESSION_SOURCE.prayerTimes,
    weather: SESSION_SOURCE.weather,
    first: initial.prayerTimes,
    timeZone: initial.timeZone,
  })
  const { showing, test } = createTestCall()
  const { now, timeZone, isDemo } = initial

  return {
    /** Reads signals. */
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
    }),
    isTesting: () => showing.value !== null,
    test: () => void test(settings.shown.value),
    watch: externalData.watch,
  }
}
