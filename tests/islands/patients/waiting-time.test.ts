import { expect, test } from 'bun:test'
import {
  formatHold,
  formatRequeue,
  getWaitingTimer,
  minutesWaited,
  type TimerColor,
} from '../../../islands/patients/waiting-time.ts'

const SINCE = '2026-11-20T02:00:00.000Z'

const LIMIT = 45

test.each<[number, string, TimerColor]>([
  [0, '< 1 min', 'green'],
  [1, '1 min', 'green'],
  [10, '10 mins', 'green'],
  [11, '11 mins', 'yellow'],
  [21, '21 mins', 'orange'],
  [31, '31 mins', 'red'],
  [45, '45 mins', 'red'],
  [46, '46 mins', 'over'],
])('the waiting timer after %i minutes says "%s" in %s', (minutes, label, color) => {
  expect(getWaitingTimer(minutes, LIMIT)).toEqual({ label, color })
})

test.each([
  ['right after the choice, on a page whose clock is behind', '2026-11-20T01:59:54.000Z', 120],
  ['a minute later', '2026-11-20T02:01:00.000Z', 119],
  ['at the end', '2026-11-20T03:59:55.000Z', 1],
])('a hold of 120 minutes shows the rest: %s', (_, now, minutes) => {
  const hold = { kind: 'timed', until: '2026-11-20T04:00:00.000Z' } as const
  expect(formatHold({ hold }, now)).toBe(`Returns in ${minutes} min`)
})

test.each([
  ['no time', null, 'XRAY', null],
  ['away', { kind: 'away' }, 'XRAY', null],
  ['away, and back after a call', { kind: 'away', callsLeft: 1 }, 'XRAY', 'Returns after 1 call'],
  ['back by calls', { kind: 'away', callsLeft: 0 }, 'XRAY, is back', null],
  ['over', { kind: 'timed', until: '2026-11-20T04:00:00.000Z' }, 'XRAY, back after 120 min', null],
] as const)('a requeued patient says why, and how they come back: %s', (_, hold, reason, rest) => {
  const entry = { roomName: null, requeueReason: 'XRAY', fromRoom: null }
  const journey = [{ action: 'requeue' as const, timestamp: SINCE, ...entry }]
  const patient = { status: 'requeue' as const, requeueReason: 'XRAY', hold, journey }
  const now = '2026-11-20T04:00:00.000Z'
  expect([formatRequeue(patient, now), formatHold(patient, now)]).toEqual([reason, rest])
})

test.each([
  ['a moment before the first minute', '2026-11-20T02:00:59.999Z', 0],
  ['at the eleventh minute', '2026-11-20T02:11:00.000Z', 11],
  ['past midnight', '2026-11-20T16:30:00.000Z', 870],
  ['when the clock was set back', '2026-11-20T01:00:00.000Z', 0],
])('the minutes waited %s', (_, now, minutes) => {
  expect(minutesWaited(SINCE, now)).toBe(minutes)
})
