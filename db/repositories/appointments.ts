import { and, eq, gt, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Appointment, NewAppointment } from '#domain/appointments/appointment'
import type { StoredAppointment } from '#domain/appointments/match-list'
import { formatNumber } from '#domain/patients/patient'
import { LIST_FIELDS, mapFields, NO_LIST_TEXTS } from '#domain/patients/patient-fields'
import type { Absent } from '#domain/reports/tally'
import type { Query } from '../connection/query.ts'
import { appointments, patients, queues } from '../schema/index.ts'
import { isBefore } from './patients/forgotten-patients.ts'
import { ownDay } from './patients/own-day.ts'

/** Sorts by time. A patient deleted after the check-in is expected again, unless forgotten. */
export async function listAppointments(db: Query, day: string): Promise<Appointment[]> {
  const isKnown = or(
    isNotNull(appointments.name),
    isNull(appointments.patientId),
    isNotNull(patients.id),
  )
  const rows = await select(db)
    .where(and(eq(appointments.day, day), isKnown))
    .orderBy(appointments.day, appointments.time, appointments.id)
  return rows.map(toAppointment)
}

export async function findAppointment(db: Query, id: number) {
  const [row] = await select(db).where(eq(appointments.id, id))
  return row ? toAppointment(row) : null
}

const TEXTS = mapFields(field => appointments[field], LIST_FIELDS)
const IS_KEPT = isNull(patients.deletedAt)
const IS_ACTIVE = eq(queues.isActive, true)

/** Leaves out deleted patients. The queue is null (General) if it is no longer active. */
function select(db: Query) {
  return db
    .select({
      id: appointments.id,
      day: appointments.day,
      time: appointments.time,
      texts: TEXTS,
      queue: { id: queues.id, name: queues.name, prefix: queues.prefix },
      patient: { id: patients.id, number: patients.number, prefix: patients.prefix },
    })
    .from(appointments)
    .leftJoin(queues, and(eq(queues.id, appointments.queueId), IS_ACTIVE))
    .leftJoin(patients, and(eq(patients.id, appointments.patientId), IS_KEPT))
}

type Row = Awaited<ReturnType<typeof select>>[number]

function toAppointment({ patient: known, texts, ...row }: Row): Appointment {
  const patient = known && { id: known.id, label: formatNumber(known.number, known.prefix) }
  return { ...row, ...texts, patient }
}

const ADDED = ['day', 'time', 'queueId', 'queueName', ...LIST_FIELDS] as const
const COMMA = sql`, `

/** One parameter for all rows, because a thousand rows with five each cost a tenth of a second. */
export function addAppointments(tx: Query, all: NewAppointment[]) {
  const rows = all.map(one => ADDED.map(column => one[column]))
  const columns = ADDED.map(column => sql.identifier(toSnakeCase(column)))
  const cells = ADDED.map((_, at) => sql.raw(`value ->> ${at}`))
  return tx.run(sql`insert into ${appointments} (${sql.join(columns, COMMA)})
    select ${sql.join(cells, COMMA)} from json_each(${JSON.stringify(rows)})`)
}

/** Lists unused appointments after `day` is over. Patients hidden by a reset count as present. */
export async function listAbsent(db: Query, day: string): Promise<Absent[]> {
  const isOver = sql`${appointments.day} < ${ownDay}`
  const hasCome = or(IS_KEPT, isNotNull(patients.resetId))
  const { time, queueName } = appointments
  const rows = await db
    .select({ time, queueName, present: patients.id })
    .from(appointments)
    .leftJoin(patients, and(eq(patients.id, appointments.patientId), hasCome))
    .where(and(eq(appointments.day, day), isOver))
  return rows.flatMap(({ time, queueName, present }) =>
    present === null ? { hour: Number(time.slice(0, 2)), queue: queueName } : [],
  )
}

export async function listStored(db: Query, day: string): Promise<StoredAppointment[]> {
  const { id, time, queueId, patientId } = appointments
  const rows = await db
    .select({ id, time, texts: TEXTS, queueId, patientId, presentId: patients.id })
    .from(appointments)
    .leftJoin(patients, and(eq(patients.id, patientId), IS_KEPT))
    .where(eq(appointments.day, day))
  return rows.map(({ patientId, presentId, texts, ...row }) => {
    return { ...row, ...texts, isPresent: presentId !== null, wasPresent: patientId !== null }
  })
}

/** Appointments of earlier days keep the queue's name of their day. */
export function renameQueueSince(tx: Query, day: string, queueId: number, queueName: string) {
  const isMeant = and(gte(appointments.day, day), eq(appointments.queueId, queueId))
  return tx.update(appointments).set({ queueName }).where(isMeant)
}

export async function deleteAppointments(tx: Query, ids: number[]) {
  const isMeant = sql`${appointments.id} in (select value from json_each(${JSON.stringify(ids)}))`
  await tx.delete(appointments).where(isMeant)
}

/** Returns the deleted patient of an earlier check-in, or null if there was no earlier check-in. */
export async function saveCheckIn(tx: Query, id: number, patientId: number) {
  const isMeant = eq(appointments.id, id)
  const before = await tx.query.appointments.findFirst({ where: isMeant })
  await tx.update(appointments).set({ patientId }).where(isMeant)
  return before?.patientId ?? null
}

/** Forgets names before the day `before`, and of lists used while the clock was ahead. */
export function forgetAppointments(tx: Query, before: string, today: string) {
  const { id, day, name } = appointments
  const isOld = and(lt(day, before), sql`${day} is not ${ownDay}`)
  const lastUsed = sql`(select max(used.id) from ${appointments} used
    join ${patients} on ${patients.id} = used.patient_id
    where used.day = ${day} and ${patients.day} > ${today} and ${isBefore(before, today)})`
  const wasAhead = and(gt(day, today), sql`${id} <= ${lastUsed}`)
  return tx
    .update(appointments)
    .set(NO_LIST_TEXTS)
    .where(and(isNotNull(name), or(isOld, wasAhead)))
}

/** Returns the appointment as it was, with its name, or null if the patient had none. */
export async function forgetAppointmentOf(tx: Query, patientId: number) {
  const isMeant = eq(appointments.patientId, patientId)
  const before = await tx.query.appointments.findFirst({ where: isMeant })
  await tx.update(appointments).set(NO_LIST_TEXTS).where(isMeant)
  return before ?? null
}
