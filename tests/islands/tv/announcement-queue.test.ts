import { describe, expect, test } from 'bun:test'
import type { Call } from '#domain/events'
import {
  type AnnouncementQueue,
  announceNext,
  enqueueCalls,
  fillGap,
  hasGap,
  removePatient,
  startAfter,
} from '../../../islands/tv/announcements/announcement-queue.ts'
import { aCall, NOW } from '../../support/samples.ts'

const MISSED_MS = 30_000
const ago = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString()

const numbered = (sequence: number, calledAt = NOW) => aCall({ sequence, calledAt })
const sequencesOf = ({ showing, queue }: AnnouncementQueue) =>
  [...(showing ? [showing.call] : []), ...queue].map(({ sequence }) => sequence)
const quiet = (state: AnnouncementQueue) => ({ ...state, showing: null, isAnnouncing: false })

describe('a TV that was just switched on', () => {
  test('announces no earlier call, even a recent one', () => {
    const calls = [5, 6, 7].map(sequence => numbered(sequence))
    expect(enqueueCalls(startAfter(7), calls, NOW)).toEqual(startAfter(7))
  })

  test('announces the next call', () => {
    const next = numbered(8)
    expect(enqueueCalls(startAfter(7), [next], NOW)).toEqual({
      ...startAfter(8),
      isAnnouncing: true,
      showing: { call: next, phase: 'overlay' },
    })
  })

  test('announces the very first call of a clinic', () => {
    expect(sequencesOf(enqueueCalls(startAfter(0), [numbered(1)], NOW))).toEqual([1])
  })
})

describe('calls that arrive together', () => {
  test.each([[[1, 2, 3]], [[1, 3, 2]], [[2, 1, 3]], [[2, 3, 1]], [[3, 1, 2]], [[3, 2, 1]]])(
    'as %j are announced one after another, in the order of the calls',
    sequences => {
      const calls = sequences.map(sequence => numbered(sequence))
      const after = enqueueCalls(startAfter(0), calls, NOW)
      expect(after.lastSequence).toBe(3)
      expect(sequencesOf(after)).toEqual([1, 2, 3])
    },
  )

  test('wait behind the calls in the queue', () => {
    const previous = enqueueCalls(startAfter(0), [numbered(1), numbered(2)], NOW)
    expect(sequencesOf(enqueueCalls(previous, [numbered(4), numbered(3)], NOW))).toEqual([
      1, 2, 3, 4,
    ])
  })
})

describe('a call that arrives again', () => {
  test('is not announced again, neither while it is queued nor later', () => {
    const waiting = enqueueCalls(startAfter(0), [numbered(1)], NOW)
    expect(enqueueCalls(waiting, [numbered(1)], NOW)).toEqual(waiting)
    const announced = quiet(waiting)
    expect(enqueueCalls(announced, [numbered(1)], NOW)).toEqual(announced)
  })

  test('is announced once even when one response lists it twice', () => {
    expect(sequencesOf(enqueueCalls(startAfter(0), [numbered(1), numbered(1)], NOW))).toEqual([1])
  })

  test('does not block a new one beside it', () => {
    const previous = startAfter(2)
    const calls = [numbered(1), numbered(2), numbered(3)]
    expect(sequencesOf(enqueueCalls(previous, calls, NOW))).toEqual([3])
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
    const after = enqueueCalls(startAfter(0), [numbered(1, ago(ms))], NOW)
    expect(after.lastSequence).toBe(1)
    expect(sequencesOf(after)).toEqual(announced)
  })

  test('is dropped alone: later ones are announced', () => {
    const calls = [numbered(1, ago(60_000)), numbered(2, ago(10_000)), numbered(3)]
    const after = enqueueCalls(startAfter(0), calls, NOW)
    expect(after.lastSequence).toBe(3)
    expect(sequencesOf(after)).toEqual([2, 3])
  })
})

test('a list without new calls changes nothing', () => {
  const previous = enqueueCalls(startAfter(3), [numbered(4)], NOW)
  expect(enqueueCalls(previous, [], NOW)).toEqual(previous)
})

describe('an announcement', () => {
  const three = enqueueCalls(startAfter(0), [numbered(1), numbered(2), numbered(3)], NOW)

  test('gives way to the next call, and the last one blinks', () => {
    const last = announceNext(announceNext(three))
    expect([last.showing?.call.sequence, last.showing?.phase]).toEqual([3, 'overlay'])
    const ended = announceNext(last)
    expect([ended.showing?.call.sequence, ended.showing?.phase]).toEqual([3, 'blink'])
    expect(ended.isAnnouncing).toBe(false)
  })

  test('of a deleted patient keeps its time: the next call does not cut its sound', () => {
    const removed = removePatient({ ...three, queue: [] }, numbered(1).patientId)
    const called = enqueueCalls(removed, [numbered(4)], NOW)
    expect([called.showing, sequencesOf(called)]).toEqual([null, [4]])
    expect(announceNext(called).showing?.call.sequence).toBe(4)
  })

  test('that was taken back does not blink', () => {
    expect(announceNext(removePatient(three, null)).showing).toBeNull()
  })
})

describe('a gap', () => {
  const received = numbered(3)
  const waiting = { ...startAfter(1), awaited: [received] }

  test('is filled before the call after it', () => {
    const filled = fillGap(waiting, { missed: [numbered(2)], received, skipped: 0 }, NOW)
    expect([sequencesOf(filled), filled.awaited]).toEqual([[2, 3], []])
  })

  test('without a response still announces the call after it', () => {
    const filled = fillGap(waiting, { missed: null, received, skipped: 0 }, NOW)
    expect(sequencesOf(filled)).toEqual([3])
  })

  test('does not announce a call that was taken back meanwhile', () => {
    const removed = removePatient(waiting, received.patientId)
    const filled = fillGap(removed, { missed: [], received, skipped: 0 }, NOW)
    expect(sequencesOf(filled)).toEqual([])
  })

  test('before a call that this TV does not show stays open without a response', () => {
    const skip = (missed: Call[] | null) => fillGap(startAfter(1), { missed, skipped: 5 }, NOW)
    expect([skip([]).lastSequence, skip(null).lastSequence]).toEqual([5, 1])
  })

  test('from before a change of the view is not announced', () => {
    const changed = { ...startAfter(1), viewChangedAt: NOW }
    const missed = [numbered(2, ago(1)), numbered(3)]
    expect(sequencesOf(fillGap(changed, { missed, skipped: 0 }, NOW))).toEqual([3])
  })
})

test.each([
  [7, false],
  [8, false],
  [9, true],
  [20, true],
])('after call 7, call %i leaves a gap: %p', (sequence, expected) => {
  expect(hasGap(startAfter(7), numbered(sequence))).toBe(expected)
})
