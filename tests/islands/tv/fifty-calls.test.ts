import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { signal } from '@preact/signals-react'
import type { Call } from '#domain/events'
import { emitLiveEvent, isLive } from '../../../islands/data/live-state.ts'
import { createAnnouncer } from '../../../islands/tv/announcer.ts'
import { settle } from '../../support/stand-ins.ts'

const CALLS = 50
const DESKS = 6
const OVERLAY_MS = 5_000
const IN_ORDER = Array.from({ length: CALLS }, (_, at) => at + 1)

let made: Call[]
let stops: (() => void)[]

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T02:00:00.000Z') })
  made = []
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  isLive.value = false
  jest.useRealTimers()
})

/** A TV that notes what it sounds, and for how long each overlay stood. */
function aTv(answersAfterMs: number) {
  const sounded: number[] = []
  const newestShown = signal(0)
  const announcer = createAnnouncer({
    newestSequence: 0,
    newestShown: () => newestShown.value,
    async ask(after) {
      const answer = made.filter(call => call.sequence > after)
      await new Promise(resolve => setTimeout(resolve, answersAfterMs))
      return answer
    },
    async sound({ sequence }) {
      sounded.push(sequence)
    },
  })
  stops.push(announcer.watch())
  return { sounded, newestShown, showing: announcer.showing }
}

/** Six desks press within a second: the clinic writes one call after another. */
function callAll(isHeard: (sequence: number) => boolean, order: (calls: Call[]) => Call[]) {
  let burst: Call[] = []
  for (const sequence of IN_ORDER) {
    const desk = (sequence % DESKS) + 1
    const called = { sequence, patientId: sequence, number: sequence, room: `Room ${desk}` }
    const call = { ...called, name: `P${sequence}`, calledAt: new Date().toISOString() }
    made.push(call)
    burst.push(call)
    if (burst.length < DESKS && sequence < CALLS) continue
    for (const one of order(burst)) if (isHeard(one.sequence)) emitLiveEvent('patient:called', one)
    burst = []
    jest.advanceTimersByTime(100)
  }
}

async function playThrough() {
  for (let passed = 0; passed < (CALLS + 2) * OVERLAY_MS; passed += 100) {
    jest.advanceTimersByTime(100)
    await settle()
  }
}

const asTheyCame = (calls: Call[]) => calls
const backwards = (calls: Call[]) => calls.toReversed()
const all = () => true

test.each([
  ['that hear every one in order', all, asTheyCame],
  ['that hear them in disorder', all, backwards],
  ['that hear every seventh only', (sequence: number) => sequence % 7 === 0, asTheyCame],
  ['that hear the last one only', (sequence: number) => sequence === CALLS, asTheyCame],
  ['that hear none and have to ask', () => false, asTheyCame],
])(
  'fifty calls from six desks in a second: TVs %s play fifty, in order',
  async (_, heard, order) => {
    const tvs = [aTv(0), aTv(30), aTv(700)]
    callAll(heard, order)
    await playThrough()
    expect(tvs.map(tv => tv.sounded)).toEqual([IN_ORDER, IN_ORDER, IN_ORDER])
    expect(tvs.map(tv => tv.showing.value)).toEqual([null, null, null])
  },
)

test('a TV whose connection died unnoticed learns of them from the picture', async () => {
  const tv = aTv(30)
  isLive.value = true
  callAll(() => false, asTheyCame)
  tv.newestShown.value = CALLS
  await playThrough()
  expect(tv.sounded).toEqual(IN_ORDER)
})

test('each of them has its five seconds', async () => {
  const tv = aTv(0)
  callAll(all, asTheyCame)
  // From the end of the burst: the first one has stood for its whole second by now.
  const stood = new Map<string, number>()
  for (let passed = 0; passed < (CALLS + 2) * OVERLAY_MS; passed += 100) {
    const showing = tv.showing.value
    if (showing?.phase === 'overlay') {
      stood.set(showing.call.name, (stood.get(showing.call.name) ?? 0) + 100)
    }
    jest.advanceTimersByTime(100)
    await settle()
  }
  const [first = 0, ...others] = stood.values()
  expect(first).toBeGreaterThanOrEqual(OVERLAY_MS - 1_000)
  expect(others).toEqual(Array.from({ length: CALLS - 1 }, () => OVERLAY_MS))
})
