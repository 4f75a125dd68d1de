import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { type Signal, signal } from '@preact/signals-react'
import { DEFAULT_LOCATION, type Location } from '#domain/display/location'
import type { Prayer } from '#domain/display/prayer-times'
import type { Weather } from '#domain/display/weather'
import type { Settings } from '#domain/settings/settings'
import { createExternalData } from '../../../islands/tv/connection/external-data.ts'
import { KUALA_LUMPUR } from '../../support/samples.ts'
import { pass, settle, standIn } from '../../support/stand-ins.ts'
import { PARTLY_CLOUDY } from '../../support/weather-service.ts'

const MINUTE = 60_000
const PENANG = { latitude: '5.4141', longitude: '100.3288' }
const WEATHER = { showWeather: 'true', ...PENANG }
const PRAYERS = { showPrayerTimes: 'true', prayerMethod: 'JAKIM', ...PENANG }
const FIVE: Prayer[] = [{ key: 'fajr', name: 'Subuh', time: '05:50' }]
const TOMORROW: Prayer[] = [{ key: 'fajr', name: 'Subuh', time: '05:51' }]

type Tell = (told: { coords: Location }) => void

let settings: Signal<Settings>
let asked: Location[]
let askedForPrayers: number
let answer: () => Promise<Weather>
let answerPrayers: () => Promise<{ prayerTimes: Prayer[] }>
let locate: { tell: Tell; refuse: () => void } | null
let outside: ReturnType<typeof createExternalData>
let stops: (() => void)[]

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T02:00:00Z') })
  asked = []
  askedForPrayers = 0
  answer = async () => PARTLY_CLOUDY
  answerPrayers = async () => ({ prayerTimes: FIVE })
  locate = null
  stops = []
})
afterEach(() => {
  for (const stop of stops.reverse()) stop()
  jest.useRealTimers()
})

/** Switches a display on. A secure one has a browser that may tell where it is. */
async function watch(first: Settings, { isSecure = false } = {}) {
  const geolocation = {
    getCurrentPosition(tell: Tell, refuse: () => void) {
      locate = { tell, refuse }
    },
  }
  stops.push(standIn({ window: { isSecureContext: isSecure }, navigator: { geolocation } }))
  settings = signal(first)
  outside = createExternalData({
    timeZone: KUALA_LUMPUR,
    settings: () => settings.value,
    weather(place) {
      asked.push(place)
      return answer()
    },
    prayerTimes() {
      askedForPrayers++
      return answerPrayers()
    },
  })
  const stop = outside.watch()
  stops.push(stop)
  await settle()
  return stop
}

const down = () => Promise.reject(new Error('down'))
const aPlace = (latitude: number, longitude: number) => ({ latitude, longitude })

describe('the weather panel', () => {
  test('says that it is looking for the place, then for the weather, then shows it', async () => {
    const weather = Promise.withResolvers<Weather>()
    answer = () => weather.promise
    await watch({ showWeather: 'true' }, { isSecure: true })
    expect(outside.sky.value.state).toBe('locating')
    locate?.tell({ coords: aPlace(1.3, 103.8) })
    await settle()
    expect([outside.sky.value.state, asked]).toEqual(['loading', [aPlace(1.3, 103.8)]])
    weather.resolve(PARTLY_CLOUDY)
    await settle()
    const isDefaultPlace = false
    expect(outside.sky.value).toEqual({ state: 'known', weather: PARTLY_CLOUDY, isDefaultPlace })
  })

  test.each([
    ['the browser refuses to tell', () => locate?.refuse()],
    ['the browser says nothing for five seconds', () => jest.advanceTimersByTime(5_000)],
  ])('takes the default place and says so when %s', async (_, happens) => {
    await watch({ showWeather: 'true' }, { isSecure: true })
    expect(asked).toEqual([])
    happens()
    await settle()
    expect([asked, outside.sky.value]).toMatchObject([[DEFAULT_LOCATION], { isDefaultPlace: true }])
  })

  test('takes the default place at once on a plain address, where no browser tells', async () => {
    await watch({ showWeather: 'true' })
    expect([locate, asked]).toEqual([null, [DEFAULT_LOCATION]])
    expect(outside.sky.value).toMatchObject({ state: 'known', isDefaultPlace: true })
  })

  test('asks nobody where it is when the admin said so', async () => {
    await watch(WEATHER, { isSecure: true })
    expect([locate, asked]).toEqual([null, [aPlace(5.4141, 100.3288)]])
    expect(outside.sky.value).toMatchObject({ state: 'known', isDefaultPlace: false })
  })

  test('says that there is none, tries again every minute, and shows it when it comes', async () => {
    answer = down
    await watch(WEATHER)
    expect(outside.sky.value.state).toBe('failed')
    await pass(MINUTE)
    expect([asked.length, outside.sky.value.state]).toEqual([2, 'failed'])
    answer = async () => PARTLY_CLOUDY
    await pass(MINUTE)
    expect([asked.length, outside.sky.value.state]).toEqual([3, 'known'])
  })

  test('looks every ten minutes, and keeps the last good weather through an outage', async () => {
    await watch(WEATHER)
    await pass(10 * MINUTE - 1)
    expect(asked).toHaveLength(1)
    answer = down
    await pass(1)
    expect(asked).toHaveLength(2)
    expect(outside.sky.value).toMatchObject({ state: 'known', weather: PARTLY_CLOUDY })
    const warmer = { ...PARTLY_CLOUDY, asOf: '2026-11-20T02:11:00.000Z' }
    answer = async () => warmer
    await pass(MINUTE)
    expect(outside.sky.value).toMatchObject({ weather: warmer })
  })

  test('shows no answer about a place that the clinic has left meanwhile', async () => {
    const late = Promise.withResolvers<Weather>()
    answer = () => late.promise
    await watch(WEATHER)
    const here = { ...PARTLY_CLOUDY, asOf: '2026-11-20T02:05:00.000Z' }
    answer = async () => here
    settings.value = { ...WEATHER, latitude: '1.3' }
    await settle()
    late.resolve(PARTLY_CLOUDY)
    await settle()
    expect(outside.sky.value).toMatchObject({ weather: here })
  })
})

describe('the prayer panel', () => {
  test('shows what the server drew until it has looked itself', async () => {
    const first = createExternalData({
      timeZone: KUALA_LUMPUR,
      settings: () => ({}),
      weather: down,
      prayerTimes: down,
      first: { prayerTimes: FIVE },
    })
    expect(first.prayer.value).toEqual({ state: 'known', prayers: FIVE })
  })

  test('is loading, then failed, then known; and keeps what it knows', async () => {
    const first = Promise.withResolvers<{ prayerTimes: Prayer[] }>()
    answerPrayers = () => first.promise
    await watch(PRAYERS)
    expect(outside.prayer.value.state).toBe('loading')
    first.reject(new Error('down'))
    await settle()
    expect(outside.prayer.value.state).toBe('failed')
    answerPrayers = async () => ({ prayerTimes: FIVE })
    await pass(MINUTE)
    expect(outside.prayer.value).toEqual({ state: 'known', prayers: FIVE })
    answerPrayers = down
    await pass(30 * MINUTE)
    expect([askedForPrayers, outside.prayer.value.state]).toEqual([3, 'known'])
  })

  test("has the new day's times from the first seconds of the day", async () => {
    // Ten minutes to midnight in Kuala Lumpur.
    jest.setSystemTime(Date.parse('2026-11-20T15:50:00Z'))
    await watch(PRAYERS)
    answerPrayers = async () => ({ prayerTimes: TOMORROW })
    await pass(10 * MINUTE)
    expect(outside.prayer.value).toEqual({ state: 'known', prayers: FIVE })
    await pass(5_000)
    expect(outside.prayer.value).toEqual({ state: 'known', prayers: TOMORROW })
    await pass(30 * MINUTE)
    expect(askedForPrayers).toBe(3)
  })

  test('is asked for anew when the admin chooses another way of computing', async () => {
    await watch(PRAYERS)
    settings.value = { ...PRAYERS, prayerMethod: 'Karachi' }
    await settle()
    expect(askedForPrayers).toBe(2)
    settings.value = { ...settings.value, clinicName: 'KLINIK AMAN' }
    await settle()
    expect(askedForPrayers).toBe(2)
  })
})

test('the panel follows the admin from the one to the other and to none', async () => {
  await watch(WEATHER)
  settings.value = { ...PRAYERS, showWeather: 'false' }
  await settle()
  expect([asked.length, askedForPrayers]).toEqual([1, 1])
  await pass(60 * MINUTE)
  expect([asked.length, askedForPrayers]).toEqual([1, 3])
  settings.value = {}
  await pass(120 * MINUTE)
  expect([asked.length, askedForPrayers, jest.getTimerCount()]).toEqual([1, 3, 0])
})

test('nothing is asked for while neither is shown', async () => {
  await watch({ ...PENANG, showWeather: 'false' })
  await pass(120 * MINUTE)
  expect([asked.length, askedForPrayers, jest.getTimerCount()]).toEqual([0, 0, 0])
})

test('a display that is closed leaves no timers behind, answered or not', async () => {
  for (const isSecure of [false, true]) {
    const stop = await watch({ showWeather: 'true' }, { isSecure })
    locate?.refuse()
    await settle()
    expect(jest.getTimerCount()).toBe(1)
    stop()
    expect(jest.getTimerCount()).toBe(0)
  }
  const late = Promise.withResolvers<Weather>()
  answer = () => late.promise
  const stop = await watch(WEATHER)
  stop()
  late.resolve(PARTLY_CLOUDY)
  await settle()
  expect([jest.getTimerCount(), outside.sky.value.state]).toEqual([0, 'loading'])
})
