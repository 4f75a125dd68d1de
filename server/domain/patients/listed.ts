import type { Fact } from '../change.ts'
import type { CurrentDays } from '../time.ts'
import { isFinished, type Patient } from './patient.ts'

export function isListed(patient: Patient, { today, unfinishedSince }: CurrentDays) {
  return patient.day === today || (!isFinished(patient) && patient.registeredAt > unfinishedSince)
}

/** Returns null if the list must be fetched again. A call to a room removes its other patient. */
export function withChange(all: Patient[], facts: Fact<Patient | null>[]): Patient[] | null {
  // Patients contain the names of their room and queue, and a queue that ends moves its patients.
  if (facts.some(({ kind }) => kind === 'rooms' || kind === 'queues' || kind === 'all')) return null
  if (facts.some(({ kind }) => kind === 'reset')) return []
  const patients = facts.flatMap(fact => ('patient' in fact ? [fact.patient] : []))
  if (!patients.every(patient => patient !== null)) return null
  const changed = new Map(patients.map(patient => [patient.id, patient]))
  const gone = new Set(facts.map(fact => (fact.kind === 'gone' ? fact.patientId : null)))
  const taken = new Set(patients.map(({ room }) => room?.id))
  const next = all
    .filter(({ id }) => !gone.has(id))
    .map(patient => {
      const newer = changed.get(patient.id)
      changed.delete(patient.id)
      if (newer) return getNewer(patient, newer)
      return patient.room && taken.has(patient.room.id) ? { ...patient, room: null } : patient
    })
  return changed.size === 0 ? next : [...next, ...changed.values()].sort(byRegistration)
}

/** Keeps the known patient if it is newer than the change, which a longer journey shows. */
function getNewer(known: Patient, changed: Patient) {
  return changed.journey.length >= known.journey.length ? changed : known
}

export function byRegistration(a: Patient, b: Patient) {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return a.id - b.id
}
