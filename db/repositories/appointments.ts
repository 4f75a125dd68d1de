import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Appointment, NewAppointment } from '#domain/appointments/appointment'
import { formatNumber } from '#domain/patients/patient'
import type { Absent } from '#domain/reports/visit'
import type { Query } from '../connection/query.ts'
import { appointments, patients, queues } from '../schema/index.ts'
import { ownDay } from './patients/own-day.ts'

/** In the order of their times. Who was deleted after the check-in is expected again. */
export async function listAppointments(db: Query, day: string): Promise<Appointment[]> {
  const rows = await select(db)
    .where(eq(appointments.day, day))
    .orderBy(appointments.day, appointments.time, appointments.id)
  return rows.map(toAppointment)
}

export async function findAppointment(db: Query, id: number) {
  const [row] = await select(db).where(eq(appointments.id, id))
  return row ? toAppointment(row) : null
}

function select(db: Query) {
  return db
    .select({
      id: appointments.id,
      day: appointments.day,
      time: appointments.time,
      name: appointments.name,
      queue: { id: queues.id, name: queues.name, prefix: queues.prefix },
      patient: { id: patients.id, number: patients.number, prefix: patients.prefix },
    })
    .from(appointments)
    .leftJoin(queues, eq(queues.id, appointments.queueId))
    .leftJoin(patients, and(eq(patients.id, appointments.patientId), isNull(patients.deletedAt)))
}

type Row = Awaited<ReturnType<typeof select>>[number]

function toAppointment({ patient, ...row }: Row): Appointment {
  if (!patient) return { ...row, patient: null }
  const { id, number, prefix } = patient
  return { ...row, patient: { id, label: formatNumber(number, prefix) } }
}

export function addAppointments(tx: Query, all: NewAppointment[]) {
  return tx.insert(appointments).values(all)
}

/** Who did not come on this day, once it is not the queue's own any more. */
export async function listAbsent(db: Query, day: string): Promise<Absent[]> {
  const isOver = sql`${appointments.day} < ${ownDay}`
  const rows = await select(db).where(and(eq(appointments.day, day), isOver))
  return rows.flatMap(({ time, queue, patient }) =>
    patient ? [] : { hour: Number(time.slice(0, 2)), queue: queue?.name ?? null },
  )
}

/** All of the day but those who have checked in. */
export async function deleteExpected(tx: Query, day: string) {
  const isPresent = sql`exists (select 1 from ${patients}
    where ${patients.id} = ${appointments.patientId} and ${patients.deletedAt} is null)`
  await tx.delete(appointments).where(and(eq(appointments.day, day), sql`not ${isPresent}`))
}

export function saveCheckIn(tx: Query, id: number, patientId: number) {
  return tx.update(appointments).set({ patientId }).where(eq(appointments.id, id))
}

/** Of the days before this one. */
export function forgetAppointments(tx: Query, before: string) {
  const isOld = and(lt(appointments.day, before), sql`${appointments.day} <> ${ownDay}`)
  const isNamed = and(isOld, isNotNull(appointments.name))
  return tx.update(appointments).set({ name: null }).where(isNamed)
}

export function forgetAppointmentOf(tx: Query, patientId: number) {
  return tx.update(appointments).set({ name: null }).where(eq(appointments.patientId, patientId))
}
