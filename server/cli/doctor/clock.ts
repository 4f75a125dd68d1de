import type { Inspection } from '#db/connection/inspect'
import { BUILD } from '../../config/version.ts'
import { ok, problem } from './finding.ts'

const TOPIC = 'clock'
const ADVICE = 'Set the clock (Linux: timedatectl set-ntp true), then restart the program.'
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
    return problem(TOPIC, `it says ${time}, but this program was built on ${builtAt}`, ADVICE)
  }
  if (isBefore(inspection?.newest)) {
    const result = `it says ${time}, but the newest entry is from ${inspection?.newest}`
    return problem(TOPIC, result, ADVICE)
  }
  return ok(TOPIC, time)
}
