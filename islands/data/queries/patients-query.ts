import { type FactJson, mapPatient } from '#domain/change'
import { withChange } from '#domain/patients/listed'
import type { Patient } from '#domain/patients/patient'
import { fromPatientJson, type PatientJson } from '#domain/patients/patient-json'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import { api, unwrap } from '../api.ts'
import { STAFF_POLL_MS } from '../polling-intervals.ts'
import { query, shareUnchangedItems } from '../query.ts'

export function queryPatients(initial: Patient[]) {
  return query('patients', fetchPatients, initial, {
    every: STAFF_POLL_MS.patients,
    onlyWithoutLive: true,
    merge: shareUnchangedItems,
    apply: (all, facts) => withChange(all, facts.map(fromFactJson)),
  })
}

async function fetchPatients() {
  return (await unwrap(api.patients.$get())).map(fromPatientJson)
}

const fromFactJson = (fact: FactJson) =>
  mapPatient(fact, (json: PatientJson | null) => json && fromPatientJson(json))

export function queryQueues(initial: ClinicQueue[]) {
  return query('queues', () => unwrap(api.queues.$get()), initial, { every: null })
}
