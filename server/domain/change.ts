import type { Call } from './events.ts'
import type { Patient } from './patients/patient.ts'
import { type PatientJson, toPatientJson } from './patients/patient-json.ts'
import type { QueryKey } from './query-keys.ts'
import type { SettingKey } from './settings/settings-schema.ts'
import type { SettingTexts } from './settings-record.ts'

/** What one write has done, whole: who has it need not read it again. */
export type Change = Fact[]

/**
 * Named by the action; `EFFECTS` says what each makes out of date. `P` is a patient as they are now,
 * or null on the pages of another machine.
 */
export type Fact<P = Patient> =
  /** `next`: the number of the next registration with this prefix; General has none. */
  | { kind: 'registered'; patient: P; next: { prefix: string | null; number: number } }
  /** Also a patient of whom only a hold was counted down, or a field was changed. */
  | { kind: 'stepped'; patient: P }
  | { kind: 'called'; patient: P; call: Call }
  /** The call was taken back: a TV drops what it has not shown to its end. */
  | { kind: 'withdrawn'; patientId: number; patient: P | null }
  /** Deleted. */
  | { kind: 'gone'; patientId: number }
  /** Everybody who was listed is gone, and the numbers begin at 1. */
  | { kind: 'reset' }
  | { kind: 'rooms' | 'queues' | 'appointments' | 'media' | 'tvs' }
  /** `shows`: what shows the setting, other than the settings themselves. */
  | { kind: 'setting'; key: SettingKey; value: string; shows: QueryKey[] }
  /** More than this tells: everything must be read again. */
  | { kind: 'all' }

type Effect = {
  /** What is out of date on a staff page. */
  queries: QueryKey[]
  /** Somebody else may be next. */
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

/** What the facts make out of date on a staff page. */
export function getChangedQueries(facts: FactJson[]): Set<QueryKey> {
  return new Set(
    facts.flatMap(fact => [
      ...EFFECTS[fact.kind].queries,
      ...(fact.kind === 'setting' ? fact.shows : []),
    ]),
  )
}

/** The settings that have another value now; null if none has. */
export function getSettings(facts: FactJson[]): Partial<SettingTexts> | null {
  const changed = facts.flatMap(fact => (fact.kind === 'setting' ? [[fact.key, fact.value]] : []))
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

/** Replaces the patient of a fact that has one. */
export function mapPatient<P, Q>(fact: Fact<P>, map: (patient: P) => Q): Fact<Q> {
  if (!('patient' in fact)) return fact
  if (fact.kind !== 'withdrawn') return { ...fact, patient: map(fact.patient) }
  return { ...fact, patient: fact.patient === null ? null : map(fact.patient) }
}

/** The changes of a process: each follows the one before it. `boot` is another one after a restart. */
export type Version = { boot: string; seq: number }

export function formatVersion({ boot, seq }: Version) {
  return `${boot}.${seq}`
}

export function parseVersion(text: string): Version {
  const [boot = '', seq] = text.split('.')
  return { boot, seq: Number(seq) }
}

export type FactJson = Fact<PatientJson | null>

/** The change as a staff page receives it. `at` is the server's time, ISO 8601. */
export type ChangeJson = Version & { at: string; facts: FactJson[] }

export function toChangeJson(
  change: Fact<Patient | null>[],
  version: Version,
  at: string,
): ChangeJson {
  const toJson = (patient: Patient | null) => patient && toPatientJson(patient)
  return { ...version, at, facts: change.map(fact => mapPatient(fact, toJson)) }
}

/** A staff page asks for the change in the answer of its write, and gets an `Answered`. */
export const WITH_CHANGE_HEADER = 'x-with-change'
/** `change`: null for the answer to a repeated request. */
export type Answered = { answer: unknown; change: ChangeJson | null }
