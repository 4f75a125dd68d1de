import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { type Signal, signal } from '@preact/signals-react'
import type { Prayer } from '#domain/display/prayer-times'
import type { Weather } from '#domain/display/weather'
import { DEFAULT_LOCATION, type Location } from '#domain/display/weather'
import type { Settings } from '#domain/settings-record'
import { createExternalData } from '../../../islands/stage/model/external-data.ts'
import { advanceTime, flushPromises, replaceGlobals } from '../../support/fakes/browser-globals.ts'
import { PARTLY_CLOUDY } from '../../support/fakes/weather-service.ts'
import { aTimeZone, KUALA_LUMPUR } from '../../support/samples.ts'
import { someSettings } from '../../support/settings.ts'

const MINUTE = 60_000
const PENANG = { latitude: '5.4141', longitude: '100.3288' }
const WEATHER = someSettings({ showWeather: 'true', ...PENANG })
const WEATHER_ANYWHERE = someSettings({ showWeather: 'true' })
const PRAYERS = someSettings({ showPrayerTimes: 'true', ...PENANG })
const FIVE: Prayer[] = [{ key: 'fajr', name: 'Subuh', time: '05:50' }]
const TOMORROW: Prayer[] = [{ key: 'fajr', name: 'Subuh', time: '05:51' }]

const aLocation = (latitude: number, longitude: number) => ({ latitude, longitude })

type OnPosition = (position: { coords: Location }) => void

let settings: Signal<Settings>
let weatherRequests: Location[]
let prayerRequestCount: number
let respondWeather: () => Promise<Weather>
let respondPrayers: () => Promise<{ prayerTimes: Prayer[] }>
let positionRequest: { resolve: OnPosition; reject: () => void } | null
let externalData: ReturnType<typeof createExternalData>
let stops: (() => void)[]

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T02:00:00Z') })
  weatherRequests = []
  prayerRequestCount = 0
  respondWeather = async () => PARTLY_CLOUDY
  respondPrayers = async () => ({ prayerTimes: FIVE })
  positionRequest = null
  stops = []
})
afterEach(() => {
  for (const stop of stops.reverse()) stop()
  jest.useRealTimers()
})

/** In a secure context the browser has geolocation. */
async function watch(initial: Settings, { isSecure = false, timeZone = KUALA_LUMPUR } = {}) {
  const geolocation = {
    getCurrentPosition(resolve: OnPosition, reject: () => void) {
      positionRequest = { resolve, reject }
    },
  }
  stops.push(replaceGlobals({ window: { isSecureContext: isSecure }, navigator: { geolocation } }))
  settings = signal(initial)
  externalData = createExternalData({
    timeZone: () => timeZone,
    settings: () => settings.value,
    weather(location) {
      weatherRequests.push(location)
      return respondWeather()
    },
    prayerTimes() {
      prayerRequestCount++
      return respondPrayers()
    },
  })
  const stop = externalData.watch()
  stops.push(stop)
  await flushPromises()
  return stop
}

const weatherState = () => externalData.weatherState.value
const prayerState = () => externalData.prayer.value
const down = () => Promise.reject(new Error('down'))

describe('the weather panel', () => {
  test('is locating, then loading, then shows the weather', async () => {
    const weather = Promise.withResolvers<Weather>()
    respondWeather = () => weather.promise
    await watch(WEATHER_ANYWHERE, { isSecure: true })
    expect(weatherState().state).toBe('locating')
    positionRequest?.resolve({ coords: aLocation(1.3, 103.8) })
    await flushPromises()
    expect([weatherState().state, weatherRequests]).toEqual(['loading', [aLocation(1.3, 103.8)]])
    weather.resolve(PARTLY_CLOUDY)
    await flushPromises()
    const isDefaultPlace = false
    expect(weatherState()).toEqual({
      state: 'known',
      weather: PARTLY_CLOUDY,
      isDefaultPlace,
    })
  })

  test.each([
    ['the user denies it', () => positionRequest?.reject()],
    ['the browser does not respond for five seconds', () => jest.advanceTimersByTime(5_000)],
  ])('falls back to the default location when %s', async (_, trigger) => {
    await watch(WEATHER_ANYWHERE, { isSecure: true })
    expect(weatherRequests).toEqual([])
    trigger()
    await flushPromises()
    expect([weatherRequests, weatherState()]).toMatchObject([
      [DEFAULT_LOCATION],
      { isDefaultPlace: true },
    ])
  })

  test.each([
    ['over plain HTTP', WEATHER_ANYWHERE, false, DEFAULT_LOCATION],
    ['with a configured location', WEATHER, true, aLocation(5.4141, 100.3288)],
  ])('does not use geolocation %s', async (_, settings, isSecure, location) => {
    await watch(settings, { isSecure })
    expect([positionRequest, weatherRequests]).toEqual([null, [location]])
    const isDefaultPlace = location === DEFAULT_LOCATION
    expect(weatherState()).toMatchObject({ state: 'known', isDefaultPlace })
  })

  test('retries every minute, polls every ten, and keeps the last weather', async () => {
    respondWeather = down
    await watch(WEATHER)
    expect(weatherState().state).toBe('failed')
    respondWeather = async () => PARTLY_CLOUDY
    await advanceTime(MINUTE)
    const known = { state: 'known', weather: PARTLY_CLOUDY }
    expect(weatherState()).toMatchObject(known)
    await advanceTime(10 * MINUTE - 1)
    expect(weatherRequests).toHaveLength(2)
    respondWeather = down
    await advanceTime(1)
    expect(weatherRequests).toHaveLength(3)
    expect(weatherState()).toMatchObject(known)
    const warmer = { ...PARTLY_CLOUDY, asOf: '2026-11-20T02:12:00.000Z' }
    respondWeather = async () => warmer
    await advanceTime(MINUTE)
    expect(weatherState()).toMatchObject({ weather: warmer })
  })

  test('ignores a response for a location that has been changed meanwhile', async () => {
    const late = Promise.withResolvers<Weather>()
    respondWeather = () => late.promise
    await watch(WEATHER)
    const here = { ...PARTLY_CLOUDY, asOf: '2026-11-20T02:05:00.000Z' }
    respondWeather = async () => here
    settings.value = { ...WEATHER, latitude: '1.3' }
    await flushPromises()
    late.resolve(PARTLY_CLOUDY)
    await flushPromises()
    expect(weatherState()).toMatchObject({ weather: here })
  })
})

describe('the prayer panel', () => {
  test('is loading, then failed, then known; and keeps the last known times', async () => {
    const first = Promise.withResolvers<{ prayerTimes: Prayer[] }>()
    respondPrayers = () => first.promise
    await watch(PRAYERS)
    expect(prayerState().state).toBe('loading')
    first.reject(new Error('down'))
    await flushPromises()
    expect(prayerState().state).toBe('failed')
    respondPrayers = async () => ({ prayerTimes: FIVE })
    await advanceTime(MINUTE)
    expect(prayerState()).toEqual({ state: 'known', prayers: FIVE })
    respondPrayers = down
    await advanceTime(30 * MINUTE)
    expect([prayerRequestCount, prayerState().state]).toEqual([3, 'known'])
  })

  test.each([
    ['after midnight', '2026-11-20T15:50:00Z', KUALA_LUMPUR],
    // At 22:50, where midnight follows 23:00.
    ['where clocks skip the last hour', '2026-03-29T00:50:00Z', aTimeZone('America/Nuuk')],
  ])('refetches a few seconds %s', async (_, tenToMidnight, timeZone) => {
    jest.setSystemTime(Date.parse(tenToMidnight))
    await watch(PRAYERS, { timeZone })
    respondPrayers = async () => ({ prayerTimes: TOMORROW })
    await advanceTime(10 * MINUTE)
    expect(prayerState()).toEqual({ state: 'known', prayers: FIVE })
    await advanceTime(5_000)
    expect(prayerState()).toEqual({ state: 'known', prayers: TOMORROW })
    await advanceTime(30 * MINUTE)
    expect(prayerRequestCount).toBe(3)
  })

  test.each([
    ['prayerMethod', 'Karachi', 2],
    ['prayerZone', 'KTN01', 2],
    ['prayerAsr', 'hanafi', 2],
    ['prayerOffsetIsha', '1', 2],
    ['clinicName', 'KLINIK AMAN', 1],
    ['prayerTimesTextColor', '#000000', 1],
  ])('a change of %s to %s leads to %i requests', async (key, value, requests) => {
    await watch(PRAYERS)
    settings.value = { ...PRAYERS, [key]: value }
    await flushPromises()
    expect(prayerRequestCount).toBe(requests)
  })
})

test('the panel follows the settings from weather to prayer times to none', async () => {
  await watch(WEATHER)
  settings.value = { ...PRAYERS, showWeather: 'false' }
  await flushPromises()
  expect([weatherRequests.length, prayerRequestCount]).toEqual([1, 1])
  await advanceTime(60 * MINUTE)
  expect([weatherRequests.length, prayerRequestCount]).toEqual([1, 3])
  settings.value = someSettings()
  await advanceTime(120 * MINUTE)
  expect([weatherRequests.length, prayerRequestCount, jest.getTimerCount()]).toEqual([1, 3, 0])
})

test('a stopped display leaves no timers, before and after a response', async () => {
  const stopAfter = await watch(WEATHER_ANYWHERE)
  expect(jest.getTimerCount()).toBe(1)
  stopAfter()
  expect(jest.getTimerCount()).toBe(0)
  const late = Promise.withResolvers<Weather>()
  respondWeather = () => late.promise
  const stopBefore = await watch(WEATHER)
  stopBefore()
  late.resolve(PARTLY_CLOUDY)
  await flushPromises()
  expect([jest.getTimerCount(), weatherState().state]).toEqual([0, 'loading'])
})
