import { computed, effect, type Signal, signal, untracked } from '@preact/signals-react'
import type { Prayer, PrayerTimes } from '#domain/display/prayer-times'
import type { Weather } from '#domain/display/weather'
import { DEFAULT_LOCATION, getConfiguredLocation, type Location } from '#domain/display/weather'
import { isEnabled, type Settings } from '#domain/settings-record'
import { getClinicDay, MINUTE_MS, type TimeZone } from '#domain/time'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { serverNow } from '../../data/server-clock.ts'
import { withTimeout } from '../../data/timeout.ts'

type External<Known> = { state: 'locating' | 'loading' | 'failed' } | ({ state: 'known' } & Known)
export type PrayerState = External<{ prayers: Prayer[] }>
export type WeatherState = External<{ weather: Weather; isDefaultPlace: boolean }>

const LOCATION_TIMEOUT_MS = 5_000
/** The TV's clock may be slightly ahead of the server's. */
const NEW_DAY_DELAY_MS = 5_000

type Options = {
  settings(): Settings
  prayerTimes(location: Location): Promise<PrayerTimes>
  weather(location: Location): Promise<Weather>
  first?: PrayerTimes | null
  timeZone(): TimeZone
}

export function createExternalData({ settings, prayerTimes, weather, first, timeZone }: Options) {
  const prayer = signal<PrayerState>(
    first ? { state: 'known', prayers: first.prayerTimes } : { state: 'loading' },
  )
  const weatherState = signal<WeatherState>({ state: 'loading' })

  function startPolling(current: Settings) {
    const location = getConfiguredLocation(current)
    if (isEnabled(current, 'showPrayerTimes')) return poll(prayer, location, loadPrayers, toNewDay)
    if (!isEnabled(current, 'showWeather')) return () => {}
    if (location === null && canGeolocate() && weatherState.peek().state !== 'known') {
      weatherState.value = { state: 'locating' }
    }
    return poll(weatherState, location, loadWeather, () => POLL_MS.weather)
  }

  async function loadPrayers({ location }: FoundLocation) {
    return { prayers: (await prayerTimes(location)).prayerTimes }
  }

  function toNewDay() {
    const now = Date.parse(serverNow())
    const getDay = (at: number) => getClinicDay(new Date(at).toISOString(), timeZone())
    // A day begins at a whole minute, even where clocks skip or repeat the hour before it.
    let next = now - (now % MINUTE_MS)
    do next += MINUTE_MS
    while (next - now < POLL_MS.prayerTimes && getDay(next) === getDay(now))
    return Math.min(POLL_MS.prayerTimes, next - now + NEW_DAY_DELAY_MS)
  }

  async function loadWeather({ location, isDefault }: FoundLocation) {
    if (weatherState.value.state === 'locating') weatherState.value = { state: 'loading' }
    return { weather: await weather(location), isDefaultPlace: isDefault }
  }

  function watch() {
    const requestKey = computed(() => getRequestKey(settings()))
    // Uses the key's value, because the bundler drops unused reads.
    return effect(() => (requestKey.value ? untracked(() => startPolling(settings())) : undefined))
  }

  return { prayer, weatherState, watch }
}

function getRequestKey(settings: Settings) {
  const { showPrayerTimes, showWeather, latitude, longitude } = settings
  const prayerOptions = Object.entries(settings).filter(([key]) =>
    /^prayer(Method|Asr|Offset|Zone|Table$)/.test(key),
  )
  return JSON.stringify([showPrayerTimes, showWeather, latitude, longitude, prayerOptions])
}

function poll<Known>(
  target: Signal<External<Known>>,
  configured: Location | null,
  load: (found: FoundLocation) => Promise<Known>,
  getMsToNext: () => number,
) {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function fetchOnce(found: FoundLocation) {
    const known = await load(found).catch(() => null)
    if (isStopped) return
    if (known) target.value = { state: 'known', ...known }
    else if (target.value.state !== 'known') target.value = { state: 'failed' }
    timer = setTimeout(() => void fetchOnce(found), known ? getMsToNext() : POLL_MS.afterFailure)
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

function canGeolocate() {
  return window.isSecureContext && 'geolocation' in navigator
}

function geolocate() {
  const position = new Promise<Location | null>(resolve => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(null),
    )
  })
  return withTimeout(position, LOCATION_TIMEOUT_MS).catch(() => null)
}
