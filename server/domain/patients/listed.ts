import type { Change } from '../change.ts'
import type { CurrentDays } from '../time.ts'
import { isFinished, type Patient } from './patient.ts'

export function isListed(patient: Patient, { today, unfinishedSince }: CurrentDays) {
  return patient.day === today || (!isFinished(patient) && patient.registeredAt > unfinishedSince)
}

/** In the order of registration. Who is no longer listed leaves a room that another is called to. */
export function withChange(all: Patient[], { patients = [], gone = [] }: Change): Patient[] {
  const changed = new Map(patients.map(patient => [patient.id, patient]))
  const taken = new Set(patients.map(({ room }) => room?.id))
  const leave = (patient: Patient) =>
    patient.room && taken.has(patient.room.id) ? { ...patient, room: null } : patient
  const next = all
    .filter(({ id }) => gone !== 'all' && !gone.includes(id))
    .map(patient => {
      const newer = changed.get(patient.id)
      changed.delete(patient.id)
      return newer ?? leave(patient)
    })
  return changed.size === 0 ? next : [...next, ...changed.values()].sort(byRegistration)
}

export function byRegistration(a: Patient, b: Patient) {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return a.id - b.id
}
