import { isUtf8 } from 'node:buffer'
import { type Column, getTableName, or, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { z } from 'zod'
import { isFrameOrigin } from '#domain/display/frame-origin'
import { NAME_MODES, OVERSCANS, TV_LAYOUTS, type TvOptions } from '#domain/display/tv-options'
import { TV_LANGUAGES } from '#domain/display/words/languages'
import { LOGO_TYPES } from '#domain/media/media'
import { HOLD_KINDS, type PatientState, STATUSES } from '#domain/patients/patient'
import { SCOPES } from '#domain/programs/api-token'
import { VOICE_LANGUAGES } from '#domain/voice/languages'
import { MAX_ID } from '../schema/columns.ts'
import { listColumns, TABLES } from './copy-rows.ts'
import { openFile } from './inspect.ts'

type Fields<T> = { [Key in keyof Required<T>]: z.ZodType }

const id = z.int().min(1).max(MAX_ID)
const ids = z.array(id)
const instant = z.iso.datetime()
const count = z.int().min(0).max(1e9)

const tvOptions = {
  layout: z.enum(TV_LAYOUTS),
  rooms: ids,
  queues: ids,
  names: z.enum(NAME_MODES),
  showsWaiting: z.boolean(),
  showsRange: z.boolean(),
  showsMissed: z.boolean(),
  overscan: z.literal(OVERSCANS),
  hasSound: z.boolean(),
  hasVoice: z.boolean(),
  languages: z.array(z.enum(VOICE_LANGUAGES)),
  textLanguages: z.array(z.enum(TV_LANGUAGES)),
  frameOrigin: z.string().refine(isFrameOrigin),
  isScreen: z.literal(true),
} satisfies Fields<TvOptions>

const room = z.object({ id: id.nullable(), name: z.string() })

const patientState = {
  status: z.enum(STATUSES),
  queue: z.object({ id, name: z.string(), prefix: z.string().nullable() }).nullish(),
  calledAt: instant.nullable(),
  room: room.nullable(),
  lastRoom: room.nullable(),
  requeueReason: z.string().nullable(),
  readyForDispensary: z.boolean(),
  hold: z
    .object({
      kind: z.enum(HOLD_KINDS),
      callsLeft: z.number().optional(),
      until: instant.optional(),
    })
    .nullable(),
  missedCount: z.number(),
} satisfies Fields<PatientState>

/** Checks every own key, because zod's record leaves out a room named `__proto__`. */
const recordOf = (key: z.ZodType<string, string>, value: z.ZodType) =>
  z
    .custom<Record<string, unknown>>(
      given => typeof given === 'object' && given !== null && !Array.isArray(given),
    )
    .transform(given => Object.entries(given))
    .pipe(z.array(z.tuple([key, value])))

/** Limits the hours, because a report draws a column for each hour up to the last hour. */
const hour = z.string().regex(/^(1?\d|2[0-3])$/)
const histogram = recordOf(z.string().regex(/^\d{1,9}$/), count)
const tally = z.object({ n: count, waits: histogram, missed: count, noShow: count })

const daySums = z.object({
  hours: recordOf(hour, tally),
  rooms: recordOf(z.string(), tally.extend({ services: histogram })),
  queues: recordOf(z.string(), tally).optional(),
})

const HASH =
  /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
/** About three times our own cost, so a crafted hash cannot use up the computer's memory. */
const MAX_COST = { kibibytes: 65_536, passes: 10, lanes: 4 }

function isAffordable(hash: string) {
  const [, kibibytes = 0, passes = 0, lanes = 0] = (HASH.exec(hash) ?? []).map(Number)
  const isLow =
    kibibytes <= MAX_COST.kibibytes && passes <= MAX_COST.passes && lanes <= MAX_COST.lanes
  return isLow && Math.min(kibibytes, passes, lanes) > 0
}

/** The program reads these columns without a check, so this checks their shapes. */
const SHAPES: Record<string, z.ZodType> = {
  'tv_devices.options': z.object(tvOptions).partial(),
  'api_tokens.scopes': z.array(z.enum(SCOPES)),
  'undoable_steps.state': z.object(patientState),
  'undoable_steps.counted_down': ids,
  'report_days.sums': daySums,
  'idempotency_keys.answer': z.union([
    z.object({ body: z.unknown().nonoptional() }),
    z.object({ of: z.string() }),
  ]),
  'users.password_hash': z.string().refine(isAffordable),
  // Nobody can sign in with an empty key.
  'secrets.value': z.string().min(1),
  // These become headers and addresses.
  'media.filename': z.string().regex(/^[0-9a-z.]*$/),
  'media.mime': z.enum(LOGO_TYPES),
  'media.url': z.string().regex(/^https?:\/\//),
}

/** Leaves out the value itself, because it may be a patient's name. */
type Unreadable = { table: string; row: string; column: string }

type Found = Omit<Unreadable, 'table'> | null
type Db = ReturnType<typeof drizzle>
type NamedColumn = ReturnType<typeof listColumns>[number]

const ROWS_AT_ONCE = 2_000
const SHAPES_AT_ONCE = 100
const MAX_BYTES = { text: 100_000, json: 5_000_000, blob: 1_000_000 }
/** Enough for everything that restores removed, and for all forgotten names. */
const MAX_SECRET_BYTES = 20_000_000
const MAX_NUMBER = 1e15
/** The years that a computer's clock can be set to by mistake. */
const YEARS = { first: '1969-12-31', end: '3000' }
const rowId = sql`rowid`

export async function findUnreadable(file: string): Promise<Unreadable | null> {
  const db = drizzle(openFile(file), { casing: 'snake_case' })
  for (const table of TABLES) {
    const columns = listColumns(table)
    const found =
      (await findByRules(db, table, columns)) ??
      (await findBadText(db, table, columns)) ??
      (await findBadShape(db, table, columns))
    if (found) return { table: getTableName(table), ...found }
  }
  return null
}

async function findByRules(db: Db, table: SQLiteTable, columns: NamedColumn[]): Promise<Found> {
  const unreadable = columns.map(
    ({ name, column }) => sql`(${column} is null or ${isReadable(name, column)}) is not true`,
  )
  const cases = unreadable.map((is, index) => sql`when ${is} then ${index}`)
  const [found] = await db
    .select({
      row: sql<string>`cast(${rowId} as text)`,
      index: sql<number>`case ${sql.join(cases, sql` `)} end`,
    })
    .from(table)
    .where(or(...unreadable))
    .limit(1)
  return found ? { row: found.row, column: columns[found.index]?.name ?? '' } : null
}

/** Checks the type, because SQLite stores any type of value in any column. */
function isReadable(name: string, column: Column): SQL {
  const type = column.getSQLType()
  return sql`typeof(${column}) = ${type} and ${isInRange(name, column, type)}`
}

function isInRange(name: string, column: Column, type: string): SQL {
  if (column.enumValues) return sql`${column} in ${column.enumValues}`
  if (column.dataType === 'boolean') return sql`${column} in (0, 1)`
  if (column.primary && type === 'integer') return sql`${column} between 1 and ${MAX_ID}`
  if (type === 'integer') return sql`${column} between 0 and ${MAX_NUMBER}`
  if (type === 'blob') return sql`length(${column}) <= ${MAX_BYTES.blob}`
  // The format of Date. SQLite moves a day that does not exist, so the texts differ.
  if (/(^|_)at$|^timestamp$|_until$/.test(name)) return isTime('%Y-%m-%dT%H:%M:%fZ', column)
  if (/^(day|date)$/.test(name)) return isTime('%Y-%m-%d', column)
  if (name === 'time') return sql`strftime('%H:%M', ${column}) = ${column}`
  const isSecret = getTableName(column.table) === 'secrets'
  const most = column.dataType === 'json' ? MAX_BYTES.json : MAX_BYTES.text
  return sql`octet_length(${column}) <= ${isSecret ? MAX_SECRET_BYTES : most}`
}

function isTime(format: string, column: Column) {
  return sql`strftime(${format}, ${column}) = ${column}
    and ${column} >= ${YEARS.first} and ${column} < ${YEARS.end}`
}

/** libSQL ends the process when it reads a text that is not UTF-8, so this reads bytes. */
async function findBadText(db: Db, table: SQLiteTable, columns: NamedColumn[]): Promise<Found> {
  const texts = columns.filter(({ column }) => column.getSQLType() === 'text')

  async function readBytes(of: NamedColumn[], after: number, limit: number) {
    const all = of.map(({ column }) => sql`coalesce(${column}, '')`)
    const page = db
      .select({ row: sql`${rowId}`.as('row'), text: sql.join(all, sql` || ' ' || `).as('text') })
      .from(table)
      .where(sql`${rowId} > ${after}`)
      .orderBy(rowId)
      .limit(limit)
      .as('page')
    const [part] = await db
      .select({
        last: sql<number | null>`max(${page.row})`,
        bytes: sql<ArrayBuffer | null>`cast(group_concat(${page.text}, ' ') as blob)`,
      })
      .from(page)
    return { last: part?.last ?? null, isGood: isUtf8(part?.bytes ?? new ArrayBuffer()) }
  }

  if (texts.length === 0) return null
  for (let after = 0, limit = ROWS_AT_ONCE; ; ) {
    const { last, isGood } = await readBytes(texts, after, limit)
    if (last === null) return null
    if (isGood) after = last
    else if (limit > 1) limit = 1
    else {
      for (const text of texts) {
        if (!(await readBytes([text], after, 1)).isGood)
          return { row: String(last), column: text.name }
      }
    }
  }
}

async function findBadShape(db: Db, table: SQLiteTable, columns: NamedColumn[]): Promise<Found> {
  for (const { name, column } of columns) {
    const shape = SHAPES[`${getTableName(table)}.${name}`]
    if (!shape) continue
    const hasShape = (value: string) => {
      try {
        return shape.safeParse(column.dataType === 'json' ? JSON.parse(value) : value).success
      } catch {
        return false
      }
    }
    for (let after = 0; ; ) {
      const rows = await db
        .select({ row: sql<number>`${rowId}`, value: sql<string | null>`${column}` })
        .from(table)
        .where(sql`${rowId} > ${after}`)
        .orderBy(rowId)
        .limit(SHAPES_AT_ONCE)
      const bad = rows.find(({ value }) => value !== null && !hasShape(value))
      if (bad) return { row: String(bad.row), column: name }
      const last = rows.at(-1)
      if (!last) break
      after = last.row
    }
  }
  return null
}
