import type { Patient } from '#domain/patients/patient'
import { fromPatientJson, type PatientJson } from '#domain/patients/patient-json'
import { api, unwrap } from './api.ts'
import { POLL_MS } from './polling-intervals.ts'
import { query } from './query.ts'
import { serverNow } from './server-clock.ts'
import { shareUnchangedItems } from './structural-sharing.ts'

/** Far longer than an event takes on a bad network. */
const CLOCK_TOLERANCE_MS = 60_000

export function queryPatients(initial: Patient[]) {
  return query('patients', fetchPatients, initial, {
    every: POLL_MS.patients,
    onlyWithoutLive: true,
    merge: shareUnchangedItems,
    apply: withChanged,
  })
}

/** The list after an event about one patient; null if it may have changed more than this one. */
export function withChanged(all: Patient[], json: PatientJson): Patient[] | null {
  const patient = fromPatientJson(json)
  if (isOfAnotherTime(patient)) return null
  // A call brings those nearer who missed theirs.
  if (patient.status === 'called' && all.some(({ hold }) => hold?.kind === 'missed')) return null
  const known = all.find(({ id }) => id === patient.id)
  if (!known) return isNew(patient, all) ? [...all, patient] : null
  return withSaved(all, patient)
}

/** Ignores a response if an event already brought a newer patient, whose journey is longer. */
export function withSaved(all: Patient[], patient: Patient): Patient[] {
  return all.map(known => {
    const isOlder = known.journey.length <= patient.journey.length
    return known.id === patient.id && isOlder ? patient : known
  })
}

/** The server's clock was set: the fetch that follows corrects ours, which an event cannot. */
function isOfAnotherTime({ journey }: Patient) {
  const at = journey.at(-1)?.timestamp ?? ''
  return Math.abs(Date.parse(at) - Date.parse(serverNow())) > CLOCK_TOLERANCE_MS
}

function isNew({ id, journey }: Patient, all: Patient[]) {
  return journey.length === 1 && id > (all.at(-1)?.id ?? 0)
}

async function fetchPatients() {
  return (await unwrap(api.patients.$get())).map(fromPatientJson)
}
