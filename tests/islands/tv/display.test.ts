import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { emitLiveEvent, isConnected, isLive, markAlive } from '../../../islands/data/live-state.ts'
import { queryEach } from '../../../islands/tv/connection/session-source.ts'
import { createDisplay, type DisplaySource } from '../../../islands/tv/display.ts'
import { flushPromises, replaceGlobals } from '../../support/fakes/browser-globals.ts'
import { aSpeaker } from '../../support/fakes/sound.ts'
import { aCall, KUALA_LUMPUR, NOW } from '../../support/samples.ts'

const INITIAL = {
  current: null,
  history: [],
  queueTexts: [],
  words: {},
  tiles: [],
  settings: { enableSound: 'true', presetKey: 'notification_sound' },
  media: [],
  prayerTimes: null,
  newestSequence: 0,
  now: NOW,
  timeZone: KUALA_LUMPUR,
  isDemo: false,
  options: DEFAULT_TV_OPTIONS,
}

let requests: string[]
let isDown: boolean
let playCount: number
let restoreGlobals: () => void
let stops: (() => void)[]

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(NOW) })
  requests = []
  isDown = false
  playCount = 0
  stops = []
  isLive.value = false
  isConnected.value = true
  class Audio {
    async play() {
      playCount++
    }
  }
  restoreGlobals = replaceGlobals({
    Audio,
    window: {},
    document: { hidden: false, createElement: () => ({ canPlayType: () => 'maybe' }) },
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

function open({ pollsOnlyWithoutLive = true, isAudible = true } = {}) {
  const source: DisplaySource = {
    queryCalls: queryEach({
      current: respondWith('current', null),
      history: respondWith('history', []),
    }),
    settings: respondWith('settings', INITIAL.settings),
    media: respondWith('media', []),
    callsAfter: respondWith('calls', []),
    prayerTimes: () => Promise.reject(new Error('down')),
    weather: () => Promise.reject(new Error('down')),
  }
  const playSound = isAudible ? aSpeaker().play : async () => {}
  const display = createDisplay(INITIAL, source, { pollsOnlyWithoutLive, playSound })
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

function callAli() {
  emitLiveEvent('patient:called', aCall({ calledAt: new Date().toISOString() }))
}

describe('while disconnected a TV', () => {
  test('says since when, in the time zone of the clinic', async () => {
    const display = open()
    expect(display.staleSince()).toBeNull()
    isDown = true
    await pass(60 * 60_000)
    isConnected.value = false
    expect(display.staleSince()).toBe('10:00')
  })

  test('keeps saying so until it is connected again', async () => {
    const display = open()
    await pass(30 * 60_000)
    isDown = true
    await pass(5 * 60_000)
    isConnected.value = false
    expect(display.staleSince()).toBe('10:30')
    await pass(24 * 60 * 60_000, 10_000)
    expect(display.staleSince()).toBe('10:30')
    isConnected.value = true
    expect(display.staleSince()).toBeNull()
  })
})

describe('without live events', () => {
  test('everything is polled at the intervals of the specification', async () => {
    open()
    await pass(60_000)
    expect(['current', 'settings', 'history', 'media'].map(count)).toEqual([30, 20, 6, 6])
  })

  test('polling ends with the display and leaves no timers', async () => {
    const display = open()
    await pass(10 * 60_000)
    for (const stop of stops.splice(0)) stop()
    expect([display.staleSince(), jest.getTimerCount()]).toEqual([null, 0])
  })
})

test('with live events a TV polls once a minute, the dashboard at its usual intervals', async () => {
  open({ pollsOnlyWithoutLive: true })
  isLive.value = true
  await flushPromises()
  requests = []
  await pass(5 * 60_000)
  expect(count('current')).toBe(5)
  for (const stop of stops) stop()

  open({ pollsOnlyWithoutLive: false })
  await flushPromises()
  requests = []
  await pass(60_000)
  expect([count('current'), count('history')]).toEqual([30, 6])
})

test('a call is shown before any list is fetched', () => {
  const display = open()
  callAli()
  expect(display.data().showing).toMatchObject({ call: { name: 'ALI' }, phase: 'overlay' })
})

test.each([
  [true, 1],
  [false, 0],
])('an audible display plays the sound, a small preview does not: %p', async (isAudible, times) => {
  open({ isAudible })
  callAli()
  await flushPromises()
  expect(playCount).toBe(times)
})
