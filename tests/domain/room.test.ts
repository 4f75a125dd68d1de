import { describe, expect, test } from 'bun:test'
import { validateName } from '#domain/names'
import { withCurrentPatients } from '#domain/queue/lists'
import { getCallableRooms, getDeletionProblem } from '#domain/rooms/room'
import { splitRoom } from '#domain/rooms/room-label'
import { getDomainError } from '../support/domain-errors.ts'
import { aPatient, aRoom, inRoom } from '../support/samples.ts'

const OTHERS = [{ name: 'DISPENSARY' }, { name: 'Room 1' }]
const EMPTY = 'Room name is required'
const LONG = 'Room name must be at most 40 characters'

describe('the name of a room', () => {
  test.each([
    ['Room 2', 'Room 2'],
    ['  Room 6 - Dr. Aminah ', 'Room 6 - Dr. Aminah'],
    [` ${'x'.repeat(40)} `, 'x'.repeat(40)],
    // Forty letters, each with a vowel sign.
    ['கி'.repeat(40), 'கி'.repeat(40)],
  ])('"%s" is saved as "%s"', (typed, saved) => {
    expect(validateName('room', typed, OTHERS)).toBe(saved)
  })

  test.each([
    ['   ', EMPTY, 400],
    ['\u200b\u3164', EMPTY, 400],
    ['Room\u200b 1', 'A room named Room 1 already exists', 409],
    ['x'.repeat(41), LONG, 400],
    [' room 1 ', 'A room named room 1 already exists', 409],
    ['Ｒoom\u00a0１', 'A room named Ｒoom １ already exists', 409],
    ['Dispens\u00e1ry', 'A room named Dispens\u00e1ry already exists', 409],
  ] as const)('"%s" is rejected: %s', (typed, sentence, status) => {
    expect(getDomainError(() => validateName('room', typed, OTHERS))).toEqual({
      sentence,
      status,
      field: 'name',
    })
  })
})

const PERMANENT = 'A permanent room cannot be deleted'

test.each([
  ['is empty', aRoom(), null],
  [
    'has a patient',
    aRoom({ currentPatientId: 1 }),
    'This room has a patient and cannot be deleted',
  ],
  ['is permanent, with a patient', aRoom({ isPermanent: true, currentPatientId: 1 }), PERMANENT],
])('deleting a room that %s', (_, room, reason) => {
  expect(getDeletionProblem(room)).toBe(reason)
})

test("'Select Room for Call' lists the active rooms without DISPENSARY", () => {
  const rooms = [
    aRoom({ id: 1, name: 'DISPENSARY' }),
    aRoom({ id: 2, name: 'Room 1' }),
    aRoom({ id: 3, name: 'Room 2', isActive: false }),
    aRoom({ id: 4, name: 'Room 3' }),
  ]
  expect(getCallableRooms(rooms).map(({ name }) => name)).toEqual(['Room 1', 'Room 3'])
})

test.each([
  ['called', 7],
  ['in-progress', 7],
  // It was their last room.
  ['requeue', null],
] as const)('the current patient of a room is who is %s there: %p', (status, currentPatientId) => {
  const room1 = inRoom(aRoom())
  const place = currentPatientId === null ? { ...room1, room: null } : room1
  const patient = aPatient({ id: 7, name: 'MEI', number: 3, status, ...place })
  const rooms = [aRoom(), aRoom({ id: 3, currentPatientId: 99 })]
  const [first, second] = withCurrentPatients(rooms, [aPatient(), patient])
  const mei = {
    currentPatientId: 7,
    currentPatientName: 'MEI',
    currentPatientNumber: 3,
    currentPatientLabel: '003',
  }
  expect(first).toEqual({ ...aRoom(), ...(currentPatientId === null ? {} : mei) })
  expect(second).toEqual(aRoom({ id: 3 }))
})

test.each([
  ['Room 1 - Dr. Aminah', 'Room 1', 'Dr. Aminah'],
  ['X-Ray', 'X-Ray', ''],
  ['Room 2 - Dr. Lim - Mornings', 'Room 2', 'Dr. Lim - Mornings'],
  ['Room 3  -  Dr. Raj ', 'Room 3', 'Dr. Raj'],
  ['Room 4 \u2013 Dr. Ong', 'Room 4', 'Dr. Ong'],
  ['Room 5\u00a0\u2014 Dr. Tan - Mornings', 'Room 5', 'Dr. Tan - Mornings'],
  ['X\u2011Ray', 'X\u2011Ray', ''],
  [' - Dr. Siti', '- Dr. Siti', ''],
  ['Room 6 (Dr. Lee)', 'Room 6', 'Dr. Lee'],
  ['Bilik 7 [Dr. Wong - Pagi]', 'Bilik 7', 'Dr. Wong - Pagi'],
  ['3号房（陈医生）', '3号房', '陈医生'],
  ['Room 8 - Dr. Ng (locum)', 'Room 8', 'Dr. Ng (locum)'],
  ['(Dr. Siti)', '(Dr. Siti)', ''],
  ['Room 9 (', 'Room 9 (', ''],
])('"%s" is the place "%s" and the doctor "%s"', (label, place, doctor) => {
  expect(splitRoom({ name: label })).toEqual({ place, doctor })
})
