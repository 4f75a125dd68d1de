import { expect, test } from 'bun:test'
import { splitRoom } from '#domain/rooms/split-room'

test.each([
  ['Room 1 - Dr. Aminah', 'Room 1', 'Dr. Aminah'],
  ['Room 1', 'Room 1', ''],
  ['DISPENSARY', 'DISPENSARY', ''],
  ['X-Ray', 'X-Ray', ''],
  ['Room 2 - Dr. Lim - Mornings', 'Room 2', 'Dr. Lim - Mornings'],
  ['Room 3  -  Dr. Raj ', 'Room 3', 'Dr. Raj'],
  ['Room 4 - ', 'Room 4', ''],
  [' - Dr. Siti', '- Dr. Siti', ''],
  ['', '', ''],
])('"%s" is the room "%s" and the doctor "%s"', (label, room, doctor) => {
  expect(splitRoom(label)).toEqual({ room, doctor })
})
