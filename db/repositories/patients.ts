import {
  aliasedTable,
  and,
  count,
  eq,
  gt,
  isNotNull,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { JourneyEntry, Patient } from '#domain/patients/patient'
import type { Registration } from '#domain/patients/registration'
import type { Transition } from '#domain/queue/transitions'
import type { ListedRange } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { calls, journey, patients, queueResets, rooms } from '../schema/index.ts'

const lastRoom = aliasedTable(rooms, 'last_room')

const COLUMNS = {
  id: patients.id,
  name: patients.name,
  number: patients.number,
  day: patients.day,
  type: patients.type,
  status: patients.status,
  registeredAt: patients.registeredAt,
  calledAt: patients.calledAt,
  callSequence: sql<number | null>`
    (select max(${calls.sequence}) from ${calls} where ${calls.patientId} = ${patients.id})`,
  windowId: patients.windowId,
  windowName: rooms.name,
  lastWindowId: patients.lastWindowId,
  // A room that was deleted since is still known by the call into it.
  lastWindowName: sql<string | null>`coalesce(${lastRoom.name}, (
    select ${calls.roomName} from ${calls} where ${calls.patientId} = ${patients.id}
    order by ${calls.sequence} desc limit 1
  ))`,
  requeueReason: patients.requeueReason,
  isPriority: patients.isPriority,
  priorityReason: patients.priorityReason,
  readyForDispensary: patients.readyForDispensary,
}

/** Everyone whom the clinic's screens list, in order of registration, journeys included. */
export function listPatients(db: Query, listed: ListedRange): Promise<Patient[]> {
  return patientsWhere(db, isListed(listed))
}

async function patientsWhere(db: Query, which: SQL | undefined): Promise<Patient[]> {
  const found = await selectPatients(db).where(which).orderBy(patients.day, patients.id)
  const entries = await selectJourneys(db).where(which).orderBy(journey.id)
  const byPatient = Map.groupBy(entries, entry => entry.patientId)
  return found.map(row => ({ ...row, trackingHistory: withoutPatientId(byPatient.get(row.id)) }))
}

/** Whoever was called since an instant, those too who are no longer listed. */
export function listCalledSince(db: Query, since: string): Promise<Patient[]> {
  return patientsWhere(db, and(isNull(patients.deletedAt), gt(patients.calledAt, since)))
}

/** One listed patient, or null: those who were deleted or whose day is over are not to be found. */
export async function findPatient(db: Query, id: number, listed: ListedRange) {
  const [found] = await selectPatients(db).where(and(eq(patients.id, id), isListed(listed)))
  if (!found) return null
  const entries = await selectJourneys(db).where(eq(journey.patientId, id)).orderBy(journey.id)
  return { ...found, trackingHistory: withoutPatientId(entries) }
}

function selectPatients(db: Query) {
  return db
    .select(COLUMNS)
    .from(patients)
    .leftJoin(rooms, eq(rooms.id, patients.windowId))
    .leftJoin(lastRoom, eq(lastRoom.id, patients.lastWindowId))
}

function selectJourneys(db: Query) {
  return db
    .select({
      patientId: journey.patientId,
      action: journey.action,
      timestamp: journey.timestamp,
      roomName: journey.roomName,
      requeueReason: journey.requeueReason,
      fromRoom: journey.fromRoom,
    })
    .from(journey)
    .innerJoin(patients, eq(patients.id, journey.patientId))
}

function withoutPatientId(entries: (JourneyEntry & { patientId: number })[] = []): JourneyEntry[] {
  return entries.map(({ patientId: _, ...entry }) => entry)
}

export function isListed({ today, unfinishedSince }: ListedRange) {
  const isUnfinished = and(
    ne(patients.status, 'completed'),
    gt(patients.registeredAt, unfinishedSince),
  )
  return and(isNull(patients.deletedAt), or(eq(patients.day, today), isUnfinished))
}

export const countResets = (day: string) =>
  sql`(select ${count()} from ${queueResets} where ${queueResets.day} = ${day})`

export const nextNumberSql = (day: string) => sql<number>`(
  select coalesce(max(taken.number), 0) + 1 from ${patients} taken
  where taken.day = ${day} and taken.series = ${countResets(day)}
)`

export async function getNextNumber(db: Query, day: string) {
  const [row] = await db.select({ number: nextNumberSql(day) }).from(sql`(select 1)`)
  return row?.number ?? 1
}

/** Keeps a new patient; the number is taken inside the INSERT itself. Returns the id. */
export async function createPatient(
  tx: Query,
  wish: Registration,
  { day, now, byUserId }: { day: string; now: string; byUserId: number },
) {
  const [made] = await tx
    .insert(patients)
    .values({
      ...wish,
      day,
      series: countResets(day),
      number: nextNumberSql(day),
      status: 'waiting',
      registeredAt: now,
      readyForDispensary: false,
    })
    .returning({ id: patients.id })
  if (!made) throw new Error('the database kept a patient and told no id')
  await addJourneyEntry(tx, made.id, byUserId, {
    ...NO_DETAILS,
    action: 'registered',
    timestamp: now,
  })
  return made.id
}

const NO_DETAILS = { roomName: null, requeueReason: null, fromRoom: null }

function addJourneyEntry(tx: Query, patientId: number, byUserId: number, entry: JourneyEntry) {
  return tx.insert(journey).values({ ...entry, patientId, byUserId })
}

/** Keeps a patient's step: the patient, the journey's new line, and the call if it is one. */
export async function saveTransition(tx: Query, { patient, isCall }: Transition, byUserId: number) {
  const { id, status, calledAt, windowId, lastWindowId, requeueReason, readyForDispensary } =
    patient
  await tx
    .update(patients)
    .set({ status, calledAt, windowId, lastWindowId, requeueReason, readyForDispensary })
    .where(eq(patients.id, id))
  const entry = patient.trackingHistory.at(-1)
  if (entry) await addJourneyEntry(tx, id, byUserId, entry)
  if (!isCall || calledAt === null) return patient

  const [call] = await tx
    .insert(calls)
    .values({ patientId: id, roomName: patient.windowName ?? '', calledAt })
    .returning({ sequence: calls.sequence })
  return { ...patient, callSequence: call?.sequence ?? null }
}

/** Hides a patient and empties his room. */
export function hidePatient(tx: Query, id: number, now: string) {
  return tx.update(patients).set({ deletedAt: now, windowId: null }).where(eq(patients.id, id))
}

/** Hides everyone who is listed, starts the day's numbers anew, and says how many there were. */
export async function resetQueue(tx: Query, listed: ListedRange, now: string, byUserId: number) {
  const hidden = await tx
    .update(patients)
    .set({ deletedAt: now, windowId: null })
    .where(isListed(listed))
    .returning({ id: patients.id })
  await tx
    .insert(queueResets)
    .values({ day: listed.today, at: now, byUserId, deletedCount: hidden.length })
  return hidden.length
}

/** Empties rooms of patients whose day is over: nobody sees them any more, so nobody could. */
export function releaseStaleRooms(tx: Query, listed: ListedRange) {
  const isForgotten = and(isNotNull(patients.windowId), not(isListed(listed) ?? sql`true`))
  return tx.update(patients).set({ windowId: null }).where(isForgotten)
}
