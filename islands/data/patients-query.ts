import type { Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { api, unwrap } from './api.ts'
import { POLL_WITHOUT_LIVE_MS } from './polling-intervals.ts'
import { query } from './query.ts'
import { shareUnchangedItems } from './structural-sharing.ts'

/** The listed patients; one that has not changed stays the same object. */
export function queryPatients(initial: Patient[]) {
  return query('patients', fetchPatients, initial, {
    every: POLL_WITHOUT_LIVE_MS.patients,
    onlyWithoutLive: true,
    merge: shareUnchangedItems,
  })
}

async function fetchPatients() {
  return (await unwrap(api.patients.$get())).map(fromPatientJson)
}
