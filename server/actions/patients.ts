import * as repository from '#db/repositories/patients'
import { findPatient } from '#db/repositories/patients'
import * as resets from '#db/repositories/queue-resets'
import { findRoom } from '#db/repositories/rooms'
import { saveUndoableStep } from '#db/repositories/undoable-steps'
import { DomainError } from '#domain/errors'
import { type Patient, toState } from '#domain/patients/patient'
import { type RegistrationInput, validateRegistration } from '#domain/patients/registration'
import { assertNotStale, type Seen } from '#domain/queue/stale-step'
import type { StatusChange } from '#domain/queue/transitions'
import { type App, getCurrentDays } from '../context.ts'
import { getOrderRules } from '../queries/settings.ts'
import { publishChange } from '../realtime/queue-changes.ts'
import { getListedPatient, saveStep } from './patient-steps.ts'

export async function registerPatient(
  app: App,
  input: RegistrationInput,
  byUserId: number,
): Promise<Patient> {
  const { write, channel, now } = app
  const registration = validateRegistration(input)

  const patient = await write(async tx => {
    const listed = getCurrentDays(app)
    const id = await repository.createPatient(tx, registration, {
      day: listed.today,
      now: now(),
      byUserId,
    })
    return findPatient(tx, id, listed)
  })
  if (!patient) throw new Error('a registered patient is not listed')

  publishChange(channel, { what: 'registered', patient })
  return patient
}

export async function changePatientStatus(
  app: App,
  id: number,
  change: StatusChange,
  byUserId: number,
): Promise<Patient> {
  const { write, channel, now } = app

  const { patient, call } = await write(async tx => {
    const listed = getCurrentDays(app)
    const before = await getListedPatient(tx, id, listed)
    const roomId = change.windowId ?? before.room?.id ?? null
    if (change.windowId) await repository.releaseStaleRoom(tx, listed, change.windowId)
    const room = roomId === null ? null : await findRoom(tx, roomId, listed)
    if (change.windowId && !room) {
      throw new DomainError('This room no longer exists', { status: 404 })
    }
    const groupId = crypto.randomUUID()
    const { hold: rules } = await getOrderRules(tx)
    return saveStep(tx, { before, change, room, now: now(), byUserId, groupId, rules })
  })

  publishChange(channel, call ? { what: 'called', call, patient } : { what: 'changed', patient })
  return patient
}

/** Hides a patient everywhere and frees the room; the row and its journey stay for the record. */
export async function deletePatient(app: App, id: number, seen: Seen = {}) {
  const { write, channel, now } = app

  const patient = await write(async tx => {
    const patient = await getListedPatient(tx, id, getCurrentDays(app))
    assertNotStale(patient, seen)
    await repository.hidePatient(tx, id, now())
    await saveUndoableStep(tx, {
      patientId: id,
      groupId: crypto.randomUUID(),
      state: toState(patient),
      steps: patient.journey.length,
      at: now(),
      callSequence: null,
      countedDown: [],
    })
    return patient
  })

  publishChange(channel, { what: 'deleted', patientId: id })
  return patient
}

/** Hides all listed patients and restarts the numbers at 1. Returns how many were hidden. */
export async function resetQueue(app: App, byUserId: number) {
  const { write, channel, log, now } = app

  const deletedCount = await write(tx =>
    resets.resetQueue(tx, getCurrentDays(app), now(), byUserId),
  )

  log('info', 'queue reset', { userId: byUserId, patients: deletedCount })
  publishChange(channel, { what: 'reset' })
  return deletedCount
}
