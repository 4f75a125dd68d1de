import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import {
  isConnected,
  isLive,
  markAlive,
  onLiveEvent,
  setRenderedVersion,
} from '../../../islands/data/live-state.ts'
import { query } from '../../../islands/data/query.ts'
import { connectTvStream } from '../../../islands/data/tv-stream.ts'
import {
  FakeEventSource,
  flushPromises,
  replaceGlobals,
} from '../../support/fakes/browser-globals.ts'
import { aCall } from '../../support/samples.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const FOR_GOOD = { forGood: true }

let stop: () => void
let restoreGlobals: () => void

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T02:00:00Z') })
  restoreGlobals = replaceGlobals({ EventSource: FakeEventSource, document: { hidden: false } })
  FakeEventSource.opened = []
  isLive.value = false
  isConnected.value = true
  markAlive()
  stop = connectTvStream('/api/tv/a-token/events')
})
afterEach(() => {
  stop()
  isConnected.value = true
  restoreGlobals()
  jest.useRealTimers()
})

const opened = () => FakeEventSource.opened.length
const newest = () => FakeEventSource.newest()
/** `version` as after a restart of the server, unless it is given. */
const connect = (version = `${++restarts}.0`) =>
  newest().emit('tv:connected', { name: 'Hall', version })
let restarts = 0

function pass(ms: number) {
  for (let left = ms; left > 0; left -= SECOND) jest.advanceTimersByTime(Math.min(left, SECOND))
}

async function waitForRefetch() {
  pass(SECOND)
  await flushPromises()
}

test('an event reaches its listeners and refetches the queries that it invalidates', async () => {
  let fetchCount = 0
  const calls = query('shown-calls', async () => ++fetchCount, 0, { every: MINUTE })
  const stopWatching = calls.watch()
  const names: string[] = []
  const unsubscribe = onLiveEvent('patient:called', call => names.push(call.name))
  newest().emit('patient:called', { sequence: 1, name: 'ALI' })
  pass(100)
  newest().emit('queue:updated', { patientId: 2, isGone: true })
  expect(names).toEqual(['ALI'])
  await waitForRefetch()
  // One for all that comes within a moment.
  expect(fetchCount).toBe(1)
  newest().emit('settings:updated', { keys: [] })
  await waitForRefetch()
  expect(fetchCount).toBe(1)
  unsubscribe()
  stopWatching()
})

test('a listener that fails is heard of, and keeps no event from the others', async () => {
  let fetchCount = 0
  const stopWatching = query('shown-calls', async () => ++fetchCount, 0, { every: MINUTE }).watch()
  const stopFailing = onLiveEvent('patient:called', () => {
    throw new Error('this screen cannot draw it')
  })
  const heard: string[] = []
  const stopListening = onLiveEvent('patient:called', ({ name }) => heard.push(name))
  connect()
  await waitForRefetch()
  const fetchedBefore = fetchCount
  newest().emit('patient:called', aCall({ name: 'MEI' }))
  expect(() => jest.advanceTimersByTime(1)).toThrow('this screen cannot draw it')
  await waitForRefetch()
  expect([heard, fetchCount - fetchedBefore]).toEqual([['MEI'], 1])
  for (const stop of [stopWatching, stopFailing, stopListening]) stop()
})

test('only a connection that may have missed events fetches, and then everything', async () => {
  const fetched: string[] = []
  const fetchKey = (key: string) => async () => void fetched.push(key)
  const stops = (['media', 'settings', 'shown-calls'] as const).map(key =>
    query(key, fetchKey(key), undefined, { every: MINUTE }).watch(),
  )
  setRenderedVersion('boot.7')
  connect('boot.7')
  newest().emit('settings:updated', { keys: [] }, 'boot.8')
  newest().lose()
  connect('boot.8')
  await waitForRefetch()
  expect(fetched).toEqual([])
  newest().lose()
  connect('boot.9')
  await flushPromises()
  expect(fetched.toSorted()).toEqual(['media', 'settings', 'shown-calls'])
  for (const stop of stops) stop()
})

describe('a connection that is lost', () => {
  test('is reopened by the browser, or by us when it is lost for good', () => {
    connect()
    newest().lose()
    expect(isLive.value).toBe(false)
    pass(10 * SECOND)
    expect(opened()).toBe(1)
    connect()
    expect(isLive.value).toBe(true)
    const first = newest()
    first.lose(FOR_GOOD)
    pass(4 * SECOND)
    expect([opened(), first.readyState]).toEqual([2, 2])
    connect()
    expect([isLive.value, isConnected.value]).toEqual([true, true])
  })

  test('repeatedly is reopened with a backoff of at most half a minute', () => {
    const at: number[] = []
    for (let second = 0; second < 20 * 60; second++) {
      if (newest().readyState !== 2) {
        at.push(second)
        newest().lose(FOR_GOOD)
      }
      pass(SECOND)
    }
    const gaps = at.slice(1).map((second, index) => second - (at[index] ?? 0))
    expect(gaps[0]).toBeLessThanOrEqual(2)
    expect(gaps.toSorted((a, b) => a - b)).toEqual(gaps)
    expect(gaps.at(-1)).toBeLessThanOrEqual(32)
    expect(gaps.at(-1)).toBeGreaterThanOrEqual(30)
    // At once again after a success, and never two at a time.
    while (newest().readyState === 2) pass(SECOND)
    connect()
    newest().lose(FOR_GOOD)
    const previous = opened()
    pass(2 * SECOND)
    expect(opened()).toBe(previous + 1)
    expect(FakeEventSource.opened.filter(source => source.readyState !== 2)).toHaveLength(1)
  })
})

describe('a silent stream', () => {
  test('is reopened, and out of date, after six seconds', () => {
    connect()
    pass(6 * SECOND)
    expect([opened(), isLive.value, isConnected.value]).toEqual([1, true, true])
    pass(2 * SECOND)
    expect([opened(), isLive.value, isConnected.value]).toEqual([2, false, false])
    pass(60 * MINUTE)
    expect(opened()).toBeWithin(105, 130)
  })

  test('stays open with a ping every two seconds', () => {
    connect()
    for (let n = 0; n < 60; n++) {
      pass(2 * SECOND)
      newest().emit('ping')
    }
    expect([opened(), isLive.value, isConnected.value]).toEqual([1, true, true])
  })
})

test('a display is disconnected six seconds after the last contact: an event or a poll', () => {
  connect()
  newest().lose(FOR_GOOD)
  for (let n = 0; n < 60; n++) {
    pass(2 * SECOND)
    markAlive()
    expect(isConnected.value).toBe(true)
  }
  pass(6 * SECOND - 1)
  expect(isConnected.value).toBe(true)
  pass(2 * SECOND)
  expect(isConnected.value).toBe(false)
  connect()
  expect(isConnected.value).toBe(true)
})

test('a stopped stream is closed and leaves no timers', () => {
  connect()
  stop()
  pass(10 * MINUTE)
  expect([opened(), newest().readyState, isLive.value]).toEqual([1, 2, false])
  expect(jest.getTimerCount()).toBe(0)
})
