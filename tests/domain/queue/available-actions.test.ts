import { describe, expect, test } from 'bun:test'
import type { Patient } from '#domain/patients/patient'
import { getCallProblem, getQueueActions, getRecallProblem } from '#domain/queue/available-actions'
import { aPatient, aRoom, inRoom } from '../../support/samples.ts'

const ROOM_1 = aRoom({ id: 2, name: 'Room 1' })
const ROOM_2 = aRoom({ id: 3, name: 'Room 2' })
const DISPENSARY = aRoom({ id: 1, name: 'DISPENSARY' })
const REQUEUED = { status: 'requeue', requeueReason: 'XRAY' } as const
const LAST_WAS_ROOM_1 = { lastRoom: inRoom(aRoom()).lastRoom }

const MISSED = { ...REQUEUED, hold: { kind: 'missed', callsLeft: 3 } } as const
const IN_1 = inRoom(ROOM_1)

const CARDS: [string, Partial<Patient>, string][] = [
  ['waiting', {}, 'Call, Delete'],
  ['waiting for the dispensary', { readyForDispensary: true }, 'Call, Delete'],
  ['requeued', { ...REQUEUED, ...LAST_WAS_ROOM_1 }, 'Call, Recall to Last Room, Delete'],
  ['requeued from a room that is gone', REQUEUED, 'Call, Delete'],
  [
    'called',
    { status: 'called', ...IN_1 },
    'Call Again, Dispense, Complete, Requeue, Start, Missed, Delete',
  ],
  ['on hold after one missed call', { ...MISSED, missedCount: 1 }, 'Call, Bring back, Delete'],
  ['after two missed calls', { ...MISSED, missedCount: 2 }, 'Call, No-show, Bring back, Delete'],
  [
    'in progress',
    { status: 'in-progress', ...IN_1 },
    'Call Again, Dispense, Complete, Requeue, Delete',
  ],
  [
    'called to DISPENSARY',
    { status: 'called', ...inRoom(DISPENSARY) },
    'Call Again, Complete, Requeue, Start, Missed, Delete',
  ],
  [
    'in progress in DISPENSARY',
    { status: 'in-progress', readyForDispensary: true, ...inRoom(DISPENSARY) },
    'Call Again, Complete, Requeue, Delete',
  ],
  ['completed', { status: 'completed', ...LAST_WAS_ROOM_1 }, 'Delete'],
]

test.each(CARDS)('a patient who is %s can be %j', (_, state, actions) => {
  expect(getQueueActions(aPatient(state)).join(', ')).toBe(actions)
})

describe('the call button', () => {
  test.each([
    ['a waiting patient', aPatient(), ROOM_2],
    ['a patient in the selected room', aPatient({ status: 'called', ...IN_1 }), ROOM_1],
    ['a patient while no room is selected', aPatient({ status: 'called', ...IN_1 }), null],
    ['a requeued patient', aPatient({ ...REQUEUED, ...LAST_WAS_ROOM_1 }), ROOM_2],
    ['a requeued patient still shown in a room', aPatient({ ...REQUEUED, ...IN_1 }), ROOM_2],
    [
      'a patient who is ready for the dispensary',
      aPatient({ status: 'called', readyForDispensary: true, ...inRoom(DISPENSARY) }),
      ROOM_2,
    ],
  ])('is free for %s', (_, patient, selected) => {
    expect(getCallProblem(patient, selected)).toBeNull()
  })

  test.each(['called', 'in-progress'] as const)(
    'does not take a patient (%s) out of the room of another desk',
    status => {
      const patient = aPatient({ status, ...IN_1 })
      expect(getCallProblem(patient, ROOM_2)).toBe('This patient is in Room 1')
    },
  )
})

test('Recall to Last Room is disabled where that room cannot be called to', () => {
  const requeued = aPatient({ ...REQUEUED, ...LAST_WAS_ROOM_1 })
  const room = { ...ROOM_1, isActive: true, currentPatientId: null }
  expect(getRecallProblem(requeued, [room])).toBeNull()
  expect(getRecallProblem(requeued, [])).toBeNull()
  expect(getRecallProblem(requeued, [{ ...room, isActive: false }])).toBe('Room 1 is not active')
  const taken = { ...room, currentPatientId: requeued.id + 1 }
  expect(getRecallProblem(requeued, [taken])).toBe('Room 1 is serving another patient')
})
