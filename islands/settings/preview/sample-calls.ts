import type { TvPatient } from '#domain/display/tv-patient'

/** The call that a test of the sound makes: nobody was called by it. */
export const SAMPLE_CALL = {
  patientName: 'AHMAD BIN ALI',
  patientNumber: 7,
  windowName: 'Room 1',
}

const { patientName, patientNumber, windowName } = SAMPLE_CALL

/** Invented patients, for a display that is only tried out. */
export const SAMPLE_CURRENT = samplePatient(patientNumber, patientName, windowName)
export const SAMPLE_HISTORY = [
  samplePatient(6, 'TAN MEI LING', 'Room 2'),
  samplePatient(5, 'KAVITHA A/P RAJAN', 'DISPENSARY'),
  samplePatient(4, null, 'Room 1'),
  samplePatient(3, 'NUR AISYAH BINTI ROSLI', 'Room 2'),
]

function samplePatient(number: number, name: string | null, room: string): TvPatient {
  return {
    id: number,
    name,
    number,
    windowName: room,
    lastWindowName: room,
    calledAt: null,
    callSequence: null,
  }
}
