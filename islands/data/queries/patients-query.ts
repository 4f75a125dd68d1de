import type { ChangeJson } from '#domain/change'
import type { Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { api, unwrap } from '../api.ts'
import { STAFF_POLL_MS } from '../polling-intervals.ts'
import { query } from '../query.ts'
import { shareUnchangedItems } from '../structural-sharing.ts'

export function queryPatients(initial: Patient[]) {
  return query('patients', fetchPatients, initial, {
    every: STAFF_POLL_MS.patients,
    onlyWithoutLive: true,
    merge: shareUnchangedItems,
    // A room's or a queue's name is also part of its patients, and a queue that ends moves them.
    apply: (all, change) => (change.rooms || change.queues ? null : withChange(all, change)),
  })
}

/** The list after a change, in the order of registration. */
export function withChange(all: Patient[], { patients = [], gone = [] }: ChangeJson): Patient[] {
  if (gone === 'all') return []
  const changed = new Map(patients.map(json => [json.id, fromPatientJson(json)]))
  const known = new Set(all.map(({ id }) => id))
  const added = [...changed.values()].filter(({ id }) => !known.has(id))
  const kept = all
    .filter(({ id }) => !gone.includes(id))
    .map(patient => getNewer(patient, changed.get(patient.id)))
  return added.length === 0 ? kept : [...kept, ...added].toSorted((a, b) => a.id - b.id)
}

/** A fetched patient may be newer than the change: the journey is longer then. */
function getNewer(known: Patient, changed: Patient | undefined) {
  return changed && changed.journey.length >= known.journey.length ? changed : known
}

async function fetchPatients() {
  return (await unwrap(api.patients.$get())).map(fromPatientJson)
}
