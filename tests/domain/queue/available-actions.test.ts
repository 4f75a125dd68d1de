import { describe, expect, test } from 'bun:test'
import type { Patient } from '#domain/patients/patient'
import {
  type Action,
  getCallProblem,
  getPrimaryAction,
  getQueueActions,
  getRecallProblem,
} from '#domain/queue/available-actions'
import { aPatient, aRoom, inRoom } from '../../support/samples.ts'

const ROOM_1 = aRoom({ id: 2, name: 'Room 1' })
const ROOM_2 = aRoom({ id: 3, name: 'Room 2' })
const DISPENSARY = aRoom({ id: 1, name: 'DISPENSARY' })
const REQUEUED = { status: 'requeue', requeueReason: 'XRAY' } as const
const LAST_WAS_ROOM_1 = { lastRoom: inRoom(aRoom()).lastRoom }

const IN_PROGRESS: Action[] = ['Call Again', 'Dispense', 'Complete', 'Requeue', 'Delete']
const CALLED: Action[] = [
  'Call Again',
  'Dispense',
  'Complete',
  'Requeue',
  'Start',
  'Missed',
  'Delete',
]
const IN_DISPENSARY: Action[] = ['Call Again', 'Complete', 'Requeue', 'Delete']
const CALL_OR_RECALL: Action[] = ['Call', 'Recall to Last Room', 'Delete']

const CARDS: [string, Patient, Action[], Action][] = [
  ['waiting', aPatient(), ['Call', 'Delete'], 'Call'],
  [
    'waiting for the dispensary',
    aPatient({ readyForDispensary: true }),
    ['Call', 'Delete'],
    'Call',
  ],
  ['requeued', aPatient({ ...REQUEUED, ...LAST_WAS_ROOM_1 }), CALL_OR_RECALL, 'Call'],
  ['requeued from a room that is gone', aPatient(REQUEUED), ['Call', 'Delete'], 'Call'],
  ['called', aPatient({ status: 'called', ...inRoom(ROOM_1) }), CALLED, 'Dispense'],
  [
    'on hold after one missed call',
    aPatient({ ...REQUEUED, hold: { kind: 'missed', callsLeft: 3 }, missedCount: 1 }),
    ['Call', 'Bring Back', 'Delete'],
    'Call',
  ],
  [
    'on hold after two missed calls',
    aPatient({ ...REQUEUED, hold: { kind: 'missed', callsLeft: 3 }, missedCount: 2 }),
    ['Call', 'No-show', 'Bring Back', 'Delete'],
    'Call',
  ],
  ['in progress', aPatient({ status: 'in-progress', ...inRoom(ROOM_1) }), IN_PROGRESS, 'Dispense'],
  [
    'called to DISPENSARY',
    aPatient({ status: 'called', ...inRoom(DISPENSARY) }),
    ['Call Again', 'Complete', 'Requeue', 'Start', 'Missed', 'Delete'],
    'Complete',
  ],
  [
    'in progress in DISPENSARY',
    aPatient({ status: 'in-progress', readyForDispensary: true, ...inRoom(DISPENSARY) }),
    IN_DISPENSARY,
    'Complete',
  ],
]

describe.each(CARDS)('the card of a patient who is %s', (_, patient, actions, next) => {
  test(`offers ${actions.join(', ')}`, () => {
    expect(getQueueActions(patient)).toEqual(actions)
  })

  test(`puts ${next} first`, () => {
    expect(getPrimaryAction(patient)).toBe(next)
  })
})

test('a completed patient can only be deleted', () => {
  const completed = aPatient({ status: 'completed', ...LAST_WAS_ROOM_1 })
  expect([getQueueActions(completed), getPrimaryAction(completed)]).toEqual([['Delete'], null])
})

describe('the call button', () => {
  const inRoom1 = inRoom(ROOM_1)

  test.each([
    ['a waiting patient', aPatient(), ROOM_2],
    ['a patient in the selected room', aPatient({ status: 'called', ...inRoom1 }), ROOM_1],
    ['a patient while no room is selected', aPatient({ status: 'called', ...inRoom1 }), null],
    ['a requeued patient', aPatient({ ...REQUEUED, ...LAST_WAS_ROOM_1 }), ROOM_2],
    ['a requeued patient still shown in a room', aPatient({ ...REQUEUED, ...inRoom1 }), ROOM_2],
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
      const patient = aPatient({ status, ...inRoom1 })
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
