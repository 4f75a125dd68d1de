import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { type Signal, signal } from '@preact/signals-react'
import type { Call } from '#domain/events'
import { emitLiveEvent } from '../../../islands/data/live-state.ts'
import { serverNow, syncClock } from '../../../islands/data/server-clock.ts'
import { createAnnouncer } from '../../../islands/tv/announcer.ts'
import { pass } from '../../support/stand-ins.ts'

let calls: Call[]
let asked: number[]
let sounded: number
let isDown: boolean
let newestShown: Signal<number>
let announcer: ReturnType<typeof createAnnouncer>
let stop: () => void

const NOW = Date.parse('2026-11-20T02:00:00.000Z')

beforeEach(() => {
  jest.useFakeTimers({ now: NOW })
  calls = []
  asked = []
  sounded = 0
  isDown = false
  newestShown = signal(3)
  announcer = createAnnouncer({
    newestSequence: 3,
    newestShown: () => newestShown.value,
    async ask(after) {
      asked.push(after)
      if (isDown) throw new Error('no answer')
      syncClock(new Date().toUTCString())
      return calls.filter(call => call.sequence > after)
    },
    async sound() {
      sounded++
    },
  })
  stop = announcer.watch()
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})

function aCall(sequence: number, ageMs = 0): Call {
  const calledAt = new Date(Date.now() - ageMs).toISOString()
  const call = { sequence, patientId: sequence, number: sequence, room: 'Room 1', calledAt }
  return { ...call, name: `P${sequence}` }
}

/** The server says a call aloud, and can be asked about it. */
function say(call: Call, isHeard = true) {
  calls.push(call)
  if (isHeard) emitLiveEvent('patient:called', call)
}

const shown = () =>
  announcer.showing.value && [announcer.showing.value.call.name, announcer.showing.value.phase]

test('a call shows its overlay for five seconds with one sound, then blinks for four', async () => {
  say(aCall(4))
  expect(shown()).toEqual(['P4', 'overlay'])
  await pass(4_999)
  expect([shown(), sounded]).toEqual([['P4', 'overlay'], 1])
  await pass(1)
  expect(shown()).toEqual(['P4', 'blink'])
  await pass(4_000)
  expect(shown()).toBeNull()
})

test('a call in the middle of a blink is announced at once', async () => {
  say(aCall(4))
  await pass(6_000)
  expect(shown()).toEqual(['P4', 'blink'])
  say(aCall(5))
  expect(shown()).toEqual(['P5', 'overlay'])
  await pass(4_000)
  expect(shown()).toEqual(['P5', 'overlay'])
})

test('a call that got lost on the way is asked for, and comes in its turn', async () => {
  say(aCall(4), false)
  say(aCall(5))
  await pass(0)
  expect(asked).toEqual([3])
  expect(shown()).toEqual(['P4', 'overlay'])
  await pass(5_000)
  expect(shown()).toEqual(['P5', 'overlay'])
  expect(sounded).toBe(2)
})

test('after a reconnect it plays what is younger than 30 s and leaves the rest silent', async () => {
  say(aCall(4, 31_000), false)
  say(aCall(5, 29_000), false)
  emitLiveEvent('clinic:joined', { username: 'tv' })
  await pass(0)
  expect(shown()).toEqual(['P5', 'overlay'])
  await pass(5_000)
  expect([shown(), sounded]).toEqual([['P5', 'blink'], 1])
})

test("a call that is just said is announced though the server's clock was set back by an hour", async () => {
  syncClock(new Date(Date.now() + 3_600_000).toUTCString())
  say(aCall(4))
  await pass(0)
  expect(shown()).toEqual(['P4', 'overlay'])
  expect(Date.parse(serverNow())).toBe(Date.now())
})

test('without live events it asks by itself', async () => {
  say(aCall(4), false)
  await pass(2_000)
  expect(shown()).toEqual(['P4', 'overlay'])
})

test('the same call heard twice is announced once', async () => {
  say(aCall(4))
  say(aCall(4))
  await pass(5_000)
  expect([shown(), sounded]).toEqual([['P4', 'blink'], 1])
})

test('a call behind a gap is announced even when nobody answers about the gap, asked three times', async () => {
  isDown = true
  say(aCall(5))
  await pass(0)
  await pass(1_000)
  await pass(1_000)
  expect(asked.slice(0, 3)).toEqual([3, 3, 3])
  expect(shown()).toEqual(['P5', 'overlay'])
})

test('the polled picture is newer than what was heard: the connection is dead, and it asks', async () => {
  emitLiveEvent('clinic:joined', { username: 'tv' })
  await pass(0)
  say(aCall(4), false)
  newestShown.value = 4
  await pass(0)
  // It is asked three times, a second apart.
  await pass(1_000)
  await pass(1_000)
  expect(shown()).toEqual(['P4', 'overlay'])
})

test('a deleted patient is announced no more, whether he is waiting or just being called', async () => {
  say(aCall(4))
  say(aCall(5))
  say(aCall(6))
  emitLiveEvent('queue:updated', { patientId: 5, isGone: true })
  await pass(5_000)
  expect(shown()).toEqual(['P6', 'overlay'])
  emitLiveEvent('queue:updated', { patientId: 7 })
  expect(shown()).toEqual(['P6', 'overlay'])
  emitLiveEvent('queue:updated', { patientId: null, isGone: true })
  expect(shown()).toBeNull()
  await pass(5_000)
  expect(shown()).toBeNull()
})

test('an answer about a gap that was lost once costs no call', async () => {
  isDown = true
  say(aCall(4), false)
  say(aCall(5))
  await pass(0)
  isDown = false
  await pass(1_000)
  expect(shown()).toEqual(['P4', 'overlay'])
})
