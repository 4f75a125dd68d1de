import type { TvPatient } from '#domain/display/tv-patient'
import { formatNumber } from '#domain/patients/patient'

export const SAMPLE_ROOM = { id: null, name: 'Room 1' }
export const SAMPLE_CURRENT = samplePatient(7, 'AHMAD BIN ALI', SAMPLE_ROOM.name)
export const SAMPLE_HISTORY = [
  samplePatient(6, 'TAN MEI LING', 'Room 2'),
  samplePatient(5, 'KAVITHA A/P RAJAN', 'DISPENSARY'),
  samplePatient(4, null, 'Room 1'),
  samplePatient(3, 'NUR AISYAH BINTI ROSLI', 'Room 2'),
]

function samplePatient(number: number, name: string | null, roomName: string): TvPatient {
  const room = { id: null, name: roomName }
  const label = formatNumber(number)
  const notCalled = { calledAt: null, callSequence: null }
  return { id: number, name, number, label, day: '', room, lastRoom: room, ...notCalled }
}
