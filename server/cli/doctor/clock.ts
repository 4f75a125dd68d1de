import type { Inspection } from '#db/connection/inspect'
import { YEAR_MS } from '#domain/time'
import { BUILD } from '../../config/version.ts'
import { fail, pass } from './finding.ts'

const TOPIC = 'clock'
const SET = 'set it (Linux: timedatectl set-ntp true), then restart the program.'
const AHEAD_ADVICE = `If the clinic was not closed for so long, the clock is wrong: ${SET}`
const BEHIND_ADVICE = `If the clock is wrong, ${SET} If it is right now, the entry was made while it was ahead: nothing needs to be done.`
const TOLERANCE_MS = 60_000

export function checkClock(
  now: Date,
  inspection: Pick<Inspection, 'newest'> | null,
  builtAt = BUILD.builtAt,
) {
  const time = now.toISOString()
  const isBefore = (instant: string | null | undefined) =>
    instant != null && now.getTime() < Date.parse(instant) - TOLERANCE_MS
  if (isBefore(builtAt)) {
    return fail(
      TOPIC,
      `it says ${time}, but this program was built on ${builtAt}`,
      `The clock is wrong: ${SET}`,
    )
  }
  const newest = inspection?.newest ?? time
  const result = `it says ${time}, but the newest entry is from ${newest}`
  if (isBefore(newest)) return fail(TOPIC, result, BEHIND_ADVICE)
  if (now.getTime() - Date.parse(newest) > YEAR_MS) return fail(TOPIC, result, AHEAD_ADVICE)
  return pass(TOPIC, time)
}
