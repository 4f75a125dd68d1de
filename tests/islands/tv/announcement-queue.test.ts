import { describe, expect, test } from 'bun:test'
import type { Call } from '#domain/events'
import {
  type AnnouncementQueue,
  BLINK_TOGGLE_MS,
  BLINK_TOGGLES,
  enqueueCalls,
  hasGap,
  OVERLAY_MIN_MS,
  PREVIEW_HISTORY_ROWS,
  startAfter,
  TV_HISTORY_ROWS,
} from '../../../islands/tv/announcement-queue.ts'
import { NOW } from '../../support/samples.ts'

const MISSED_MS = 30_000
const ago = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString()

const aCall = (sequence: number, calledAt = NOW): Call => ({
  sequence,
  patientId: 100 + sequence,
  name: 'ALI',
  number: sequence,
  room: 'Room 1',
  calledAt,
})
const inOrder = ({ queue }: AnnouncementQueue) => queue.map(({ sequence }) => sequence)

describe('a TV that was just switched on', () => {
  test('announces nothing old, however young it is', () => {
    const calls = [5, 6, 7].map(sequence => aCall(sequence))
    expect(enqueueCalls(startAfter(7), calls, NOW)).toEqual({ lastSequence: 7, queue: [] })
  })

  test('announces the next call', () => {
    const next = aCall(8)
    expect(enqueueCalls(startAfter(7), [next], NOW)).toEqual({ lastSequence: 8, queue: [next] })
  })

  test('announces the very first call of a clinic', () => {
    expect(inOrder(enqueueCalls(startAfter(0), [aCall(1)], NOW))).toEqual([1])
  })
})

describe('calls that arrive together', () => {
  test.each([[[1, 2, 3]], [[1, 3, 2]], [[2, 1, 3]], [[2, 3, 1]], [[3, 1, 2]], [[3, 2, 1]]])(
    'as %j are announced one after another, in the order of the calls',
    sequences => {
      const calls = sequences.map(sequence => aCall(sequence))
      const after = enqueueCalls(startAfter(0), calls, NOW)
      expect(after.lastSequence).toBe(3)
      expect(inOrder(after)).toEqual([1, 2, 3])
    },
  )

  test('wait behind those that are still to be announced', () => {
    const before = enqueueCalls(startAfter(0), [aCall(1), aCall(2)], NOW)
    expect(inOrder(enqueueCalls(before, [aCall(4), aCall(3)], NOW))).toEqual([1, 2, 3, 4])
  })
})

describe('a call that is heard of again', () => {
  test('is not announced again, neither while it waits nor later', () => {
    const waiting = enqueueCalls(startAfter(0), [aCall(1)], NOW)
    expect(enqueueCalls(waiting, [aCall(1)], NOW)).toEqual(waiting)
    const announced = { ...waiting, queue: [] }
    expect(enqueueCalls(announced, [aCall(1)], NOW)).toEqual(announced)
  })

  test('is announced once even when it stands twice in one answer', () => {
    expect(inOrder(enqueueCalls(startAfter(0), [aCall(1), aCall(1)], NOW))).toEqual([1])
  })

  test('does not hold up a new one beside it', () => {
    const before = { lastSequence: 2, queue: [] }
    const calls = [aCall(1), aCall(2), aCall(3)]
    expect(inOrder(enqueueCalls(before, calls, NOW))).toEqual([3])
  })
})

describe('a call that the TV missed', () => {
  test.each([
    ['just now', 0, [1]],
    ['29.999 s ago', MISSED_MS - 1, [1]],
    ['30 s ago', MISSED_MS, [1]],
    ['30.001 s ago', MISSED_MS + 1, []],
    ['an hour ago', 3_600_000, []],
  ])('%s', (_, ms, announced) => {
    const after = enqueueCalls(startAfter(0), [aCall(1, ago(ms))], NOW)
    expect(after.lastSequence).toBe(1)
    expect(inOrder(after)).toEqual(announced)
  })

  test('long ago does not silence the ones behind it', () => {
    const calls = [aCall(1, ago(60_000)), aCall(2, ago(10_000)), aCall(3)]
    const after = enqueueCalls(startAfter(0), calls, NOW)
    expect(after.lastSequence).toBe(3)
    expect(inOrder(after)).toEqual([2, 3])
  })
})

test('nothing new changes nothing', () => {
  const before = { lastSequence: 4, queue: [aCall(4)] }
  expect(enqueueCalls(before, [], NOW)).toEqual(before)
})

test.each([
  [7, false],
  [8, false],
  [9, true],
  [20, true],
])('after call 7, call %i leaves a gap: %p', (sequence, answer) => {
  expect(hasGap(startAfter(7), aCall(sequence))).toBe(answer)
})

test('a call is shown for 5 s, then blinks ten times; three rows of history are below it', () => {
  expect([OVERLAY_MIN_MS, BLINK_TOGGLES, BLINK_TOGGLE_MS]).toEqual([5_000, 10, 400])
  expect([TV_HISTORY_ROWS, PREVIEW_HISTORY_ROWS]).toEqual([3, 4])
})
