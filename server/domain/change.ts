import type { Call } from './events.ts'
import type { Patient } from './patients/patient.ts'
import { type PatientJson, toPatientJson } from './patients/patient-json.ts'
import type { QueryKey } from './query-keys.ts'
import type { SettingKey } from './settings/settings-schema.ts'
import type { SettingTexts } from './settings-record.ts'

/** Everything that one write changed, so receivers can update without refetching. */
export type Change = Fact[]

/** `P` is the patient's current state, or null if the change came from another machine. */
export type Fact<P = Patient> =
  /** `next`: the number of the next registration with this prefix. General has no prefix. */
  | { kind: 'registered'; patient: P; next: { prefix: string | null; number: number } }
  /** A step of a patient, a countdown of a hold, or changed fields. */
  | { kind: 'stepped'; patient: P }
  | { kind: 'called'; patient: P; call: Call }
  /** The call was undone. A TV drops the call unless the announcement is finished. */
  | { kind: 'withdrawn'; patientId: number; patient: P | null }
  | { kind: 'gone'; patientId: number }
  /** All listed patients were removed, and numbers start at 1 again. */
  | { kind: 'reset' }
  | { kind: 'rooms' | 'queues' | 'appointments' | 'media' | 'tvs' }
  /** `shows`: other queries that contain the setting. */
  | { kind: 'setting'; key: SettingKey; value: string; shows: QueryKey[] }
  /** Facts cannot describe the whole change, so pages must refetch everything. */
  | { kind: 'all' }

type Effect = {
  queries: QueryKey[]
  isOfOrder?: true
}

const PATIENTS: QueryKey[] = ['patients', 'room-patients', 'stats', 'shown-calls']

export const EFFECTS: Record<Fact['kind'], Effect> = {
  registered: { queries: ['patients', 'stats', 'next-number'], isOfOrder: true },
  stepped: { queries: PATIENTS, isOfOrder: true },
  called: { queries: PATIENTS, isOfOrder: true },
  withdrawn: { queries: PATIENTS, isOfOrder: true },
  gone: { queries: PATIENTS, isOfOrder: true },
  reset: { queries: [...PATIENTS, 'next-number'], isOfOrder: true },
  rooms: { queries: [...PATIENTS, 'rooms'] },
  queues: { queries: [...PATIENTS, 'queues', 'next-number'], isOfOrder: true },
  appointments: { queries: ['appointments'] },
  media: { queries: ['media'] },
  tvs: { queries: ['tv-devices', 'stats'] },
  setting: { queries: ['settings'], isOfOrder: true },
  all: { queries: [], isOfOrder: true },
}

export function getChangedQueries(facts: FactJson[]): Set<QueryKey> {
  return new Set(
    facts.flatMap(fact => [
      ...EFFECTS[fact.kind].queries,
      ...(fact.kind === 'setting' ? fact.shows : []),
    ]),
  )
}

export function getSettings(facts: FactJson[]): Partial<SettingTexts> | null {
  const changed = facts.flatMap(fact => (fact.kind === 'setting' ? [[fact.key, fact.value]] : []))
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

export function mapPatient<P, Q>(fact: Fact<P>, map: (patient: P) => Q): Fact<Q> {
  if (!('patient' in fact)) return fact
  if (fact.kind !== 'withdrawn') return { ...fact, patient: map(fact.patient) }
  return { ...fact, patient: fact.patient === null ? null : map(fact.patient) }
}

/** Numbers the changes of a process without gaps. `boot` differs after each restart. */
export type Version = { boot: string; seq: number }

export function formatVersion({ boot, seq }: Version) {
  return `${boot}.${seq}`
}

export function parseVersion(text: string): Version {
  const [boot = '', seq] = text.split('.')
  return { boot, seq: Number(seq) }
}

export type FactJson = Fact<PatientJson | null>

/** `at`: the server's time, ISO 8601. */
export type ChangeJson = Version & { at: string; facts: FactJson[] }

export function toChangeJson(
  change: Fact<Patient | null>[],
  version: Version,
  at: string,
): ChangeJson {
  const toJson = (patient: Patient | null) => patient && toPatientJson(patient)
  return { ...version, at, facts: change.map(fact => mapPatient(fact, toJson)) }
}

/** A staff page sends this header with a write to get an `Answered` as the response. */
export const WITH_CHANGE_HEADER = 'x-with-change'
/** `change` is null in the response to a repeated request. */
export type Answered = { answer: unknown; change: ChangeJson | null }
