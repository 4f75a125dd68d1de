import type { Call } from '../events.ts'
import type { Patient } from '../patients/patient.ts'
import type { PatientRoom } from '../rooms/room.ts'
import type { TimeZone } from '../time.ts'
import { maskName, type NameMode, shortenName, type TvOptions } from './tv-options.ts'
import type { TvWords } from './words/translate.ts'

/** What a public display may know of a patient: no reasons, no status. */
export type TvPatient = Pick<
  Patient,
  'id' | 'name' | 'number' | 'label' | 'day' | 'room' | 'lastRoom' | 'calledAt' | 'callSequence'
>

export type TvTile = { room: PatientRoom; patient: TvPatient | null }

export type ShownCalls = {
  current: TvPatient | null
  history: TvPatient[]
  /** What the line below the calls says; without any there is no line. */
  queueTexts: string[]
  tiles: TvTile[]
  options: TvOptions
  /** The fixed words in the TV's languages; empty in English. */
  words: TvWords
  timeZone: TimeZone
  /** The clinic's day, YYYY-MM-DD. */
  today: string
}

export function toTvPatient(patient: Patient, mode: NameMode): TvPatient {
  const { id, number, label, day, room, lastRoom, calledAt, callSequence } = patient
  const name = maskName(patient, mode)
  return { id, name, number, label, day, room, lastRoom, calledAt, callSequence }
}

/** A call as a TV may know it. */
export function maskCall(call: Call, { names }: Pick<TvOptions, 'names'>): Call {
  return { ...call, name: shortenName(call.name, names), queue: null }
}

/** The staff's own display shows what the TVs do. */
export function hideDiscreetName(patient: Patient): Patient {
  return { ...patient, name: maskName(patient, 'full') }
}
