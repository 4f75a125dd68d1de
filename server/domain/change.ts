import type { Call } from './events.ts'
import type { Patient } from './patients/patient.ts'

/** What one write changed, whole: who has it need not read it again. */
export type Change = {
  /** As they are now, also those of whom only a hold was counted down. */
  patients?: Patient[]
  call?: Call
  /** The patients whose call was taken back: a TV drops what it has not shown to its end. */
  withdrawn?: number[]
  /** The deleted patients, or everybody who was listed. */
  gone?: number[] | 'all'
  /** The next number is another one. */
  numbers?: true
  rooms?: true
  /** The keys of the settings, and `media`. */
  settings?: string[]
  tvs?: true
  /** More than this tells: everything must be read again. */
  all?: true
}
