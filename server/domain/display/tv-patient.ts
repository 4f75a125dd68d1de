import type { Call } from '../events.ts'
import type { Patient } from '../patients/patient.ts'
import type { PatientRoom } from '../rooms/room.ts'
import type { TimeZone } from '../time.ts'
import { maskName, type NameMode, shortenName, type TvOptions } from './tv-options.ts'
import type { TvWords } from './words/translate.ts'

/** The data about a patient that a public display may have, without reasons or status. */
export type TvPatient = Pick<
  Patient,
  'id' | 'name' | 'number' | 'label' | 'day' | 'room' | 'lastRoom' | 'calledAt' | 'callSequence'
>

export type TvTile = { room: PatientRoom; patient: TvPatient | null }

export type ShownCalls = {
  current: TvPatient | null
  history: TvPatient[]
  queueTexts: string[]
  tiles: TvTile[]
  options: TvOptions
  /** Fixed words in the TV's languages; empty if the TV shows only English. */
  words: TvWords
  timeZone: TimeZone
  today: string
}

export function toTvPatient(patient: Patient, mode: NameMode): TvPatient {
  const { id, number, label, day, room, lastRoom, calledAt, callSequence } = patient
  const name = maskName(patient, mode)
  return { id, name, number, label, day, room, lastRoom, calledAt, callSequence }
}

export function maskCall(call: Call, { names }: Pick<TvOptions, 'names'>): Call {
  return { ...call, name: shortenName(call.name, names), queue: null }
}

/** Hides the names of discreet patients on the staff's display, as on the TVs. */
export function hideDiscreetName(patient: Patient): Patient {
  return { ...patient, name: maskName(patient, 'full') }
}
