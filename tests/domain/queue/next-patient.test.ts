import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Patient } from '#domain/patients/patient'
import { findNext, listNext } from '#domain/queue/next-patient'
import { DEFAULT_NEXT_RULES, type NextRules, PRIORITY_WEIGHTS } from '#domain/queue/order-rules'
import { toTicketViews } from '#domain/tickets/ticket-view'
import { MINUTE_MS } from '#domain/time'
import { aPatient, NOW } from '../../support/samples.ts'

const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * MINUTE_MS).toISOString()

/** Number and id are `number`; registered so many minutes ago. */
function waits(number: number, minutes: number, others: Partial<Patient> = {}) {
  return aPatient({ id: number, number, registeredAt: ago(minutes), ...others })
}

const priority = { isPriority: true, priorityReason: 'OLD' }
const missed = (callsLeft: number) =>
  ({
    status: 'requeue',
    requeueReason: 'Missed',
    hold: { kind: 'missed', callsLeft },
    missedCount: 1,
  }) as const

/** Until so many minutes from now. */
const timed = (minutes: number) =>
  ({
    status: 'requeue',
    requeueReason: 'MGTT',
    hold: { kind: 'timed', until: ago(-minutes) },
  }) as const

const next = (patients: Patient[], rules: Partial<NextRules> = {}) =>
  findNext(patients, {
    waitsFor: 'consultation',
    now: NOW,
    rules: { ...DEFAULT_NEXT_RULES, ...rules },
  })

test('nobody waiting is null, and who is called, finished or elsewhere does not wait', () => {
  expect(next([])).toBeNull()
  const others = [
    aPatient({ status: 'called' }),
    aPatient({ status: 'completed' }),
    aPatient({ status: 'no-show' }),
    aPatient({ readyForDispensary: true }),
  ]
  expect(next(others)).toBeNull()
})

test('the dispensary has its own queue, and no wait is negative', () => {
  const forMedicine = waits(2, -30, { readyForDispensary: true })
  const options = { waitsFor: 'dispensary', now: NOW, rules: DEFAULT_NEXT_RULES } as const
  expect(findNext([waits(1, 10), forMedicine], options)).toMatchObject({
    patient: { id: 2 },
    why: { waitedMinutes: 0 },
  })
})

test('the longest wait is next, priority counts double, and it says why', () => {
  expect(next([waits(1, 5), waits(2, 12)])).toMatchObject({
    patient: { number: 2 },
    why: { reason: 'longest-wait', waitedMinutes: 12, weight: 1, overLimit: false, passedOver: [] },
    sentence: '#002: 12 min, the longest wait.',
  })
  const passedOver = [{ id: 39, number: 39, waitedMinutes: 44 }]
  expect(next([waits(39, 44), waits(42, 31, priority)])).toMatchObject({
    patient: { number: 42 },
    why: { reason: 'priority', weight: 2, passedOver },
    sentence: '#042: 31 min, priority counts double. #039 has waited 44 min.',
  })
  expect(next([waits(39, 44), waits(42, 21, priority)])?.patient.number).toBe(39)
})

test.each([
  [1, 1],
  [1.5, 2],
  [2, 2],
  [3, 2],
  ['always', 2],
] as const)('with the weight %j number %d is next', (weight, number) => {
  expect(next([waits(1, 40), waits(2, 30, priority)], { weight })?.patient.number).toBe(number)
})

test('whoever waits longer than the limit goes first, the longest wait first', () => {
  expect(next([waits(1, 46), waits(2, 45, priority)])).toMatchObject({
    patient: { number: 1 },
    why: { reason: 'over-limit', overLimit: true },
    sentence: '#001: 46 min, longer than 45 min.',
  })
  expect(next([waits(1, 45), waits(2, 44, priority)])?.patient.number).toBe(2)
  const both = [waits(1, 46), waits(2, 50, priority)]
  expect(next(both, { weight: 'always' })?.patient.number).toBe(2)
})

test('a patient on hold is passed over until the hold is over', () => {
  expect(next([waits(1, 40, missed(1)), waits(2, 3)])?.patient.number).toBe(2)
  expect(next([waits(1, 40, missed(0)), waits(2, 3)])).toMatchObject({
    patient: { number: 1 },
    sentence: '#001 missed a call and is next again.',
  })
  expect(next([waits(1, 120, timed(1))])).toBeNull()
  expect(next([waits(1, 120, timed(0))])?.patient.number).toBe(1)
})

test.each([
  ['No one else waits.', []],
  ['Everyone else is on hold.', [waits(2, 30, missed(2))]],
  ['Everyone else is on hold.', [waits(2, 30, timed(5))]],
])('who missed a call comes at once: %s', (sentence, others) => {
  expect(next([waits(1, 40, missed(3)), ...others])).toMatchObject({
    patient: { number: 1 },
    why: { reason: 'nobody-free' },
    sentence: `#001 missed a call. ${sentence}`,
  })
})

test('who waits in a queue of other rooms is not nobody', () => {
  const other = { ...waits(2, 50), queue: { id: 7, name: 'Dr. Lim', prefix: null } }
  const served = new Set([null])
  const turn = { waitsFor: 'consultation', served, now: NOW, rules: DEFAULT_NEXT_RULES } as const
  expect(findNext([waits(1, 40, missed(3)), other], turn)?.sentence).toBe(
    '#001 missed a call. No one else waits for this room.',
  )
})

const anyPatients = fc
  .array(fc.record({ minutes: fc.integer({ min: -5, max: 120 }), isPriority: fc.boolean() }), {
    minLength: 1,
    maxLength: 30,
  })
  .map(all =>
    all.map(({ minutes, isPriority }, index) =>
      waits(index + 1, minutes, isPriority ? priority : {}),
    ),
  )

test('nobody over the limit is passed by a later comer, whatever the weight', () => {
  const rules = fc.record({
    weight: fc.constantFrom(...PRIORITY_WEIGHTS),
    limitMinutes: fc.integer({ min: 5, max: 90 }),
  })
  fc.assert(
    fc.property(anyPatients, rules, (patients, rules) => {
      const chosen = next(patients, rules)?.patient
      const isOver = ({ registeredAt }: Patient) => registeredAt < ago(rules.limitMinutes)
      for (const other of patients.filter(isOver)) {
        expect(other.registeredAt >= (chosen?.registeredAt ?? '')).toBe(true)
      }
    }),
  )
})

test('the first of each queue is next, as their tickets say', () => {
  const queues = ['Dr. Lim', 'Blood test'].map((name, index) => ({
    ...{ id: index + 1, name, prefix: null },
  }))
  const [lim = null, blood = null] = queues
  const patients = [
    waits(1, 30, timed(5)),
    waits(2, 20),
    waits(3, 15, priority),
    waits(4, 10, { queue: lim }),
    waits(5, 9, { queue: lim, ...priority }),
    waits(6, 40, { queue: blood, readyForDispensary: true }),
    waits(7, 40, { queue: blood, ...missed(2) }),
  ]
  const ids = listNext(patients, NOW, DEFAULT_NEXT_RULES).map(({ id }) => id)
  expect(ids).toEqual([3, 5])
  const options = { now: NOW, rules: DEFAULT_NEXT_RULES, getRange: () => null }
  const told = [...toTicketViews(patients, options)].filter(([, { state }]) => state === 'next')
  expect(told.map(([id]) => id)).toEqual(ids)
})
