import type { Call } from './events.ts'
import type { Patient } from './patients/patient.ts'
import { type PatientJson, toPatientJson } from './patients/patient-json.ts'
import type { ChangedKey, SettingTexts } from './settings-record.ts'

/** What one write changed, whole: who has it need not read it again. */
export type Change = {
  /** As they are now, also those of whom only a hold was counted down. */
  patients?: Patient[]
  call?: Call
  /** The patients whose call was taken back: a TV drops what it has not shown to its end. */
  withdrawn?: number[]
  /** The deleted patients, or everybody who was listed. */
  gone?: number[] | 'all'
  /** That of the next registration, if it is another one now; `nextOf` is its prefix, if it has one. */
  nextNumber?: number
  nextOf?: string
  rooms?: true
  queues?: true
  appointments?: true
  /** The settings that have another value now. */
  settings?: Partial<SettingTexts>
  /** The pictures and links of the displays. */
  media?: true
  tvs?: true
  /** More than this tells: everything must be read again. */
  all?: true
}

/** As the specified event names them. */
export function getChangedKeys({
  settings = {},
  media,
}: Pick<Change, 'settings' | 'media'>): ChangedKey[] {
  // Safe: these are the keys of settings.
  const keys = Object.keys(settings) as ChangedKey[]
  return media ? ['media', ...keys] : keys
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

/** The change as a staff page receives it. `at` is the server's time, ISO 8601. */
export type ChangeJson = Version & { at: string; patients?: PatientJson[] } & Omit<
    Change,
    'patients'
  >

export function toChangeJson(change: Change, version: Version, at: string): ChangeJson {
  const { patients, ...others } = change
  return { ...version, at, ...others, ...(patients && { patients: patients.map(toPatientJson) }) }
}

/** A staff page asks for the change in the answer of its write, and gets an `Answered`. */
export const WITH_CHANGE_HEADER = 'x-with-change'
/** `change`: null for the answer to a repeated request. */
export type Answered = { answer: unknown; change: ChangeJson | null }
