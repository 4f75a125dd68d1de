import * as resets from '#db/repositories/patients/queue-resets'
import * as repository from '#db/repositories/patients/save-patient'
import { findRoom } from '#db/repositories/rooms'
import { readSettings } from '#db/repositories/settings'
import type { Change } from '#domain/change'
import { DomainError } from '#domain/errors'
import { KIOSK_TYPE } from '#domain/patients/patient'
import {
  mapFields,
  PATIENT_FIELD_NAMES,
  PATIENT_FIELDS,
  type StoredTexts,
  toStoredTexts,
} from '#domain/patients/patient-fields'
import {
  type Registration,
  type RegistrationInput,
  validateRegistration,
} from '#domain/patients/registration'
import { assertNotStale, type Seen } from '#domain/queue/stale-step'
import type { StatusChange } from '#domain/queue/transitions'
import type { PatientQueue } from '#domain/queues/patient-queue'
import { isEnabled } from '#domain/settings-record'
import { readOrderRules } from '../queries/settings.ts'
import { getUserId, type Tx } from '../write.ts'
import { getListedPatient, saveStep, saveUndo, toStepped } from './patient-steps.ts'
import { getChosenQueue } from './queues.ts'

export async function registerPatient(
  tx: Tx,
  input: RegistrationInput,
  by: 'somebody' | 'kiosk' = 'somebody',
) {
  const checked = validateRegistration(input)
  const registration = by === 'kiosk' ? { ...checked, type: KIOSK_TYPE } : checked
  await assertAsked(tx, registration)
  return addPatient(tx, registration, { queue: await getChosenQueue(tx, input.queueId) })
}

/** Rejects fields that the clinic's settings do not ask for. */
async function assertAsked({ db }: Tx, texts: StoredTexts) {
  const given = PATIENT_FIELD_NAMES.filter(field => texts[field] !== null)
  const limited = given.filter(field => PATIENT_FIELDS[field].asked)
  if (limited.length === 0) return
  const settings = await readSettings(db)
  for (const field of limited) {
    const { asked } = PATIENT_FIELDS[field]
    if (asked && !isEnabled(settings, asked.by))
      throw new DomainError(asked.refusal, { status: 400, field })
  }
}

type Place = { queue: PatientQueue | null; appointmentAt?: string }

export async function addPatient(tx: Tx, registration: Registration, place: Place) {
  const { db, now, days } = tx
  const { queue } = place
  const options = { ...place, day: days.today, now, byUserId: tx.by.user?.id ?? null }
  const id = await repository.createPatient(db, registration, options)
  const patient = await getListedPatient(tx, id)
  const next = { prefix: queue?.prefix || null, number: patient.number + 1 }
  return { patient, change: [{ kind: 'registered', patient, next }] satisfies Change }
}

export async function changeDetails(
  tx: Tx,
  id: number,
  { seenRegisteredAt, ...input }: RegistrationInput & Seen,
) {
  const listed = await getListedPatient(tx, id)
  assertNotStale(listed, { seenRegisteredAt })
  const { isPriority, priorityReason, isDiscreet } = listed
  // Omit a priority that stays, because its reason may have been forgotten.
  const keepsPriority = input.isPriority === undefined && input.priorityReason === undefined
  const known = { ...toStoredTexts(listed), isPriority: !keepsPriority && isPriority, isDiscreet }
  // Keep the type, because no client may send 'kiosk'.
  const { type: _, ...checked } = validateRegistration({ ...known, ...input })
  await assertAsked(
    tx,
    mapFields(field => (input[field] === undefined ? null : checked[field])),
  )
  const kept = keepsPriority ? { isPriority, priorityReason } : {}
  await repository.updateDetails(tx.db, id, { ...checked, ...kept })
  const patient = await getListedPatient(tx, id)
  return { patient, change: [toStepped(patient)] }
}

export async function changePatientStatus(tx: Tx, id: number, change: StatusChange) {
  const { db, days } = tx
  const before = await getListedPatient(tx, id)
  const roomId = change.windowId ?? before.room?.id ?? null
  if (change.windowId) await repository.releaseStaleRoom(db, days, change.windowId)
  const room = roomId === null ? null : await findRoom(db, roomId, days)
  if (change.windowId && !room) throw new DomainError('This room no longer exists', { status: 404 })
  const groupId = crypto.randomUUID()
  const { hold: rules } = await readOrderRules(db)
  return saveStep(tx, { before, change, room, groupId, rules })
}

export function bringBack(tx: Tx, id: number, seen: Seen = {}) {
  return changePatientStatus(tx, id, { ...seen, status: 'waiting' })
}

/** Keeps the row and its journey for the record. */
export async function deletePatient(tx: Tx, id: number, seen: Seen = {}) {
  const { db, now } = tx
  const patient = await getListedPatient(tx, id)
  assertNotStale(patient, seen)
  await repository.hidePatient(db, id, now)
  const groupId = crypto.randomUUID()
  await saveUndo(tx, { before: patient, patient, groupId, call: null, countedDown: [] })
  return { patient, change: [{ kind: 'gone', patientId: id }] satisfies Change }
}

export async function resetQueue(tx: Tx) {
  const userId = getUserId(tx)
  const deletedCount = await resets.resetQueue(tx.db, tx.days, tx.now, userId)
  return {
    deletedCount,
    change: [{ kind: 'reset' }] satisfies Change,
    log: ['queue reset', { userId, patients: deletedCount }] as const,
  }
}
