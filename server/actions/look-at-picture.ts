import { isOn } from '#clinic/paint'
import { forTv } from '#clinic/tv-patient'
import type { Clinic } from './clinic.ts'
import {
  lookAtCurrentCall,
  lookAtHistory,
  lookAtMedia,
  lookAtNewestCall,
  lookAtSettings,
} from './look.ts'
import { lookAtPrayerTimes } from './look-outside.ts'

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
