import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { JourneyEntry } from '#domain/patients/patient'
import {
  getCoverage,
  getQuantile,
  type History,
  type Judged,
  NO_HISTORY,
  replayDay,
} from '#domain/queue/estimates'
import { DEFAULT_NEXT_RULES } from '#domain/queue/order-rules'
import { type QueueDay, toQueueDay } from '#domain/queue/queue-day'
import { MINUTE_MS } from '#domain/time'
import { createSeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { aPatient } from '../../support/samples.ts'
import { simulateDay } from '../../support/simulated-day.ts'

const rules = DEFAULT_NEXT_RULES
const OPENING = Date.parse('2026-11-20T00:00:00.000Z')
const at = (minute: number) => OPENING + minute * MINUTE_MS
const WHOLE_DAY = { rules, until: Number.POSITIVE_INFINITY }

/** Known clinics call every six minutes in each room. */
const KNOWN: History = { gaps: Array.from({ length: 40 }, () => 6), errorMinutes: [] }

/** `rooms` that call together every six minutes until `minutes`, while somebody always waits. */
function aDay({ rooms = 2, minutes = 60 } = {}): QueueDay {
  const turns = Array.from({ length: Math.floor(minutes / 6) + 1 }, (_, turn) => turn * 6)
  const calls = turns.flatMap(minute =>
    Array.from({ length: rooms }, (_, room) => ({
      id: minute * 10 + room,
      at: at(minute),
      room: `Room ${room}`,
    })),
  )
  const waiting = { id: -1, registeredAt: new Date(OPENING).toISOString(), isPriority: false }
  return { stays: [{ ...waiting, from: OPENING, to: null }], arrivals: [], calls }
}

describe('on thirty simulated days', () => {
  test.each([
    [101, 300, 6],
    [102, 120, 3],
    [103, 200, 4],
  ])('seed %d, %d patients, %d rooms: the ranges are right', (seed, patients, rooms) => {
    const random = createSeededRandom(seed)
    let history = NO_HISTORY
    const judged: Judged[] = []
    for (let index = 0; index < 30; index++) {
      const day = toQueueDay(simulateDay(random, index, { patients, rooms }), 'consultation')
      const replay = replayDay(day, history, WHOLE_DAY)
      history = replay.history
      judged.push(...replay.judged)
    }
    const { count, inside, longer } = getCoverage(judged)
    expect(count).toBeGreaterThan(30 * patients * 0.9)
    expect(inside / count).toBeWithin(0.75, 0.92)
    expect(longer / count).toBeLessThan(0.15)
    expect(
      getQuantile(
        judged.map(({ range }) => range.high - range.low),
        0.5,
      ),
    ).toBeLessThan(26)
    expect(history.errorMinutes.length).toBe(400)
  })
})

describe('a range', () => {
  test('grows with the people ahead, and shrinks with the rooms', () => {
    const gap = fc.double({ min: 0.1, max: 90, noNaN: true })
    const miss = fc.double({ min: -30, max: 60, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(gap, { minLength: 20, maxLength: 60 }),
        fc.array(miss, { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 40 }),
        (gaps, errorMinutes, rooms, ahead) => {
          const day = { ...aDay({ rooms, minutes: 0 }) }
          const { forecast } = replayDay(day, { gaps, errorMinutes }, WHOLE_DAY)
          const [fewer, more] = [forecast(ahead, at(0), rooms), forecast(ahead + 1, at(0), rooms)]
          expect(fewer?.low).toBeGreaterThanOrEqual(0)
          expect(fewer?.low ?? 0).toBeLessThanOrEqual(more?.low ?? -1)
          expect(fewer?.high ?? 0).toBeLessThanOrEqual(more?.high ?? -1)
          expect([(fewer?.low ?? 1) % 5, (fewer?.high ?? 1) % 5]).toEqual([0, 0])
          expect(fewer?.high ?? 0).toBeGreaterThan(fewer?.low ?? 0)
        },
      ),
    )
  })

  test('is that of the rooms that call: ten people, two rooms, six minutes each', () => {
    const { forecast } = replayDay(aDay(), KNOWN, WHOLE_DAY)
    expect(forecast(10, at(60), 2)).toEqual({ low: 30, high: 35 })
    expect(forecast(10, at(60), 1)).toEqual({ low: 60, high: 70 })
    expect(forecast(0, at(60), 2)).toEqual({ low: 0, high: 5 })
  })
})

describe('no range is shown', () => {
  test('under twenty gaps, as on the first morning of a clinic', () => {
    const few = replayDay(aDay({ minutes: 54 }), NO_HISTORY, WHOLE_DAY)
    expect([few.history.gaps.length, few.forecast(3, at(54), 2)]).toEqual([18, null])
    expect(replayDay(aDay(), NO_HISTORY, WHOLE_DAY).forecast(3, at(60), 2)).not.toBeNull()
  })
  test('with no room open, or none that called for three times the usual gap', () => {
    const { forecast } = replayDay(aDay(), KNOWN, WHOLE_DAY)
    expect(forecast(3, at(60), 0)).toBeNull()
    expect(forecast(3, at(78), 2)).not.toBeNull()
    expect(forecast(3, at(78.1), 2)).toBeNull()
    const silent = replayDay({ stays: [], arrivals: [], calls: [] }, KNOWN, WHOLE_DAY)
    expect(silent.forecast(3, at(60), 2)).toBeNull()
  })
  test('when fewer than 70 % of the day were right', () => {
    const day = aDay({ minutes: 600 })
    const arrivals = Array.from({ length: 12 }, (_, n) => ({ id: 5_000 + n, at: at(60 + n) }))
    const late = arrivals.map(({ id }) => ({ id, at: at(600), room: 'Room 0' }))
    const wrong = replayDay({ ...day, arrivals, calls: [...day.calls, ...late] }, KNOWN, WHOLE_DAY)
    expect(getCoverage(wrong.judged)).toEqual({ count: 12, inside: 0, longer: 12 })
    expect(wrong.forecast(3, at(600), 2)).toBeNull()
  })
})

test('nothing is negative or endless after the clock was set back', () => {
  const random = createSeededRandom(7)
  const patients = simulateDay(random, 0, { patients: 120, rooms: 3 })
  for (const patient of patients.slice(40)) {
    for (const entry of patient.journey) {
      entry.timestamp = new Date(Date.parse(entry.timestamp) - 90 * MINUTE_MS).toISOString()
    }
  }
  const { judged, history } = replayDay(toQueueDay(patients, 'consultation'), KNOWN, WHOLE_DAY)
  expect(judged.length).toBeGreaterThan(50)
  for (const { range, actual } of judged) {
    expect([range.low, range.high, actual].every(Number.isFinite)).toBe(true)
    expect(Math.min(range.low, actual)).toBeGreaterThanOrEqual(0)
  }
  expect(history.gaps.every(gap => gap > 0)).toBe(true)
})

test('what happens after the time of the forecast is not known to it', () => {
  const day = aDay({ minutes: 600 })
  const { forecast } = replayDay(day, KNOWN, { rules, until: at(60) })
  expect(forecast(10, at(60), 2)).toEqual({ low: 30, high: 35 })
  expect(replayDay(day, KNOWN, { rules, until: at(-1) }).forecast(10, at(60), 2)).toBeNull()
})

test('the day of a queue has when a patient could be called, without undone steps', () => {
  const step = (
    action: JourneyEntry['action'],
    minute: number,
    roomName: string | null = null,
  ) => ({
    ...{ action, roomName, requeueReason: null, fromRoom: null },
    timestamp: new Date(at(minute)).toISOString(),
  })
  const journey = [
    step('registered', 0),
    step('called', 5, 'Room 2'),
    step('undone', 6),
    step('called', 10, 'Room 1'),
    step('requeue', 15),
    step('called', 40, 'Room 1'),
    step('dispensary', 45),
    step('called', 50, 'DISPENSARY'),
    step('completed', 52),
  ]
  const id = 1
  const stay = (from: number, to: number) => expect.objectContaining({ from: at(from), to: at(to) })
  expect(toQueueDay([aPatient({ id, journey })], 'consultation')).toEqual({
    stays: [stay(0, 10), stay(15, 40)],
    arrivals: [{ id, at: at(0) }],
    calls: [10, 40].map(minute => ({ id, at: at(minute), room: 'Room 1' })),
  })
  expect(toQueueDay([aPatient({ id, journey })], 'dispensary')).toEqual({
    stays: [stay(45, 50)],
    arrivals: [{ id, at: at(45) }],
    calls: [{ id, at: at(50), room: 'DISPENSARY' }],
  })
  const sent = [...journey.slice(0, 5), step('brought back', 30), ...journey.slice(5)]
  expect(toQueueDay([aPatient({ id, journey: sent })], 'consultation').stays).toEqual([
    stay(0, 10),
    stay(30, 40),
  ])
  const away = { id, hold: { kind: 'away' }, journey: journey.slice(0, 5) } as const
  expect(toQueueDay([aPatient(away)], 'consultation').stays).toEqual([stay(0, 10)])
})
