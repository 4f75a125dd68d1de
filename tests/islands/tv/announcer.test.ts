import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { type Signal, signal } from '@preact/signals-react'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import {
  BEFORE_ALL_CALLS,
  type Call,
  type CallPlace,
  formatCallPlace,
  parseCallPlace,
  toCallJson,
} from '#domain/events'
import { emitEventsMissed, emitLiveEvent } from '../../../islands/data/live-state.ts'
import { serverNow, syncClock } from '../../../islands/data/server-clock.ts'
import { createAnnouncer } from '../../../islands/stage/announcements/announcer.ts'
import { advanceTime, replaceGlobals } from '../../support/fakes/browser-globals.ts'
import { aCall } from '../../support/samples.ts'

let calls: Call[]
let requests: number[]
/** The server has other data, such as a restored backup: it does not have the TV's place. */
let isOtherData: boolean
let soundCount: number
let stopCount: number
let isDown: boolean
let isSilent: boolean
let newestShown: Signal<number>
let announcer: ReturnType<typeof createAnnouncer>
let receipts: number[]
let restoreGlobals: () => void
let stop: () => void

const NOW = Date.parse('2026-11-20T02:00:00.000Z')

beforeEach(() => {
  jest.useFakeTimers({ now: NOW })
  calls = []
  requests = []
  isOtherData = false
  soundCount = 0
  stopCount = 0
  isDown = false
  isSilent = false
  newestShown = signal(3)
  receipts = []
  restoreGlobals = replaceGlobals({ requestAnimationFrame: (run: () => void) => setTimeout(run) })
  announcer = createAnnouncer({
    newestCall: numbered(3),
    newestShown: () => newestShown.value,
    async fetchCalls(after) {
      const place = parseCallPlace(after) ?? BEFORE_ALL_CALLS
      requests.push(place.sequence)
      if (isDown) throw new Error('down')
      if (isSilent) await new Promise(() => {})
      syncClock(new Date().toUTCString())
      return hasPlace(place) ? calls.filter(call => call.sequence > place.sequence) : calls
    },
    async playSound(_call, _waiting, onStart) {
      soundCount++
      onStart('played')
    },
    onShown: ({ sequence }) => receipts.push(sequence),
    stopSound: () => void stopCount++,
  })
  stop = announcer.watch()
})
afterEach(() => {
  stop()
  restoreGlobals()
  jest.useRealTimers()
})

function numbered(sequence: number, ageMs = 0) {
  const calledAt = new Date(Date.now() - ageMs).toISOString()
  return aCall({ sequence, patientId: sequence, name: `P${sequence}`, calledAt })
}

function hasPlace(place: CallPlace) {
  return !isOtherData || calls.some(call => formatCallPlace(call) === formatCallPlace(place))
}

/** A call is made; without its event it can only be fetched. */
function call(next: Call, hasEvent = true) {
  calls.push(next)
  if (hasEvent) emitLiveEvent('patient:called', toCallJson(next))
}

/** A call in a room that this TV does not show. */
function skip({ sequence, calledAt }: Call) {
  emitLiveEvent('call:skipped', { sequence, calledAt })
}

async function passSeconds(count: number) {
  for (let second = 0; second < count; second++) await advanceTime(1_000)
}

const shown = () =>
  announcer.showing.value && [announcer.showing.value.call.name, announcer.showing.value.phase]

test('a call has an overlay for five seconds, one sound, and blinks', async () => {
  call(numbered(4))
  expect(shown()).toEqual(['P4', 'overlay'])
  await advanceTime(4_999)
  expect([shown(), soundCount]).toEqual([['P4', 'overlay'], 1])
  await advanceTime(1)
  expect(shown()).toEqual(['P4', 'blink'])
  await advanceTime(3_999)
  call(numbered(5))
  expect(shown()).toEqual(['P5', 'overlay'])
  await advanceTime(4_999)
  expect(shown()).toEqual(['P5', 'overlay'])
  await advanceTime(4_001)
  expect(shown()).toBeNull()
})

test('after a reconnect only calls of the last 30 s are announced', async () => {
  call(numbered(4, 31_000), false)
  call(numbered(5, 29_000), false)
  emitEventsMissed()
  await advanceTime(0)
  expect(shown()).toEqual(['P5', 'overlay'])
  await advanceTime(5_000)
  expect([shown(), soundCount]).toEqual([['P5', 'blink'], 1])
})

test("a new call is announced although the server's clock was set back by an hour", async () => {
  syncClock(new Date(Date.now() + 3_600_000).toUTCString())
  call(numbered(4))
  await advanceTime(0)
  expect(shown()).toEqual(['P4', 'overlay'])
  expect(Date.parse(serverNow())).toBe(Date.now())
})

test('on a silent network it does not ask again before the first request has ended', async () => {
  isSilent = true
  await advanceTime(20_000)
  expect(requests).toEqual([3])
})

test('a TV that is refused says nothing more', async () => {
  call(numbered(4))
  call(numbered(5))
  stop()
  await advanceTime(20_000)
  expect([shown(), soundCount, stopCount]).toEqual([null, 1, 1])
})

test('a call is announced once, and none from before the TV was on', async () => {
  call(numbered(3))
  await advanceTime(0)
  expect(shown()).toBeNull()
  const next = numbered(4)
  call(next)
  await advanceTime(6_000)
  call(next)
  await advanceTime(4_000)
  expect(shown()).toBeNull()
})

test('a server that restarts for ten seconds loses no call of a gap', async () => {
  isDown = true
  call(numbered(4), false)
  call(numbered(5))
  await passSeconds(10)
  expect(shown()).toBeNull()
  isDown = false
  await advanceTime(1_000)
  expect(shown()).toEqual(['P4', 'overlay'])
  await advanceTime(5_000)
  expect(shown()).toEqual(['P5', 'overlay'])
})

test('a call after a gap is announced when the gap cannot be fetched for 12 seconds', async () => {
  isDown = true
  call(numbered(5))
  await passSeconds(12)
  expect(requests.length).toBeGreaterThan(11)
  await advanceTime(1_000)
  expect(shown()).toEqual(['P5', 'overlay'])
})

test('it fetches calls when the polled data is newer than the last event', async () => {
  emitEventsMissed()
  await advanceTime(0)
  call(numbered(4), false)
  newestShown.value = 4
  await advanceTime(0)
  await advanceTime(1_000)
  await advanceTime(1_000)
  expect(shown()).toEqual(['P4', 'overlay'])
})

test('a deleted patient is no longer announced, neither from the queue nor on the overlay', async () => {
  call(numbered(4))
  call(numbered(5))
  call(numbered(6))
  emitLiveEvent('queue:updated', { patientId: 5, isGone: true })
  await advanceTime(5_000)
  expect(shown()).toEqual(['P6', 'overlay'])
  emitLiveEvent('queue:updated', { patientId: 7 })
  expect([shown(), stopCount]).toEqual([['P6', 'overlay'], 0])
  emitLiveEvent('queue:updated', { patientId: null, isGone: true })
  // It is no longer spoken either, but its time is not cut short.
  expect([shown(), stopCount]).toEqual([null, 1])
  call(numbered(7))
  expect(shown()).toBeNull()
  await advanceTime(5_000)
  expect(shown()).toEqual(['P7', 'overlay'])
})

test('a call that is taken back while the gap before it is fetched is never announced', async () => {
  isDown = true
  call(numbered(4), false)
  emitLiveEvent('patient:called', toCallJson(numbered(5)))
  await advanceTime(0)
  emitLiveEvent('queue:updated', { patientId: 5, isGone: true })
  isDown = false
  await advanceTime(1_000)
  expect(shown()).toEqual(['P4', 'overlay'])
  await advanceTime(5_000)
  expect(shown()).toEqual(['P4', 'blink'])
})

test('a call in a room that this TV does not show moves its place, and asks for nothing', async () => {
  skip(numbered(4))
  call(numbered(5))
  await advanceTime(0)
  expect(shown()).toEqual(['P5', 'overlay'])
  expect(requests).toEqual([])
})

test('a gap before such a call is filled: what was missed is announced', async () => {
  call(numbered(4), false)
  skip(numbered(5))
  await advanceTime(0)
  expect(requests).toEqual([3])
  expect(shown()).toEqual(['P4', 'overlay'])
  expect(announcer.lastSequence()).toBe(5)
})

test('such a call does not take the place of a later one back', async () => {
  call(numbered(4), false)
  calls.push(numbered(6), numbered(7))
  const skipped = numbered(5)
  skip(skipped)
  await advanceTime(0)
  expect(announcer.lastSequence()).toBe(7)
  skip(skipped)
  call(numbered(8))
  expect(requests).toEqual([3])
  for (const name of ['P4', 'P6', 'P7', 'P8']) {
    expect(shown()).toEqual([name, 'overlay'])
    await advanceTime(5_000)
  }
})

test('while the server is away such a call hides no gap', async () => {
  isDown = true
  call(numbered(4), false)
  skip(numbered(5))
  await passSeconds(14)
  expect(announcer.lastSequence()).toBe(3)
  isDown = false
  emitEventsMissed()
  await advanceTime(0)
  expect(shown()).toEqual(['P4', 'overlay'])
})

const OPTIONS = { options: DEFAULT_TV_OPTIONS }

test('a TV that shows other rooms drops what it announced, and rings no call from before', async () => {
  call(numbered(4))
  await advanceTime(0)
  emitLiveEvent('tv:changed', { ...OPTIONS, isNewView: false })
  expect(shown()).toEqual(['P4', 'overlay'])
  emitLiveEvent('tv:changed', { ...OPTIONS, isNewView: true })
  expect(shown()).toBeNull()
  call(numbered(5, 1_000), false)
  emitEventsMissed()
  await advanceTime(5_000)
  expect(shown()).toBeNull()
  call(numbered(6))
  await advanceTime(0)
  expect(shown()).toEqual(['P6', 'overlay'])
})

test('half a minute after a change the clock of the server may be set back: calls are fetched', async () => {
  emitLiveEvent('tv:changed', { ...OPTIONS, isNewView: true })
  await advanceTime(30_000)
  jest.setSystemTime(NOW - 60 * 60_000)
  call(numbered(4), false)
  emitEventsMissed()
  await advanceTime(0)
  expect(shown()).toEqual(['P4', 'overlay'])
})

test('a call is reported once the stage has drawn it, and never if it could not', async () => {
  call(numbered(4))
  await advanceTime(1_000)
  expect(receipts).toEqual([])
  call(numbered(5))
  await advanceTime(5_000)
  announcer.onDrawn(announcer.showing.value)
  // Two frames later.
  await advanceTime(0)
  await advanceTime(1)
  await advanceTime(1)
  expect(receipts).toEqual([5])
})

describe('a server with other data, such as an older backup on another computer', () => {
  const OLD = 20

  /** The TV has announced calls up to 20; the server has those that are given, and goes on. */
  async function replaceData(listCalls: () => Call[] = () => []) {
    for (let sequence = 4; sequence <= OLD; sequence++) call(numbered(sequence))
    for (let overlay = 4; overlay <= OLD + 1; overlay++) await advanceTime(5_000)
    isOtherData = true
    calls = listCalls()
    soundCount = 0
    requests = []
  }

  test('announces the next call, whose sequence is lower', async () => {
    await replaceData(() => [numbered(10, 60_000)])
    emitEventsMissed()
    await advanceTime(0)
    expect(shown()).toBeNull()
    call(numbered(11))
    await advanceTime(0)
    expect(shown()).toEqual(['P11', 'overlay'])
    await advanceTime(5_000)
    requests = []
    call(numbered(12))
    expect([shown(), requests]).toEqual([['P12', 'overlay'], []])
  })

  test('announces what was called there while the TV was away, in order and once', async () => {
    await replaceData(() => [numbered(19, 4_000), numbered(20, 3_000), numbered(21, 2_000)])
    emitEventsMissed()
    await advanceTime(0)
    for (const name of ['P19', 'P20', 'P21']) {
      expect(shown()).toEqual([name, 'overlay'])
      await advanceTime(5_000)
    }
    emitEventsMissed()
    await advanceTime(4_000)
    expect([shown(), soundCount]).toEqual([null, 3])
  })

  test('announces no call again that both have', async () => {
    call(numbered(4))
    const inBoth = calls.slice()
    await advanceTime(9_000)
    call(numbered(5))
    await advanceTime(9_000)
    isOtherData = true
    calls = inBoth
    soundCount = 0
    emitEventsMissed()
    await advanceTime(0)
    expect([shown(), soundCount]).toEqual([null, 0])
    call(numbered(5))
    await advanceTime(0)
    expect([shown(), soundCount]).toEqual([['P5', 'overlay'], 1])
  })

  test('and a slower clock announces none of its earlier calls', async () => {
    await replaceData(() => [1, 2, 3].map(sequence => numbered(sequence, -10 * 60_000)))
    emitEventsMissed()
    await advanceTime(0)
    expect(shown()).toBeNull()
    call(numbered(4))
    await advanceTime(0)
    expect(shown()).toEqual(['P4', 'overlay'])
    await advanceTime(9_000)
    expect([shown(), soundCount]).toEqual([null, 1])
  })

  test('moves the place of a TV whose room was not called', async () => {
    await replaceData()
    skip(numbered(2))
    await advanceTime(0)
    expect([shown(), announcer.lastSequence()]).toEqual([null, 2])
    call(numbered(3))
    await advanceTime(0)
    expect(shown()).toEqual(['P3', 'overlay'])
  })
})
