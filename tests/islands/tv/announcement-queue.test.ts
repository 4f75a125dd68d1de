import { describe, expect, test } from 'bun:test'
import {
  type AnnouncementQueue,
  announceNext,
  enqueueCalls,
  removePatient,
  startAfter,
} from '../../../islands/tv/announcements/announcement-queue.ts'
import { aCall, NOW } from '../../support/samples.ts'

const MISSED_MS = 30_000
const ago = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString()

const numbered = (sequence: number, calledAt = NOW) => aCall({ sequence, calledAt })
const sequencesOf = ({ showing, queue }: AnnouncementQueue) =>
  [...(showing ? [showing.call] : []), ...queue].map(({ sequence }) => sequence)

test('a TV that was just switched on announces no earlier call, even a recent one', () => {
  const calls = [5, 6, 7].map(sequence => numbered(sequence))
  expect(enqueueCalls(startAfter(7), calls, NOW)).toEqual(startAfter(7))
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
})

test('a call that arrives again is announced once even when one response lists it twice', () => {
  expect(sequencesOf(enqueueCalls(startAfter(0), [numbered(1), numbered(1)], NOW))).toEqual([1])
})

test.each([
  ['just now', 0, [1]],
  ['29.999 s ago', MISSED_MS - 1, [1]],
  ['30 s ago', MISSED_MS, [1]],
  ['30.001 s ago', MISSED_MS + 1, []],
  ['an hour ago', 3_600_000, []],
])('a call that the TV missed: %s', (_, ms, announced) => {
  const after = enqueueCalls(startAfter(0), [numbered(1, ago(ms))], NOW)
  expect(after.lastSequence).toBe(1)
  expect(sequencesOf(after)).toEqual(announced)
})

describe('an announcement', () => {
  const three = enqueueCalls(startAfter(0), [numbered(1), numbered(2), numbered(3)], NOW)

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
