import { openOutside } from '../../tv/connection/external-data.ts'
import { SIGNED_IN } from '../../tv/connection/session-source.ts'
import type { FirstPicture } from '../../tv/display.ts'
import type { Picture } from '../../tv/Stage.tsx'
import type { MediaDeskModel } from '../media/media-model.ts'
import type { SettingsDeskModel } from '../settings-model.ts'
import { SAMPLE_CURRENT, SAMPLE_HISTORY } from './sample-calls.ts'
import { openTestCall } from './test-call.ts'

/**
 * The display as it would be with what is not saved yet. Its patients are invented, so that there is a name
 * in every colour at any hour; it announces nothing but test calls.
 */
export function openPreview(first: FirstPicture, desk: SettingsDeskModel, media: MediaDeskModel) {
  const outside = openOutside({
    settings: () => desk.shown.value,
    prayerTimes: SIGNED_IN.prayerTimes,
    weather: SIGNED_IN.weather,
    first: first.prayerTimes,
    timeZone: first.timeZone,
  })
  const { showing, test } = openTestCall()
  const { now, timeZone, isDemo } = first

  return {
    /** Reads signals. */
    picture: (): Picture => ({
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
