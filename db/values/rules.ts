import { type Column, type SQL, sql } from 'drizzle-orm'

/** Far more than a clinic ever uses; at SQLite's own limit no row could be added. */
export const MAX_ID = 1e12

/** What a column's value may be, beyond its type. */
export type Rule = {
  /** Is checked by SQLite, in one pass over the table. */
  isValid(column: Column): SQL
  /** Is checked for each value that is left: few rows, or rows that JSON makes expensive. */
  check?(value: string): boolean
}

export const MAX_COUNT = 1e9
/** The years that a computer's clock can be set to by mistake. */
const YEARS = { first: '1969-12-31', end: '3000' }
const MAX_MS = Date.parse('3000-01-01T00:00:00.000Z')
const MAX_JSON_BYTES = 5_000_000

const inRange = (min: number, max: number): Rule => ({
  isValid: column => sql`${column} between ${min} and ${max}`,
})

export const id = inRange(1, MAX_ID)
export const count = inRange(0, MAX_COUNT)
export const minuteOfDay = inRange(0, 1439)
export const flag = inRange(0, 1)
/** Milliseconds since 1970. */
export const milliseconds = inRange(0, MAX_MS)

/** ISO 8601 in UTC, as Date writes it; SQLite moves a day that does not exist. */
export const instant: Rule = {
  isValid: column =>
    sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column}) = ${column} and ${isInYears(column)}`,
}

/** A day of the clinic, YYYY-MM-DD. */
export const day: Rule = {
  isValid: column => sql`date(${column}) = ${column} and ${isInYears(column)}`,
}

function isInYears(column: Column) {
  return sql`${column} >= ${YEARS.first} and ${column} < ${YEARS.end}`
}

/** The limits are generous: a script may need many bytes for one character that people count. */
export const text = (maxBytes: number): Rule => ({
  isValid: column => sql`octet_length(${column}) <= ${maxBytes}`,
})

/** A text that was cleaned: SQLite and libSQL end a text at a NUL character. */
export const name: Rule = {
  isValid: column => sql`octet_length(${column}) between 1 and 2000
    and instr(${column}, char(0)) = 0`,
}

/** Only these characters, of a GLOB set. */
export const charactersOf = (set: string, maxBytes: number): Rule => ({
  isValid: column => sql`octet_length(${column}) <= ${maxBytes}
    and instr(${column}, char(0)) = 0 and not ${column} glob ${`*[^${set}]*`}`,
})

export const oneOf = (values: readonly string[]): Rule => ({
  isValid: column => sql`${column} in ${values}`,
})

/** The values that the schema lists. */
export const listed: Rule = {
  isValid: column => sql`${column} in ${column.enumValues ?? []}`,
}

export const webAddress: Rule = {
  isValid: column => sql`octet_length(${column}) <= 10000
    and (${column} glob 'http://*' or ${column} glob 'https://*')`,
}

export const bytes = (max: number): Rule => ({
  isValid: column => sql`length(${column}) <= ${max}`,
})

/** `hasShape` gets what JSON.parse made of it. */
export const json = (hasShape: (value: unknown) => boolean): Rule => ({
  isValid: column => sql`octet_length(${column}) <= ${MAX_JSON_BYTES}
    and instr(${column}, char(0)) = 0 and json_valid(${column})`,
  check(value) {
    try {
      return hasShape(JSON.parse(value))
    } catch {
      return false
    }
  },
})

const HASH =
  /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
/** Three times what the program asks for; a hash of gigabytes would take the computer's memory. */
const MAX_COST = { kibibytes: 65_536, passes: 10, lanes: 4 }

export const passwordHash: Rule = {
  isValid: text(500).isValid,
  check(value) {
    const [, kibibytes = 0, passes = 0, lanes = 0] = (HASH.exec(value) ?? []).map(Number)
    const isAffordable =
      kibibytes <= MAX_COST.kibibytes && passes <= MAX_COST.passes && lanes <= MAX_COST.lanes
    return isAffordable && Math.min(kibibytes, passes, lanes) > 0
  },
}
