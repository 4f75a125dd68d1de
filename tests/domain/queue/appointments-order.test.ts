import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Patient } from '#domain/patients/patient'
import { countAppointmentsInRow, findNext, getCallOrder } from '#domain/queue/next-patient'
import { DEFAULT_NEXT_RULES } from '#domain/queue/order-rules'
import { aPatient } from '../../support/samples.ts'

const at = (minute: number) => new Date(Date.parse('2026-11-20T01:00:00.000Z') + minute * 60_000)
const time = (minute: number) => at(minute).toISOString()

const walkIn = (id: number, came: number, more: Partial<Patient> = {}) =>
  aPatient({ id, number: id, registeredAt: time(came), ...more })
const expected = (id: number, came: number, appointment: number, more: Partial<Patient> = {}) =>
  walkIn(id, came, { appointmentAt: time(appointment), ...more })

const orderAt = (patients: Patient[], minute: number, appointmentsInRow = 0) =>
  getCallOrder(patients, {
    waitsFor: 'consultation',
    now: time(minute),
    rules: DEFAULT_NEXT_RULES,
    appointmentsInRow,
  }).map(({ id }) => id)

const nextAt = (patients: Patient[], minute: number, appointmentsInRow = 0) =>
  findNext(patients, {
    waitsFor: 'consultation',
    now: time(minute),
    rules: DEFAULT_NEXT_RULES,
    appointmentsInRow,
  })

describe('a patient with an appointment', () => {
  test('comes at the later of arrival and appointment, before who came later than that', () => {
    const patients = [
      walkIn(1, 12),
      expected(2, 0, 10),
      walkIn(3, 8),
      expected(4, 11, 2),
      expected(5, 0, 30),
    ]
    expect(orderAt(patients, 20)).toEqual([3, 2, 4, 1, 5])
  })

  test('is called before the time only while nobody else can be', () => {
    const early = expected(1, 0, 30)
    expect(nextAt([early, walkIn(2, 19)], 20)?.patient.id).toBe(2)
    const alone = nextAt([early], 20)
    expect([alone?.patient.id, alone?.why.reason]).toEqual([1, 'early'])
    expect(alone?.sentence).toBe('#001 is early, but no one else is ready.')
    // A priority patient, too.
    expect(orderAt([expected(1, 0, 40, { isPriority: true }), walkIn(2, 19)], 20)).toEqual([2, 1])
  })

  test('has waited since then', () => {
    expect(nextAt([expected(1, 0, 10)], 25)?.why.waitedMinutes).toBe(15)
    expect(nextAt([expected(1, 0, 10)], 56)?.why.reason).toBe('over-limit')
    expect(nextAt([expected(1, 0, 10)], 54)?.why.reason).toBe('longest-wait')
  })
})

test('after two appointments in a row, somebody who waits over the limit is called', () => {
  const patients = [
    expected(1, 0, 0),
    expected(2, 0, 1),
    expected(3, 0, 2),
    expected(4, 0, 3),
    expected(5, 0, 4),
    walkIn(6, 10),
    walkIn(7, 50),
  ]
  expect(orderAt(patients, 60)).toEqual([1, 2, 6, 3, 4, 5, 7])
  expect(orderAt(patients, 60, 2)).toEqual([6, 1, 2, 3, 4, 5, 7])
  expect(orderAt(patients, 60, 1)).toEqual([1, 6, 2, 3, 4, 5, 7])
  // Nobody waits over the limit yet.
  expect(orderAt(patients, 50, 2)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(nextAt(patients, 60, 2)?.why.reason).toBe('over-limit')
})

test('who was called between two appointments ends no row at the place of before', () => {
  const patients = [expected(1, 0, 0), walkIn(2, 1), walkIn(3, 0), expected(4, 0, 0)]
  patients.push(expected(5, 0, 0))
  expect(orderAt(patients, 100, 2)).toEqual([3, 1, 4, 2, 5])
})

test('those in a row are the last of these queues, each by the newest call', () => {
  const lim = { id: 1, name: 'Dr. Lim', prefix: null }
  const called = (callSequence: number, appointmentAt?: string, more: Partial<Patient> = {}) => {
    const lastRoom = { id: 2, name: 'Room 1' }
    return aPatient({ callSequence, lastRoom, ...(appointmentAt && { appointmentAt }), ...more })
  }
  const general = new Set([null])
  const count = (patients: Patient[], served: Set<number | null> = general) =>
    countAppointmentsInRow(patients, served)
  expect(count([])).toBe(0)
  expect(count([called(1), called(2, time(0))])).toBe(1)
  expect(count([called(3, time(0)), called(2, time(0)), called(1, time(0))])).toBe(2)
  expect(count([called(3), called(2, time(0))])).toBe(0)
  expect(count([called(3, time(0), { queue: lim }), called(2)])).toBe(0)
  expect(count([called(3, time(0), { queue: lim }), called(2)], new Set([1]))).toBe(1)
  const dispensary = { lastRoom: { id: 1, name: 'DISPENSARY' } }
  expect(count([called(3, undefined, dispensary), called(2, time(0))])).toBe(1)
})

const people = fc.array(
  fc.record({
    came: fc.integer({ min: 0, max: 100 }),
    appointment: fc.option(fc.integer({ min: 0, max: 120 })),
    isPriority: fc.boolean(),
  }),
  { maxLength: 30 },
)

test('nobody is lost or twice in any order, and walk-ins over the limit wait for two at most', () => {
  fc.assert(
    fc.property(people, fc.integer({ min: 0, max: 2 }), (all, inRow) => {
      const patients = all.map(({ came, appointment, isPriority }, index) => {
        const more = { isPriority }
        return appointment === null
          ? walkIn(index + 1, came, more)
          : expected(index + 1, came, appointment, more)
      })
      const ids = orderAt(patients, 100, inRow)
      expect(ids.toSorted((a, b) => a - b)).toEqual(patients.map(({ id }) => id))
      const byId = new Map(patients.map(patient => [patient.id, patient]))
      const order = ids.map(id => byId.get(id) as Patient)
      const isOver = (one: Patient) => !one.appointmentAt && one.registeredAt < time(55)
      let row = inRow
      for (const [index, one] of order.entries()) {
        row = one.appointmentAt ? row + 1 : 0
        if (row > 2) expect(order.slice(index).some(isOver)).toBe(false)
      }
    }),
  )
})
