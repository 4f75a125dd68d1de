import * as repository from '#db/repositories/appointments'
import { forgetUndoableStep } from '#db/repositories/patients/undoable-steps'
import { listQueues } from '#db/repositories/queues'
import { isNear, toInstant } from '#domain/appointments/appointment'
import { matchList, type StoredAppointment } from '#domain/appointments/match-list'
import type { AppointmentRow } from '#domain/appointments/read-appointments'
import type { Change } from '#domain/change'
import { DomainError } from '#domain/errors'
import { LIST_FIELDS, mapFields, NO_LIST_TEXTS } from '#domain/patients/patient-fields'
import { validateRegistration } from '#domain/patients/registration'
import type { TimeZone } from '#domain/time'
import type { Tx } from '../write.ts'
import { readForgotten } from './forget.ts'
import { addPatient } from './patients.ts'
import { findActiveQueue } from './queues.ts'

/** A forgotten appointment whose row is gone. */
const LOST = { ...NO_LIST_TEXTS, time: '', queueId: null, isPresent: false, wasPresent: false }

const CHANGE: Change = [{ kind: 'appointments' }]

/** Replaces the day's open appointments. `expected` is how many patients have yet to check in. */
export async function importAppointments({ db }: Tx, day: string, rows: AppointmentRow[]) {
  const { names, toKey } = await readForgotten(db, day)
  const left = new Map(names.map(({ id, key }) => [id, key]))
  const stored: StoredAppointment[] = (await repository.listStored(db, day)).map(one => {
    const forgottenKey = left.get(one.id)
    left.delete(one.id)
    return { ...one, forgottenKey }
  })
  // A restored backup may be older than the list.
  for (const [id, forgottenKey] of left) stored.push({ ...LOST, id, forgottenKey })
  const listed = rows.map(row => ({ ...row, forgottenKey: toKey(row.name) }))
  const { added, gone, expected, checkedIn } = matchList(stored, listed)
  await repository.deleteAppointments(db, gone)
  const queueNames = new Map((await listQueues(db)).map(queue => [queue.id, queue.name]))
  const values = added.map(one => {
    const { queueId } = one
    const queueName = queueId === null ? null : (queueNames.get(queueId) ?? null)
    return { ...one, day, queueName }
  })
  if (values.length > 0) await repository.addAppointments(db, values)
  return { expected, checkedIn, change: CHANGE }
}

/** Registers the patient with the next number, in General if the queue has ended. */
export async function checkIn(tx: Tx, id: number, timeZone: TimeZone) {
  const { db, days } = tx
  const appointment = await repository.findAppointment(db, id)
  if (!appointment) throw new DomainError('This appointment no longer exists', { status: 404 })
  const { name, patient: present } = appointment
  if (present) {
    const sentence = `${name ?? 'This patient'} has checked in as #${present.label}`
    throw new DomainError(sentence, { isPersonal: true })
  }
  const appointmentAt = toInstant(appointment, timeZone)
  if (appointment.day !== days.today && !isNear(appointmentAt, tx.now))
    throw new DomainError('This appointment is not of today')
  const queue = await findActiveQueue(tx, appointment.queue?.id ?? null)
  const texts = mapFields(field => appointment[field], LIST_FIELDS)
  const added = await addPatient(tx, validateRegistration(texts), { queue, appointmentAt })
  const earlier = await repository.saveCheckIn(db, id, added.patient.id)
  // An undo of the deletion would give the same person two numbers.
  if (earlier !== null) await forgetUndoableStep(db, earlier)
  return { ...added, change: [...added.change, ...CHANGE] }
}
