import { effect, signal } from '@preact/signals-react'
import { getConfiguredLocation, type Location } from '#domain/display/location'
import type { Prayer, PrayerTimes } from '#domain/display/prayer-times'
import type { Weather } from '#domain/display/weather'
import { isEnabled } from '#domain/settings/is-enabled'
import type { Settings } from '#domain/settings/settings'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { serverNow } from '../../data/server-clock.ts'
import { getMsToMidnight } from '../panels/clock.ts'
import { canGeolocate, type FoundLocation, findLocation } from './geolocation.ts'

export type PrayerState = { state: 'loading' | 'failed' } | { state: 'known'; prayers: Prayer[] }
export type WeatherState =
  | { state: 'locating' | 'loading' | 'failed' }
  | { state: 'known'; weather: Weather; isDefaultPlace: boolean }

/** A display's clock may be a little ahead of the server's. */
const NEW_DAY_DELAY_MS = 5_000

type Options = {
  settings(): Settings
  prayerTimes(place: Location): Promise<PrayerTimes>
  weather(place: Location): Promise<Weather>
  first?: PrayerTimes | null
  timeZone: string
}

/** What comes from outside the clinic, asked for only while a panel shows it. */
export function createExternalData({ settings, prayerTimes, weather, first, timeZone }: Options) {
  const prayer = signal<PrayerState>(
    first ? { state: 'known', prayers: first.prayerTimes } : { state: 'loading' },
  )
  const sky = signal<WeatherState>({ state: 'loading' })

  function showPrayers(answer: PrayerTimes | null) {
    if (answer) prayer.value = { state: 'known', prayers: answer.prayerTimes }
    else if (prayer.value.state !== 'known') prayer.value = { state: 'failed' }
  }

  /** A new day has times of its own, from its first minute on. */
  function untilNewPrayers() {
    return Math.min(POLL_MS.prayerTimes, getMsToMidnight(serverNow(), timeZone) + NEW_DAY_DELAY_MS)
  }

  function askForSky(place: Location) {
    if (sky.value.state === 'locating') sky.value = { state: 'loading' }
    return weather(place)
  }

  /** What was known stays, with the time that it is from. */
  function showSky(answer: Weather | null, isDefaultPlace: boolean) {
    if (answer) sky.value = { state: 'known', weather: answer, isDefaultPlace }
    else if (sky.value.state !== 'known') sky.value = { state: 'failed' }
  }

  /** Starts anew whenever the admin changes what is shown, the place or the way of computing. */
  function watch() {
    let running = ''
    let stop = () => {}
    const end = effect(() => {
      const now = settings()
      const wanted = getRequestKey(now)
      if (wanted === running) return
      running = wanted
      stop()
      stop = () => {}
      const known = getConfiguredLocation(now)
      if (isEnabled(now, 'showPrayerTimes')) {
        stop = pollAt(known, untilNewPrayers, prayerTimes, showPrayers)
      } else if (isEnabled(now, 'showWeather')) {
        if (known === null && canGeolocate() && sky.peek().state !== 'known') {
          sky.value = { state: 'locating' }
        }
        stop = pollAt(known, () => POLL_MS.weather, askForSky, showSky)
      }
    })
    return () => {
      end()
      stop()
    }
  }

  return { prayer, sky, watch }
}

function getRequestKey(settings: Settings) {
  const { showPrayerTimes, showWeather, latitude, longitude } = settings
  const computing = Object.keys(settings).filter(key => /^prayer(Method|Asr|Offset)/.test(key))
  const ways = computing.map(key => settings[key])
  return JSON.stringify([showPrayerTimes, showWeather, latitude, longitude, ...ways])
}

/** Looks at its pace, and sooner after a failure. An answer that comes after the end is not shown. */
function pollAt<T>(
  known: Location | null,
  untilNext: () => number,
  ask: (place: Location) => Promise<T>,
  show: (answer: T | null, isDefaultPlace: boolean) => void,
) {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function once({ place, isDefault }: FoundLocation) {
    const answer = await ask(place).catch(() => null)
    if (isOver) return
    show(answer, isDefault)
    timer = setTimeout(
      () => void once({ place, isDefault }),
      answer === null ? POLL_MS.afterFailure : untilNext(),
    )
  }

  void findLocation(known).then(found => {
    if (!isOver) void once(found)
  })
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
