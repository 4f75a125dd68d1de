import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { emitLiveEvent, isConnected, isLive, markAlive } from '../../../islands/data/live-state.ts'
import { createDisplay, type DisplaySource } from '../../../islands/tv/display.ts'
import { KUALA_LUMPUR, NOW } from '../../support/samples.ts'
import { settle, standIn } from '../../support/stand-ins.ts'

const FIRST = {
  current: null,
  history: [],
  settings: { enableSound: 'true', presetKey: 'notification_sound' },
  media: [],
  prayerTimes: null,
  newestSequence: 0,
  now: NOW,
  timeZone: KUALA_LUMPUR,
  isDemo: false,
}

let asked: string[]
let isDown: boolean
let played: number
let takeAway: () => void
let stops: (() => void)[]

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(NOW) })
  asked = []
  isDown = false
  played = 0
  stops = []
  isLive.value = false
  isConnected.value = true
  class Audio {
    async play() {
      played++
    }
  }
  takeAway = standIn({
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
  takeAway()
  jest.useRealTimers()
})

function answering<T>(topic: string, answer: T) {
  return async () => {
    asked.push(topic)
    if (isDown) throw new Error('down')
    return answer
  }
}

function open({ isQuiet = true, isLoud = true } = {}) {
  const source: DisplaySource = {
    current: answering('current', null),
    history: answering('history', []),
    settings: answering('settings', FIRST.settings),
    media: answering('media', []),
    calls: answering('calls', []),
    prayerTimes: () => Promise.reject(new Error('down')),
    weather: () => Promise.reject(new Error('down')),
  }
  const display = createDisplay(FIRST, source, { isQuiet, isLoud: () => isLoud })
  stops = display.parts.map(part => part.watch())
  return display
}

async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 1_000) {
    jest.advanceTimersByTime(Math.min(left, 1_000))
    await settle()
  }
}

function count(topic: string) {
  return asked.filter(one => one === topic).length
}

function callAli() {
  const call = { sequence: 1, patientId: 1, name: 'ALI', number: 1, room: 'Room 1' }
  emitLiveEvent('patient:called', { ...call, calledAt: new Date().toISOString() })
}

describe('a picture that may be old', () => {
  test('says since when, in the time of the clinic', async () => {
    const display = open()
    expect(display.staleSince()).toBeNull()
    isDown = true
    await pass(60 * 60_000)
    isConnected.value = false
    expect(display.staleSince()).toBe('10:00')
  })

  test('keeps saying so until the clinic is heard of again', async () => {
    const display = open()
    await pass(30 * 60_000)
    isDown = true
    await pass(5 * 60_000)
    isConnected.value = false
    expect(display.staleSince()).toBe('10:30')
    await pass(24 * 60 * 60_000)
    expect(display.staleSince()).toBe('10:30')
    isConnected.value = true
    expect(display.staleSince()).toBeNull()
  })
})

describe('without live events', () => {
  test('everything is asked for at the pace that the specification names', async () => {
    open()
    await pass(60_000)
    expect(['current', 'settings', 'history', 'media'].map(count)).toEqual([30, 20, 6, 6])
  })

  test('nobody is asked a second time while the first answer is out', async () => {
    const display = open()
    await pass(10 * 60_000)
    for (const stop of stops.splice(0)) stop()
    expect([display.staleSince(), jest.getTimerCount()]).toEqual([null, 0])
  })
})

test('with live events a TV asks once a minute, and a desk goes on asking at the pace', async () => {
  open({ isQuiet: true })
  isLive.value = true
  await settle()
  asked = []
  await pass(5 * 60_000)
  expect(count('current')).toBe(5)
  for (const stop of stops) stop()

  open({ isQuiet: false })
  await settle()
  asked = []
  await pass(60_000)
  expect([count('current'), count('history')]).toEqual([30, 6])
})

test('the picture shows a call before anybody was asked about it', () => {
  const display = open()
  callAli()
  expect(display.picture().showing).toMatchObject({ call: { name: 'ALI' }, phase: 'overlay' })
})

test.each([
  [true, 1],
  [false, 0],
])('a display that is loud (%p) sounds it, a small preview does not', async (isLoud, times) => {
  open({ isLoud })
  callAli()
  await settle()
  expect(played).toBe(times)
})
