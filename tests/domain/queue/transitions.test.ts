import { describe, expect, test } from 'bun:test'
import type { Patient } from '#domain/patients/patient'
import { withCurrentPatients } from '#domain/queue/lists'
import { type StatusChange, transition } from '#domain/queue/transitions'
import type { Room } from '#domain/rooms/room'
import { getDomainError } from '../../support/domain-errors.ts'
import { aPatient, aRoom, inRoom, NOW } from '../../support/samples.ts'

const EARLIER = '2026-11-20T01:30:00.000Z'
const ROOM_1 = aRoom({ id: 2, name: 'Room 1' })
const ROOM_2 = aRoom({ id: 3, name: 'Room 2' })
const DISPENSARY = aRoom({ id: 1, name: 'DISPENSARY', isPermanent: true })
const READY = { readyForDispensary: true }
const CALLED = { status: 'called', calledAt: EARLIER } as const
const TREATED = { status: 'in-progress', calledAt: EARLIER } as const
const BACK = { status: 'requeue', calledAt: EARLIER, requeueReason: 'XRAY' } as const

const UNCALLED = 'no: This patient has not been called yet'
const STARTED = 'no: This patient is already in progress'
const THERE = 'no: This patient is already with the dispensary'
const DONE = 'no: This patient is already completed'
const BY_REQUEUE = 'no: Use Requeue to send this patient back to the queue'

const IN_2 = 'called in Room 2'
const IN_DISPENSARY = 'called in DISPENSARY'
const READY_THERE = 'called in DISPENSARY, ready'

// The columns are the STEPS below.
const MATRIX: [string, Patient, string[]][] = [
  ['waiting', aPatient(), [IN_2, IN_DISPENSARY, UNCALLED, UNCALLED, UNCALLED, UNCALLED]],
  [
    'waiting for the dispensary',
    aPatient({ ...READY, calledAt: EARLIER }),
    [IN_2, READY_THERE, UNCALLED, THERE, UNCALLED, UNCALLED],
  ],
  ['requeued', aPatient(BACK), [IN_2, IN_DISPENSARY, UNCALLED, UNCALLED, UNCALLED, UNCALLED]],
  [
    'requeued to the dispensary',
    aPatient({ ...BACK, ...READY }),
    [IN_2, READY_THERE, UNCALLED, THERE, UNCALLED, UNCALLED],
  ],
  [
    'called to Room 1',
    aPatient({ ...CALLED, ...inRoom(ROOM_1) }),
    [IN_2, IN_DISPENSARY, 'in-progress in Room 1', 'waiting, ready', 'requeue', 'completed'],
  ],
  [
    'treated in Room 1',
    aPatient({ ...TREATED, ...inRoom(ROOM_1) }),
    [IN_2, IN_DISPENSARY, STARTED, 'waiting, ready', 'requeue', 'completed'],
  ],
  [
    'called to DISPENSARY for medicine',
    aPatient({ ...CALLED, ...READY, ...inRoom(DISPENSARY) }),
    [IN_2, READY_THERE, 'in-progress in DISPENSARY, ready', THERE, 'requeue, ready', 'completed'],
  ],
  [
    'called to DISPENSARY straight away',
    aPatient({ ...CALLED, ...inRoom(DISPENSARY) }),
    [IN_2, IN_DISPENSARY, 'in-progress in DISPENSARY', THERE, 'requeue, ready', 'completed'],
  ],
  [
    'served in DISPENSARY',
    aPatient({ ...TREATED, ...READY, ...inRoom(DISPENSARY) }),
    [IN_2, READY_THERE, STARTED, THERE, 'requeue, ready', 'completed'],
  ],
  [
    'completed',
    aPatient({ status: 'completed', calledAt: EARLIER }),
    [DONE, DONE, DONE, DONE, DONE, DONE],
  ],
]

const STEPS = [
  { status: 'called', to: ROOM_2, description: 'called to Room 2' },
  { status: 'called', to: DISPENSARY, description: 'called to DISPENSARY' },
  { status: 'in-progress', to: null, description: 'taken in treatment' },
  { status: 'dispensary', to: null, description: 'sent to the dispensary' },
  { status: 'requeue', to: null, description: 'requeued' },
  { status: 'completed', to: null, description: 'completed' },
] as const

describe.each(MATRIX)('a patient who is %s', (_, patient, outcomes) => {
  const rooms = withCurrentPatients([ROOM_1, ROOM_2, DISPENSARY], [patient])
  const steps = STEPS.map((step, column) => ({
    ...step,
    expected: outcomes[column] ?? 'no column',
  }))

  test.each(steps)('and is to be $description: $expected', ({ status, to, expected }) => {
    const before = structuredClone(patient)
    const room = rooms.find(({ id }) => id === to?.id) ?? null
    expect(outcome(patient, status, room)).toBe(expected)
    expect(patient).toEqual(before)
  })

  test('is never put back to waiting by hand', () => {
    expect(outcome(patient, 'waiting', ROOM_1)).toBe(BY_REQUEUE)
  })
})

function outcome(patient: Patient, status: StatusChange['status'], room: Room | null) {
  try {
    const next = transition(patient, { status, requeueReason: 'Drip' }, room, NOW)
    const isCall = status === 'called'
    expect([next.isCall, next.patient.calledAt]).toEqual([isCall, isCall ? NOW : patient.calledAt])
    expect(next.patient.lastRoom).toEqual(isCall ? next.patient.room : patient.lastRoom)
    const where = next.patient.room ? ` in ${next.patient.room.name}` : ''
    return `${next.patient.status}${where}${next.patient.readyForDispensary ? ', ready' : ''}`
  } catch (cause) {
    return cause instanceof Error ? `no: ${cause.message}` : 'something else was thrown'
  }
}

describe('a call', () => {
  const call = (patient: Patient, room: Room | null) =>
    transition(patient, { status: 'called' }, room, NOW)

  test.each([
    ['without a room', null, 'Please select room first', 400, 'windowId'],
    ['to an inactive room', { isActive: false }, 'Room 1 is not active', 409, undefined],
    [
      'to a full room',
      { currentPatientId: 9 },
      'This room is serving another patient',
      409,
      undefined,
    ],
  ] as const)('%s is rejected', (_, overrides, sentence, status, field) => {
    const error = getDomainError(() => call(aPatient(), overrides && aRoom(overrides)))
    expect(error).toEqual({ sentence, status, field })
  })

  test.each([CALLED, TREATED])(
    'again in the same room renews the time of the call: $status',
    state => {
      const patient = aPatient({ ...state, ...inRoom(ROOM_1) })
      const again = call(patient, aRoom({ ...ROOM_1, currentPatientId: 1 }))
      expect(again.patient).toMatchObject({ status: 'called', calledAt: NOW, ...inRoom(ROOM_1) })
      expect(again.patient.journey.map(({ action }) => action)).toEqual(['called again'])
    },
  )
})

function move(
  patient: Patient,
  status: StatusChange['status'],
  room: Room | null = null,
  requeueReason: string | null = '  MGTT ',
) {
  return transition(patient, { status, requeueReason }, room, NOW).patient
}

test('the journey lists every step with the room, the previous room and the reason', () => {
  let patient = move(aPatient(), 'called', ROOM_1)
  patient = move(patient, 'called', ROOM_2)
  patient = move(patient, 'in-progress')
  patient = move(patient, 'requeue')
  expect(patient.requeueReason).toBe('MGTT')
  patient = move(patient, 'called', ROOM_1)
  patient = move(patient, 'dispensary')
  expect(patient.requeueReason).toBeNull()
  patient = move(patient, 'called', DISPENSARY)
  patient = move(patient, 'completed')
  const entry = { timestamp: NOW, roomName: null, requeueReason: null, fromRoom: null }
  expect(patient.journey).toEqual([
    { ...entry, action: 'called', roomName: 'Room 1' },
    { ...entry, action: 'called', roomName: 'Room 2', fromRoom: 'Room 1' },
    { ...entry, action: 'in progress', roomName: 'Room 2' },
    { ...entry, action: 'requeue', fromRoom: 'Room 2', requeueReason: 'MGTT' },
    { ...entry, action: 'called', roomName: 'Room 1' },
    { ...entry, action: 'dispensary', fromRoom: 'Room 1' },
    { ...entry, action: 'called', roomName: 'DISPENSARY' },
    { ...entry, action: 'completed', fromRoom: 'DISPENSARY' },
  ])
})

test('the requeue reason is free text of 100 characters, and is required', () => {
  const requeue = (requeueReason: string | null) =>
    move(aPatient({ ...CALLED, ...inRoom(ROOM_1) }), 'requeue', null, requeueReason).requeueReason
  expect(requeue(' back from the bank ')).toBe('back from the bank')
  expect(requeue('x'.repeat(100))).toBe('x'.repeat(100))
  const field = 'requeueReason'
  const error = { sentence: 'Requeue reason is required', status: 400, field } as const
  for (const none of ['', null, '   ']) {
    expect(getDomainError(() => requeue(none))).toEqual(error)
  }
  const sentence = 'Requeue reason must be at most 100 characters'
  expect(getDomainError(() => requeue('x'.repeat(101)))).toEqual({ ...error, sentence })
})
