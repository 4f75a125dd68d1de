import { forTv } from '#domain/display/tv-patient'
import { isOn } from '#domain/settings/background'
import type { Clinic } from '../context.ts'
import { lookAtPrayerTimes } from './external.ts'
import {
  lookAtCurrentCall,
  lookAtHistory,
  lookAtMedia,
  lookAtNewestCall,
  lookAtSettings,
} from './queue.ts'

/** As many as any stage has rows for, and one that may be the current one by then. */
const FIRST_HISTORY = 6

/** All that a waiting room's display shows at this moment, so that its first picture is already whole. */
export async function lookAtPicture(clinic: Clinic) {
  const [current, history, settings, media, newestSequence] = await Promise.all([
    lookAtCurrentCall(clinic),
    lookAtHistory(clinic),
    lookAtSettings(clinic),
    lookAtMedia(clinic),
    lookAtNewestCall(clinic),
  ])
  const { timeZone, isDemo } = clinic
  return {
    current: current && forTv(current),
    history: history.slice(0, FIRST_HISTORY).map(forTv),
    settings,
    media,
    prayerTimes: isOn(settings, 'showPrayerTimes') ? await lookAtPrayerTimes(clinic) : null,
    newestSequence,
    now: clinic.now(),
    timeZone,
    isDemo,
  }
}
