import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import type { ShownCalls } from '#domain/display/tv-patient'
import { BEFORE_ALL_CALLS, toCallJson } from '#domain/events'
import { emitLiveEvent, isConnected, isLive, markAlive } from '../../../islands/data/live-state.ts'
import { refetchQueries } from '../../../islands/data/query.ts'
import { createDisplay, type DisplaySource } from '../../../islands/stage/model/display-model.ts'
import { flushPromises, replaceGlobals } from '../../support/fakes/browser-globals.ts'
import { aCall, aTimeZone, KUALA_LUMPUR, NOW } from '../../support/samples.ts'
import { someSettings } from '../../support/settings.ts'

const INITIAL = {
  today: '',
  current: null,
  history: [],
  queueTexts: [],
  words: {},
  tiles: [],
  settings: someSettings(),
  media: [],
  prayerTimes: null,
  newestCall: BEFORE_ALL_CALLS,
  now: NOW,
  timeZone: KUALA_LUMPUR,
  isDemo: false,
  options: DEFAULT_TV_OPTIONS,
}

let requests: string[]
let isDown: boolean
let restoreGlobals: () => void
let stops: (() => void)[]

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(NOW) })
  requests = []
  isDown = false
  stops = []
  isLive.value = false
  isConnected.value = true
  restoreGlobals = replaceGlobals({
    document: { hidden: false },
  })
  markAlive()
})
afterEach(() => {
  for (const stop of stops) stop()
  isLive.value = false
  isConnected.value = true
  restoreGlobals()
  jest.useRealTimers()
})

function respondWith<T>(name: string, response: T) {
  return async () => {
    requests.push(name)
    if (isDown) throw new Error('down')
    return response
  }
}

function open(pollsOnlyWithoutLive = true, overrides: Partial<DisplaySource> = {}) {
  const source: DisplaySource = {
    shownCalls: respondWith<ShownCalls>('shown-calls', INITIAL),
    settings: respondWith('settings', INITIAL.settings),
    media: respondWith('media', []),
    callsAfter: respondWith('calls', []),
    prayerTimes: () => Promise.reject(new Error('down')),
    weather: () => Promise.reject(new Error('down')),
    ...overrides,
  }
  const display = createDisplay(INITIAL, source, {
    pollsOnlyWithoutLive,
    playSound: async () => {},
  })
  stops = display.parts.map(part => part.watch())
  return display
}

async function pass(ms: number, stepMs = 1_000) {
  for (let left = ms; left > 0; left -= stepMs) {
    jest.advanceTimersByTime(Math.min(left, stepMs))
    await flushPromises()
  }
}

function count(name: string) {
  return requests.filter(request => request === name).length
}

test('a disconnected TV says since when, by the clock of the clinic', async () => {
  const display = open()
  await pass(30 * 60_000)
  isDown = true
  await pass(5 * 60_000)
  expect(display.staleSince()).toBeNull()
  isConnected.value = false
  expect(display.staleSince()).toBe('10:30')
  await pass(24 * 60 * 60_000, 10_000)
  expect(display.staleSince()).toBe('10:30')
  isConnected.value = true
  expect(display.staleSince()).toBeNull()
})

test("a TV's clock follows the clinic into another time zone without a reload", async () => {
  let shown: ShownCalls = INITIAL
  const display = open(true, { shownCalls: async () => shown })
  isConnected.value = false
  expect(display.staleSince()).toBe('10:00')
  shown = { ...INITIAL, timeZone: aTimeZone('Asia/Yangon') }
  await refetchQueries(['shown-calls'])
  expect(display.staleSince()).toBe('08:30')
  expect(display.data().timeZone.name).toBe('Asia/Yangon')
})

test('without live events everything is polled, to the end', async () => {
  open()
  await pass(60_000)
  expect(['shown-calls', 'settings', 'media'].map(count)).toEqual([30, 20, 6])
  for (const stop of stops.splice(0)) stop()
  expect(jest.getTimerCount()).toBe(0)
})

test('with live events a TV polls once a minute, the dashboard at its usual intervals', async () => {
  open()
  isLive.value = true
  await flushPromises()
  requests = []
  await pass(5 * 60_000)
  expect(count('shown-calls')).toBe(5)
  for (const stop of stops) stop()

  open(false)
  await flushPromises()
  requests = []
  await pass(60_000)
  expect([count('shown-calls'), count('media')]).toEqual([30, 6])
})

test('a call is shown before any list is fetched', () => {
  const display = open()
  emitLiveEvent('patient:called', toCallJson(aCall({ calledAt: NOW })))
  expect(display.data().showing).toMatchObject({ call: { name: 'ALI' }, phase: 'overlay' })
})
