import { expect, test } from 'bun:test'
import { createQueueSound } from '../../../islands/desk/queue-alerts.ts'
import type { Patient } from '../../../server/domain/patients/patient.ts'
import { aPatient } from '../../support/samples.ts'

const LIMIT = 45
const NINE = Date.parse('2026-11-20T01:00:00.000Z')
const SECOND = 1_000
const MINUTE = 60_000

/** `look` shows the queue so long after 9:00; `rings` counts. */
function aDesk() {
  let rings = 0
  const watch = createQueueSound(() => rings++)
  return {
    rings: () => rings,
    look(afterMs: number, ...waiting: Patient[]) {
      const now = new Date(NINE + afterMs).toISOString()
      watch({ waiting, limitMinutes: LIMIT, now })
      return rings
    },
  }
}

const registered = (id: number, afterMs: number) =>
  aPatient({ id, registeredAt: new Date(NINE + afterMs).toISOString() })

test('rings once, 10 s after an empty queue got a patient who is still not called', () => {
  const desk = aDesk()
  desk.look(-9 * SECOND)
  desk.look(-8 * SECOND, registered(3, -8 * SECOND))
  const ali = registered(1, 5 * SECOND)
  desk.look(0)
  expect(desk.look(5 * SECOND, ali)).toBe(0)
  expect(desk.look(14_999, ali)).toBe(0)
  expect(desk.look(15 * SECOND, ali)).toBe(1)
  expect(desk.look(30 * SECOND, ali, registered(2, 25 * SECOND))).toBe(1)
})

test('rings when a patient passes the limit, once for each', () => {
  const desk = aDesk()
  const [ali, mei] = [registered(1, 0), registered(2, 5 * MINUTE)]
  desk.look(0, ali)
  expect(desk.look(LIMIT * MINUTE, ali, mei)).toBe(0)
  expect(desk.look((LIMIT + 1) * MINUTE, ali, mei)).toBe(1)
  expect(desk.look((LIMIT + 2) * MINUTE, ali, mei)).toBe(1)
  // Away for a call, and back.
  desk.look((LIMIT + 3) * MINUTE, mei)
  expect(desk.look((LIMIT + 4) * MINUTE, ali, mei)).toBe(1)
  expect(desk.look((LIMIT + 6) * MINUTE, ali, mei)).toBe(2)
})

test.each([0, 2 * 60 * MINUTE])(
  'is silent about who was there when the page was opened: %d',
  at => {
    const desk = aDesk()
    desk.look(at, registered(1, 0))
    expect(desk.look(at + MINUTE / 2, registered(1, 0))).toBe(0)
  },
)

test('is silent for whoever came early, or has just been sent for medicine', () => {
  const desk = aDesk()
  const appointmentAt = new Date(NINE + 60 * MINUTE).toISOString()
  const early = aPatient({ ...registered(1, 0), appointmentAt })
  const dispensed = (afterMs: number) => {
    const timestamp = new Date(NINE + afterMs).toISOString()
    const entry = { roomName: null, requeueReason: null, fromRoom: 'Room 1' }
    const journey = [{ action: 'dispensary' as const, timestamp, ...entry }]
    return aPatient({ ...registered(2, 0), readyForDispensary: true, journey })
  }
  desk.look(0, early)
  const medicine = dispensed(50 * MINUTE)
  expect(desk.look(51 * MINUTE, early, medicine)).toBe(0)
  expect(desk.look((50 + LIMIT + 1) * MINUTE, early, medicine)).toBe(1)
  expect(desk.look((60 + LIMIT + 1) * MINUTE, early, medicine)).toBe(2)
})
