import { effect, signal } from '@preact/signals-react'
import { DEFAULT_LOCATION, getConfiguredLocation, type Location } from '#domain/display/location'
import type { Prayer, PrayerTimes } from '#domain/display/prayer-times'
import type { Weather } from '#domain/display/weather'
import { isEnabled, type Settings } from '#domain/settings-record'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { serverNow } from '../../data/server-clock.ts'
import { getMsToMidnight } from '../clock.ts'
import { withTimeout } from './timeout.ts'

export type PrayerState = { state: 'loading' | 'failed' } | { state: 'known'; prayers: Prayer[] }
export type WeatherState =
  | { state: 'locating' | 'loading' | 'failed' }
  | { state: 'known'; weather: Weather; isDefaultPlace: boolean }

/** The browser's own limit; LOCATION_TIMEOUT_MS covers browsers that ignore it. */
const GEOLOCATION_TIMEOUT_MS = 4_000
const LOCATION_TIMEOUT_MS = 5_000
/** The TV's clock may be slightly ahead of the server's. */
const NEW_DAY_DELAY_MS = 5_000

type Options = {
  settings(): Settings
  prayerTimes(location: Location): Promise<PrayerTimes>
  weather(location: Location): Promise<Weather>
  first?: PrayerTimes | null
  timeZone: string
}

export function createExternalData({ settings, prayerTimes, weather, first, timeZone }: Options) {
  const prayer = signal<PrayerState>(
    first ? { state: 'known', prayers: first.prayerTimes } : { state: 'loading' },
  )
  const weatherState = signal<WeatherState>({ state: 'loading' })

  function onPrayerTimes(result: PrayerTimes | null) {
    if (result) prayer.value = { state: 'known', prayers: result.prayerTimes }
    else if (prayer.value.state !== 'known') prayer.value = { state: 'failed' }
  }

  function getMsToNextPrayerTimes() {
    return Math.min(POLL_MS.prayerTimes, getMsToMidnight(serverNow(), timeZone) + NEW_DAY_DELAY_MS)
  }

  function fetchWeather(location: Location) {
    if (weatherState.value.state === 'locating') weatherState.value = { state: 'loading' }
    return weather(location)
  }

  function onWeather(result: Weather | null, isDefaultPlace: boolean) {
    if (result) weatherState.value = { state: 'known', weather: result, isDefaultPlace }
    else if (weatherState.value.state !== 'known') weatherState.value = { state: 'failed' }
  }

  function startPolling(current: Settings) {
    const location = getConfiguredLocation(current)
    if (isEnabled(current, 'showPrayerTimes')) {
      return poll(location, getMsToNextPrayerTimes, prayerTimes, onPrayerTimes)
    }
    if (!isEnabled(current, 'showWeather')) return () => {}
    if (location === null && canGeolocate() && weatherState.peek().state !== 'known') {
      weatherState.value = { state: 'locating' }
    }
    return poll(location, () => POLL_MS.weather, fetchWeather, onWeather)
  }

  function watch() {
    let activeKey = ''
    let stopPolling = () => {}
    const stopEffect = effect(() => {
      const current = settings()
      const key = getRequestKey(current)
      if (key === activeKey) return
      activeKey = key
      stopPolling()
      stopPolling = startPolling(current)
    })
    return () => {
      stopEffect()
      stopPolling()
    }
  }

  return { prayer, weatherState, watch }
}

function getRequestKey(settings: Settings) {
  const { showPrayerTimes, showWeather, latitude, longitude } = settings
  const prayerKeys = Object.keys(settings).filter(key => /^prayer(Method|Asr|Offset)/.test(key))
  const prayerOptions = prayerKeys.map(key => settings[key])
  return JSON.stringify([showPrayerTimes, showWeather, latitude, longitude, ...prayerOptions])
}

function poll<T>(
  configured: Location | null,
  getMsToNext: () => number,
  fetchData: (location: Location) => Promise<T>,
  onResult: (result: T | null, isDefaultPlace: boolean) => void,
) {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function fetchOnce(found: FoundLocation) {
    const result = await fetchData(found.location).catch(() => null)
    if (isStopped) return
    onResult(result, found.isDefault)
    const delayMs = result === null ? POLL_MS.afterFailure : getMsToNext()
    timer = setTimeout(() => void fetchOnce(found), delayMs)
  }

  void findLocation(configured).then(found => {
    if (!isStopped) void fetchOnce(found)
  })
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

type FoundLocation = { location: Location; isDefault: boolean }

async function findLocation(configured: Location | null): Promise<FoundLocation> {
  const location = configured ?? (canGeolocate() ? await geolocate() : null)
  return location ? { location, isDefault: false } : { location: DEFAULT_LOCATION, isDefault: true }
}

/** Browsers require HTTPS for it. */
function canGeolocate() {
  return window.isSecureContext && 'geolocation' in navigator
}

function geolocate() {
  const position = new Promise<Location | null>(resolve => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(null),
      { timeout: GEOLOCATION_TIMEOUT_MS },
    )
  })
  return withTimeout(position, LOCATION_TIMEOUT_MS).catch(() => null)
}
