import { MINUTE_MS, type TimeZone } from '#domain/time'

const FIRST_DAY = '1900-01-01'
const LAST_YEAR = 2099
const MINUTE_NS = MINUTE_MS * 1_000_000

const found = new Map<string, TimeZone>()

/** Uses this program's table of zones, not the computer's. Returns null if the name is unknown. */
export function findTimeZone(name: string): TimeZone | null {
  const known = toKnownName(name)
  if (known === null) return null
  const timeZone = found.get(known) ?? { name: known, offsets: listOffsets(known) }
  found.set(known, timeZone)
  return timeZone
}

function toKnownName(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name.trim() }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

function listOffsets(name: string) {
  const offsets: TimeZone['offsets'] = []
  let change: Temporal.ZonedDateTime | null =
    Temporal.PlainDate.from(FIRST_DAY).toZonedDateTime(name)
  while (change && change.year <= LAST_YEAR) {
    offsets.push([change.epochMilliseconds / MINUTE_MS, change.offsetNanoseconds / MINUTE_NS])
    change = change.getTimeZoneTransition('next')
  }
  return offsets
}
