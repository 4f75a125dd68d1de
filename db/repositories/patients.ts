import {
  aliasedTable,
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  max,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { formatNumber, type Hold, type JourneyEntry, type Patient } from '#domain/patients/patient'
import { mapFields, OPTIONAL_FIELDS, toGivenTexts } from '#domain/patients/patient-fields'
import { type CurrentDays, DAY_MS } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { calls, patients, queues, rooms } from '../schema/index.ts'
import { getCalledRoomColumns, getRoomColumns } from './calls.ts'
import { listJourneys } from './patients/journey.ts'
import { isOfEarlierDay, ownDay } from './patients/own-day.ts'

/** Maximum time for which lists show a patient: a day and the night after it. */
const LONGEST_LISTED_MS = 2 * DAY_MS

const lastRoom = aliasedTable(rooms, 'last_room')

const COLUMNS = {
  id: patients.id,
  name: patients.name,
  number: patients.number,
  prefix: patients.prefix,
  queue: { id: queues.id, name: queues.name, prefix: queues.prefix },
  day: patients.day,
  type: patients.type,
  status: patients.status,
  registeredAt: patients.registeredAt,
  appointmentAt: patients.appointmentAt,
  calledAt: patients.calledAt,
  callSequence: calls.sequence,
  room: getRoomColumns(rooms),
  // With the patient's own id, because drizzle would read the columns of a deleted room as null.
  lastRoom: { ...getCalledRoomColumns(lastRoom), id: patients.lastWindowId },
  requeueReason: patients.requeueReason,
  isPriority: patients.isPriority,
  priorityReason: patients.priorityReason,
  isDiscreet: patients.isDiscreet,
  readyForDispensary: patients.readyForDispensary,
  holdKind: patients.holdKind,
  holdUntil: patients.holdUntil,
  holdCallsLeft: patients.holdCallsLeft,
  missedCount: patients.missedCount,
  optional: mapFields(field => patients[field], OPTIONAL_FIELDS),
}

export async function listPatients(
  db: Query,
  listed: CurrentDays,
  { onlyUnfinished = false } = {},
): Promise<Patient[]> {
  // Two queries, because each uses its own index.
  const earlier = await listKept(db, and(ne(patients.day, listed.today), isUnfinished(listed)))
  const isOfToday = eq(patients.day, listed.today)
  const later = await listKept(db, onlyUnfinished ? and(isOfToday, HAS_NOT_ENDED) : isOfToday)
  return [...earlier, ...later]
}

export function listCalledSince(db: Query, since: string): Promise<Patient[]> {
  return listKept(db, isRecent(patients.calledAt, since))
}

/** Lists patients of a past day, including patients hidden by a reset but not deleted patients. */
export async function listPatientsOfDay(db: Query, day: string): Promise<Patient[]> {
  const isOfDay = and(
    eq(patients.day, day),
    or(isNull(patients.deletedAt), isNotNull(patients.resetId)),
  )
  return readPatients(db, isOfDay)
}

export async function findPatients(db: Query, ids: number[], listed: CurrentDays) {
  if (ids.length === 0) return []
  return readPatients(db, and(inArray(patients.id, ids), isCurrent(listed)))
}

export async function findPatient(db: Query, id: number, listed: CurrentDays) {
  const [patient] = await findPatients(db, [id], listed)
  return patient ?? null
}

/** Returns null if the patient was deleted. Includes patients who are no longer listed. */
export async function findPatientById(db: Query, id: number) {
  const [patient] = await readPatients(db, and(eq(patients.id, id), isNull(patients.deletedAt)))
  return patient ?? null
}

/** Includes patients who were deleted, or hidden by a reset. */
export async function findAnyPatient(db: Query, id: number) {
  const [patient] = await readPatients(db, eq(patients.id, id))
  return patient ?? null
}

export async function findRegisteredAt(db: Query, id: number) {
  const isKept = and(eq(patients.id, id), isNull(patients.deletedAt))
  const [patient] = await db.select({ at: patients.registeredAt }).from(patients).where(isKept)
  return patient?.at ?? null
}

function listKept(db: Query, indexed: SQL | undefined) {
  return readPatients(db, and(indexed, isNull(patients.deletedAt)))
}

/** Sorts here, because SQLite would read the whole table to sort without an index. */
async function readPatients(db: Query, condition: SQL | undefined): Promise<Patient[]> {
  const rows = await selectPatients(db).where(condition)
  const journeys = await listJourneys(db, condition)
  return rows
    .sort((a, b) => a.day.localeCompare(b.day) || a.id - b.id)
    .map(row => toPatient(row, journeys.get(row.id)))
}

function selectPatients(db: Query) {
  return db
    .select(COLUMNS)
    .from(patients)
    .leftJoin(rooms, eq(rooms.id, patients.windowId))
    .leftJoin(lastRoom, eq(lastRoom.id, patients.lastWindowId))
    .leftJoin(queues, eq(queues.id, patients.queueId))
    .leftJoin(calls, eq(calls.sequence, newestCall))
}

const newestCall = sql`(select max(newest.sequence) from ${calls} newest
  where newest.patient_id = ${patients.id} and not newest.is_withdrawn)`

type Row = Awaited<ReturnType<typeof selectPatients>>[number]

function toPatient(
  {
    lastRoom: last,
    prefix,
    optional,
    appointmentAt,
    holdKind,
    holdUntil,
    holdCallsLeft,
    ...row
  }: Row,
  journey: JourneyEntry[] = [],
): Patient {
  const lastRoom = last?.name ? last : null
  const hold = toHold({ holdKind, holdUntil, holdCallsLeft })
  const label = formatNumber(row.number, prefix)
  const patient = { ...row, label, lastRoom, hold, journey, ...toGivenTexts(optional) }
  return appointmentAt === null ? patient : { ...patient, appointmentAt }
}

function toHold({ holdKind, holdUntil, holdCallsLeft }: Pick<Row, HoldColumn>): Hold | null {
  if (holdKind === 'missed') return { kind: holdKind, callsLeft: holdCallsLeft ?? 0 }
  if (holdKind === 'timed') return { kind: holdKind, until: holdUntil ?? '' }
  if (holdKind === null) return null
  return holdCallsLeft === null ? { kind: holdKind } : { kind: holdKind, callsLeft: holdCallsLeft }
}

type HoldColumn = 'holdKind' | 'holdUntil' | 'holdCallsLeft'

export function isCurrent(listed: CurrentDays) {
  const isInRange = or(eq(patients.day, listed.today), isUnfinished(listed))
  return and(isNull(patients.deletedAt), isInRange)
}

const HAS_NOT_ENDED = notInArray(patients.status, ['completed', 'no-show'])

function isUnfinished({ unfinishedSince }: CurrentDays) {
  return and(HAS_NOT_ENDED, isRecent(patients.registeredAt, unfinishedSince))
}

/** Tells SQLite that few rows match. Otherwise it expects a quarter and reads the whole table. */
export function isRecent(column: SQLiteColumn, since: string) {
  return sql`unlikely(${gt(column, since)})`
}

/** Lists the unfinished patients of a queue, from listed days and from the queue's own day. */
export function listUnfinishedOf(db: Query, queueId: number, listed: CurrentDays) {
  const isCallable = or(isCurrent(listed), sql`${patients.day} = ${ownDay}`)
  return listKept(db, and(eq(patients.queueId, queueId), HAS_NOT_ENDED, isCallable))
}

export function twoDaysBefore(at: string) {
  return new Date(Date.parse(at) - LONGEST_LISTED_MS).toISOString()
}

/** Lists patients on hold who are no longer listed, even if the clock is wrong by a day. */
export async function listStaleHolds(db: Query, now: string) {
  const stale = await db
    .select({ id: patients.id })
    .from(patients)
    .where(
      and(
        isNotNull(patients.holdKind),
        or(
          gt(patients.holdUntil, now),
          gt(patients.holdCallsLeft, 0),
          and(eq(patients.holdKind, 'away'), isNull(patients.holdCallsLeft)),
        ),
        isOfEarlierDay,
        // The plus keeps SQLite from the index of registrations, because almost every row matches.
        sql`+${patients.registeredAt} <= ${twoDaysBefore(now)}`,
      ),
    )
  if (stale.length === 0) return []
  const ids = stale.map(({ id }) => id)
  return listKept(db, inArray(patients.id, ids))
}

export async function getNewestRegistrationAt(db: Query) {
  const [row] = await db.select({ at: max(patients.registeredAt) }).from(patients)
  return row?.at ?? null
}
