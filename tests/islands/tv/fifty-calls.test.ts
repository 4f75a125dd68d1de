import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { signal } from '@preact/signals-react'
import { BEFORE_ALL_CALLS, type Call, toCallJson } from '#domain/events'
import { getTvName } from '#domain/patients/patient'
import { emitLiveEvent, isLive } from '../../../islands/data/live-state.ts'
import { createAnnouncer } from '../../../islands/stage/announcements/announcer.ts'
import { flushPromises } from '../../support/fakes/browser-globals.ts'
import { aCall, aPlace } from '../../support/samples.ts'

const CALLS = 50
const DESKS = 6
const OVERLAY_MS = 5_000
const IN_ORDER = Array.from({ length: CALLS }, (_, index) => index + 1)

let calls: Call[]
let stops: (() => void)[]

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T02:00:00.000Z') })
  calls = []
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  isLive.value = false
  jest.useRealTimers()
})

function aTv(responseMs: number) {
  const played: number[] = []
  const waiting: number[] = []
  const newestShown = signal(0)
  const announcer = createAnnouncer({
    newestCall: BEFORE_ALL_CALLS,
    newestShown: () => newestShown.value,
    async fetchCalls(after) {
      // The order of a response says nothing.
      const response = calls.filter(call => call.sequence > Number.parseInt(after, 10)).toReversed()
      await new Promise(resolve => setTimeout(resolve, responseMs))
      return response
    },
    async playSound({ sequence }, after) {
      played.push(sequence)
      waiting.push(after)
    },
  })
  stops.push(announcer.watch())
  return { played, waiting, newestShown, showing: announcer.showing }
}

/** Six desks call within a second; the database orders their calls. */
function callAll(hasEvent: (sequence: number) => boolean, order: (calls: Call[]) => Call[]) {
  let burst: Call[] = []
  for (const sequence of IN_ORDER) {
    const desk = (sequence % DESKS) + 1
    const call = aCall({
      sequence,
      patientId: sequence,
      name: `P${sequence}`,
      room: aPlace(`Room ${desk}`, desk),
      calledAt: new Date().toISOString(),
    })
    calls.push(call)
    burst.push(call)
    if (burst.length < DESKS && sequence < CALLS) continue
    const events = order(burst).filter(({ sequence }) => hasEvent(sequence))
    for (const event of events) emitLiveEvent('patient:called', toCallJson(event))
    burst = []
    jest.advanceTimersByTime(100)
  }
}

async function playThrough() {
  for (let passed = 0; passed < (CALLS + 2) * OVERLAY_MS; passed += 100) {
    jest.advanceTimersByTime(100)
    await flushPromises()
  }
}

const inOrder = (calls: Call[]) => calls
const reversed = (calls: Call[]) => calls.toReversed()
const all = () => true

test.each([
  ['that receive all in order', all, inOrder],
  ['that receive all in disorder', all, reversed],
  ['that receive every seventh only', (sequence: number) => sequence % 7 === 0, inOrder],
  ['that receive the last one only', (sequence: number) => sequence === CALLS, inOrder],
  ['that receive none and have to poll', () => false, inOrder],
])(
  'fifty calls from six desks in a second: TVs %s play fifty, in order',
  async (_, hasEvent, order) => {
    const tvs = [aTv(0), aTv(30), aTv(700)]
    callAll(hasEvent, order)
    await playThrough()
    expect(tvs.map(tv => tv.played)).toEqual([IN_ORDER, IN_ORDER, IN_ORDER])
    expect(tvs.map(tv => tv.showing.value)).toEqual([null, null, null])
  },
)

test('each call is shown for five seconds, and knows how many wait', async () => {
  const tv = aTv(0)
  callAll(all, inOrder)
  // Counted from the end of the burst, which took up to a second.
  const shownMs = new Map<string, number>()
  for (let passed = 0; passed < (CALLS + 2) * OVERLAY_MS; passed += 100) {
    const { phase, call } = tv.showing.value ?? {}
    if (call && phase === 'overlay')
      shownMs.set(getTvName(call), (shownMs.get(getTvName(call)) ?? 0) + 100)
    jest.advanceTimersByTime(100)
    await flushPromises()
  }
  const [first = 0, ...others] = shownMs.values()
  expect(first).toBeGreaterThanOrEqual(OVERLAY_MS - 1_000)
  expect(others).toEqual(Array.from({ length: CALLS - 1 }, () => OVERLAY_MS))
  // The first call came alone.
  expect(tv.waiting).toEqual([0, ...IN_ORDER.slice(1).map(sequence => CALLS - sequence)])
})
