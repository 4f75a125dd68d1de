import { describe, expect, test } from 'bun:test'
import type { Patient } from '#domain/patients/patient'
import {
  findCurrentCall,
  getCalledOn,
  getCallHistory,
  getClinicNow,
  getMissed,
  getQueueDepth,
  getQueueLists,
  getRecentRegistrations,
  getStats,
} from '#domain/queue/lists'
import { aPatient, aRoom, inRoom, KUALA_LUMPUR, TODAY } from '../../support/samples.ts'

const ROOM_1 = inRoom(aRoom({ id: 2, name: 'Room 1' }))
const DISPENSARY = inRoom(aRoom({ id: 1, name: 'DISPENSARY' }))
const YESTERDAY = '2026-11-19'

const QUEUE = [
  aPatient({ id: 9, readyForDispensary: true }),
  aPatient({ id: 8, status: 'in-progress', readyForDispensary: true, ...DISPENSARY }),
  aPatient({ id: 7, status: 'called', ...DISPENSARY }),
  aPatient({ id: 6, status: 'completed' }),
  aPatient({ id: 5, status: 'in-progress', ...ROOM_1 }),
  aPatient({ id: 4, status: 'called', ...inRoom(aRoom({ id: 3, name: 'Room 2' })) }),
  aPatient({ id: 3, status: 'requeue', requeueReason: 'XRAY' }),
  aPatient({ id: 2, status: 'requeue', isPriority: true, priorityReason: 'FEVER' }),
  aPatient({ id: 1 }),
  aPatient({ id: 10, isPriority: true, priorityReason: 'PREGNANT' }),
  aPatient({ id: 11, status: 'requeue', readyForDispensary: true, isPriority: true }),
  aPatient({ id: 12, day: YESTERDAY }),
]

const ids = (patients: Patient[]) => patients.map(({ id }) => id)

test('the queue depth counts each unfinished patient once', () => {
  expect(getQueueDepth(QUEUE)).toEqual({ waiting: 5, called: 2, 'in-progress': 2, dispensary: 2 })
})

test('every unfinished patient is in one list, in order of registration', () => {
  const lists = Object.entries(getQueueLists(QUEUE)).map(([list, all]) => [list, ids(all)])
  expect(Object.fromEntries(lists)).toEqual({
    priority: [2, 10],
    waiting: [12, 1, 3],
    active: [4, 5],
    dispensary: [7, 8, 9, 11],
  })
})

test('the dashboard counts who waits, who is called, who is completed today, and the rooms', () => {
  const today = QUEUE.filter(({ day }) => day === TODAY)
  const finished = [20, 21].map(id => aPatient({ id, status: 'completed', day: YESTERDAY }))
  expect(today).toHaveLength(11)
  const rooms = [aRoom(), aRoom({ id: 3 }), aRoom({ id: 4, isActive: false })]
  expect(getStats([...today, ...finished], rooms, TODAY)).toEqual({
    totalWaiting: 4,
    totalCalled: 4,
    totalCompleted: 1,
    totalMissed: 0,
    totalNoShow: 0,
    activeWindows: 2,
    totalWindows: 3,
  })
})

test('a look at the clinic: each active room, the longest wait, and how many are on hold', () => {
  const at = (minute: number) => `2026-11-20T01:${minute}:00.000Z`
  const hold = { kind: 'timed', until: at(50) } as const
  const patients = [
    aPatient({ number: 1, status: 'requeue', hold, registeredAt: at(10) }),
    aPatient({ number: 2, registeredAt: at(20) }),
    aPatient({ number: 3, registeredAt: at(15) }),
    aPatient({ number: 4, status: 'called', calledAt: at(40), ...ROOM_1 }),
  ]
  const rooms = [aRoom(), aRoom({ id: 3, name: 'Room 2' }), aRoom({ id: 4, isActive: false })]
  expect(getClinicNow(patients, rooms, at(45))).toEqual({
    rooms: [
      {
        room: 'Room 1',
        patient: { number: 4, label: '004', day: aPatient().day, name: 'ALI', status: 'called' },
        since: at(40),
      },
      { room: 'Room 2', patient: null, since: null },
    ],
    longestWait: { number: 3, label: '003', day: aPatient().day, name: 'ALI', since: at(15) },
    waitingSince: [at(15), at(20)],
    onHold: 1,
    away: 0,
  })
  const afterHold = { longestWait: { number: 1 }, onHold: 0 }
  expect(getClinicNow(patients, rooms, at(50))).toMatchObject(afterHold)
  const nobody = { rooms: [], longestWait: null, waitingSince: [], onHold: 0, away: 0 }
  expect(getClinicNow([], [], at(50))).toEqual(nobody)
  const away = { kind: 'away' } as const
  expect(getClinicNow([aPatient({ hold: away })], [], at(50))).toMatchObject({ onHold: 1, away: 1 })
})

test('who missed a call is known until the hold is over, the latest first', () => {
  const missed = (id: number, callsLeft: number) =>
    aPatient({ id, hold: { kind: 'missed', callsLeft }, callSequence: id })
  const hold = { kind: 'timed', until: '2026-11-20T09:00:00.000Z' } as const
  const patients = [missed(1, 3), missed(2, 0), missed(3, 1), aPatient({ id: 4, hold }), aPatient()]
  expect(ids(getMissed(patients, '2026-11-20T02:00:00.000Z'))).toEqual([3, 1])
})

/** Patient `id`, whose latest call was the clinic's call number `callSequence`. */
const called = (id: number, callSequence: number, overrides: Partial<Patient> = {}) =>
  aPatient({
    id,
    status: 'called',
    calledAt: '2026-11-20T02:00:00.000Z',
    callSequence,
    ...overrides,
  })

test('the current call is the latest of those called or in progress', () => {
  expect(findCurrentCall([])).toBeNull()
  expect(findCurrentCall([called(1, 5, { status: 'requeue' }), aPatient({ id: 2 })])).toBeNull()
  const setBack = { status: 'in-progress', calledAt: '2026-11-20T01:00:00.000Z' } as const
  const patients = [called(1, 3), called(2, 5, setBack), called(3, 4)]
  expect(findCurrentCall(patients)?.id).toBe(2)
  expect(findCurrentCall([...patients, called(4, 6, { status: 'completed' })])?.id).toBe(2)
})

describe('the call history', () => {
  const historyOf = (patients: Patient[]) =>
    ids(getCallHistory(getCalledOn(patients, TODAY, KUALA_LUMPUR), findCurrentCall(patients)))

  test('lists earlier calls newest first, finished patients too, without the current one', () => {
    const patients = [
      called(1, 2, { status: 'completed', calledAt: '2026-11-20T05:00:00.000Z' }),
      called(2, 9),
      called(3, 7),
      called(4, 8, { status: 'requeue' }),
      aPatient({ id: 5 }),
    ]
    expect(findCurrentCall(patients)?.id).toBe(2)
    expect(historyOf(patients)).toEqual([4, 3, 1])
  })

  test('is of today, counted from midnight at the clinic', () => {
    const done = { status: 'completed' } as const
    const patients = [
      called(1, 1, { ...done, calledAt: '2026-11-19T15:59:59.999Z' }),
      called(2, 2, { ...done, calledAt: '2026-11-19T16:00:00.000Z', day: YESTERDAY }),
      called(3, 3, { ...done, calledAt: '2026-11-20T15:59:59.999Z' }),
      called(4, 4, { ...done, calledAt: '2026-11-20T16:00:00.000Z' }),
    ]
    expect(historyOf(patients)).toEqual([3, 2])
  })
})

test('recent registrations are the ten newest of today, newest first', () => {
  const yesterday = aPatient({ id: 99, day: YESTERDAY })
  const patients = Array.from({ length: 12 }, (_, index) => aPatient({ id: index + 1 }))
  expect(ids(getRecentRegistrations([yesterday, ...patients], TODAY))).toEqual([
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
  ])
  expect(ids(getRecentRegistrations([aPatient(), yesterday], TODAY))).toEqual([1])
})

test('who came by a kiosk without a name stays among the recent ones while they wait', () => {
  const later = Array.from({ length: 10 }, (_, index) => aPatient({ id: index + 10 }))
  const kiosk = { type: 'kiosk', name: null }
  const first = [
    aPatient({ ...kiosk, id: 1 }),
    aPatient({ ...kiosk, id: 2, status: 'completed' }),
    aPatient({ ...kiosk, id: 3, name: 'ALI' }),
    aPatient({ id: 4, name: null }),
  ]
  const shown = getRecentRegistrations([...first, ...later], TODAY).map(({ id }) => id)
  expect(shown).toHaveLength(11)
  expect(shown.at(-1)).toBe(1)
})
