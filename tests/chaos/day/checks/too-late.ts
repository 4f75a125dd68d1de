import type { ClockChange } from '../program.ts'
import type { TooLate } from '../write-log.ts'
import { type Check, createCheck } from './compare-views.ts'
import type { Span } from './offline-spans.ts'

/** A device learns the new time from its next response. */
const LEARNS_TIME_WITHIN_MS = 15_000
/** A write that began while the device was offline is repeated with its deadline. */
const REPEATED_WITHIN_MS = 12_000

/** A write is refused as too late only after a hang, a broken network or a change of the server's clock. */
export function checkTooLate(
  tooLate: TooLate[],
  clocks: ClockChange[],
  offlineSpans: Map<string, Span[]>,
): Check[] {
  return tooLate.map(({ device, atMs }) => {
    const wasSet = clocks.some(clock => isWithin(atMs, clock.atMs, LEARNS_TIME_WITHIN_MS))
    const spans = offlineSpans.get(device) ?? []
    const wasOffline = spans.some(({ fromMs, toMs }) =>
      isWithin(atMs, fromMs, toMs - fromMs + REPEATED_WITHIN_MS),
    )
    const error = `${device}: a write was refused as too late without a reason`
    return createCheck(device, wasSet || wasOffline, error)
  })
}

function isWithin(atMs: number, fromMs: number, ms: number) {
  return atMs >= fromMs && atMs <= fromMs + ms
}
