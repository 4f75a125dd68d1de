import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { isConnected, isLive, markAlive, onLiveEvent } from '../../../islands/data/live-state.ts'
import { query } from '../../../islands/data/query.ts'
import { connectEventStream } from '../../../islands/tv/connection/event-stream.ts'
import { FakeEventSource, settle, standIn } from '../../support/stand-ins.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const FOR_GOOD = { forGood: true }

let stop: () => void
let takeAway: () => void

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T02:00:00Z') })
  takeAway = standIn({ EventSource: FakeEventSource, document: { hidden: false } })
  FakeEventSource.opened = []
  isLive.value = false
  isConnected.value = true
  markAlive()
  stop = connectEventStream('/api/tv/a-token/events')
})
afterEach(() => {
  stop()
  isConnected.value = true
  takeAway()
  jest.useRealTimers()
})

const opened = () => FakeEventSource.opened.length
const newest = () => FakeEventSource.newest()
const greet = () => newest().say('tv:connected', { name: 'Hall' })

function pass(ms: number) {
  for (let left = ms; left > 0; left -= SECOND) jest.advanceTimersByTime(Math.min(left, SECOND))
}

async function lookSoon() {
  pass(SECOND)
  await settle()
}

test('a TV listens at its own door', () => {
  expect([opened(), newest().url]).toEqual([1, '/api/tv/a-token/events'])
  expect(isLive.value).toBe(false)
  greet()
  expect(isLive.value).toBe(true)
})

test('what happens is told to whoever hears it, and what it touches is looked at again', async () => {
  let asked = 0
  const history = query('history', async () => ++asked, 0, { every: MINUTE })
  const unwatch = history.watch()
  const names: string[] = []
  const deafen = onLiveEvent('patient:called', call => names.push(call.name))
  newest().say('patient:called', { sequence: 1, name: 'ALI' })
  expect(names).toEqual(['ALI'])
  await lookSoon()
  expect(asked).toBe(1)
  newest().say('settings:updated', { keys: [] })
  await lookSoon()
  expect(asked).toBe(1)
  deafen()
  unwatch()
})

test('what a desk does within a moment is looked at once', async () => {
  let asked = 0
  const unwatch = query('history', async () => ++asked, 0, { every: MINUTE }).watch()
  newest().say('patient:updated', { patientId: 1 })
  pass(100)
  newest().say('queue:updated', { patientId: 2 })
  newest().say('patient:called', { sequence: 1, name: 'ALI' })
  await lookSoon()
  expect(asked).toBe(1)
  unwatch()
})

test('whenever it is connected, everything is looked at again', async () => {
  const asked: string[] = []
  const ask = (topic: string) => async () => void asked.push(topic)
  const stops = (['current-call', 'history', 'media', 'settings'] as const).map(topic =>
    query(topic, ask(topic), undefined, { every: MINUTE }).watch(),
  )
  greet()
  await settle()
  expect(asked.toSorted()).toEqual(['current-call', 'history', 'media', 'settings'])
  newest().lose()
  greet()
  await settle()
  expect(asked).toHaveLength(8)
  for (const stop of stops) stop()
})

describe('a connection that is lost', () => {
  test('is left to the browser as long as it tries by itself', () => {
    greet()
    newest().lose()
    expect(isLive.value).toBe(false)
    pass(30 * SECOND)
    expect(opened()).toBe(1)
    greet()
    expect(isLive.value).toBe(true)
  })

  test('for good, by a 503 for example, is opened anew within seconds', () => {
    greet()
    const first = newest()
    first.lose(FOR_GOOD)
    pass(4 * SECOND)
    expect([opened(), first.readyState]).toEqual([2, 2])
    greet()
    expect([isLive.value, isConnected.value]).toEqual([true, true])
  })

  test('again and again is tried ever more rarely, but at least every half minute', () => {
    const at: number[] = []
    for (let second = 0; second < 20 * 60; second++) {
      if (newest().readyState !== 2) {
        at.push(second)
        newest().lose(FOR_GOOD)
      }
      pass(SECOND)
    }
    const gaps = at.slice(1).map((second, n) => second - (at[n] ?? 0))
    expect(gaps[0]).toBeLessThanOrEqual(2)
    expect(gaps.toSorted((one, other) => one - other)).toEqual(gaps)
    expect(gaps.at(-1)).toBeLessThanOrEqual(32)
    expect(gaps.at(-1)).toBeGreaterThanOrEqual(30)
  })

  test('is tried quickly once more after a good time', () => {
    for (let n = 0; n < 200; n++) {
      newest().lose(FOR_GOOD)
      pass(2 * SECOND)
    }
    greet()
    newest().lose(FOR_GOOD)
    const before = opened()
    pass(2 * SECOND)
    expect(opened()).toBe(before + 1)
  })

  test('leaves one connection open, never two', () => {
    for (let n = 0; n < 10; n++) {
      newest().lose(FOR_GOOD)
      pass(MINUTE)
      greet()
    }
    expect(FakeEventSource.opened.filter(source => source.readyState !== 2)).toHaveLength(1)
  })
})

describe('a stream that says nothing', () => {
  test('for forty seconds is dead, whatever it claims, and is opened anew', () => {
    greet()
    pass(40 * SECOND)
    expect([opened(), isLive.value]).toEqual([1, true])
    pass(3 * SECOND)
    expect([opened(), isLive.value]).toEqual([2, false])
  })

  test('but its sign of life every fifteen seconds may go on for a day', () => {
    greet()
    for (let n = 0; n < 24 * 60 * 4; n++) {
      pass(15 * SECOND)
      newest().say('ping')
    }
    expect([opened(), isLive.value, isConnected.value]).toEqual([1, true, true])
  })

  test('is opened anew at a bounded pace for as long as it takes', () => {
    greet()
    pass(60 * MINUTE)
    expect(opened()).toBeGreaterThan(105)
    expect(opened()).toBeLessThan(60 * 2 + 10)
  })
})

describe('the picture', () => {
  test('is called old eight seconds after the clinic was last heard of, and no longer once it is back', () => {
    greet()
    newest().lose()
    pass(8 * SECOND - 1)
    expect(isConnected.value).toBe(true)
    pass(2 * SECOND)
    expect(isConnected.value).toBe(false)
    greet()
    expect(isConnected.value).toBe(true)
  })

  test('is not old while the clinic answers, event or not', () => {
    greet()
    newest().lose(FOR_GOOD)
    for (let n = 0; n < 60; n++) {
      pass(2 * SECOND)
      markAlive()
      expect(isConnected.value).toBe(true)
    }
  })

  test('is not old while the stream is quiet between two signs of life', () => {
    greet()
    pass(30 * SECOND)
    expect(isConnected.value).toBe(true)
  })
})

test('a TV that was refused listens no more', () => {
  greet()
  stop()
  pass(10 * MINUTE)
  expect([opened(), newest().readyState, isLive.value]).toEqual([1, 2, false])
  expect(jest.getTimerCount()).toBe(0)
})
