import { createExternalData } from '../../tv/connection/external-data.ts'
import { SESSION_SOURCE } from '../../tv/connection/session-source.ts'
import type { InitialDisplay } from '../../tv/display.ts'
import type { StageData } from '../../tv/Stage.tsx'
import type { MediaModel } from '../media/media-model.ts'
import type { SettingsModel } from '../settings-model.ts'
import { createTestCall, SAMPLE_CURRENT, SAMPLE_HISTORY } from './test-call.ts'

/**
 * The display as it would be with what is not saved yet. Its patients are invented, so that there is a name
 * in every colour at any hour; it announces nothing but test calls.
 */
export function createPreviewModel(first: InitialDisplay, desk: SettingsModel, media: MediaModel) {
  const outside = createExternalData({
    settings: () => desk.shown.value,
    prayerTimes: SESSION_SOURCE.prayerTimes,
    weather: SESSION_SOURCE.weather,
    first: first.prayerTimes,
    timeZone: first.timeZone,
  })
  const { showing, test } = createTestCall()
  const { now, timeZone, isDemo } = first

  return {
    /** Reads signals. */
    picture: (): StageData => ({
      settings: desk.shown.value,
      media: media.items.data.value,
      current: SAMPLE_CURRENT,
      history: SAMPLE_HISTORY,
      showing: showing.value,
      prayer: outside.prayer.value,
      sky: outside.sky.value,
      now,
      timeZone,
      isDemo,
    }),
    isTesting: () => showing.value !== null,
    test: () => void test(desk.shown.value),
    watch: outside.watch,
  }
}
