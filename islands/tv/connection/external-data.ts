import { effect, signal } from '@preact/signals-react'
import { chosenPlace, type Place } from '#domain/display/location'
import type { Prayer, PrayerTimes } from '#domain/display/prayer-times'
import type { Weather } from '#domain/display/weather'
import { isOn } from '#domain/settings/background'
import type { Settings } from '#domain/settings/settings'
import { PACE } from '../../data/polling-intervals.ts'
import { serverNow } from '../../data/server-clock.ts'
import { msToMidnight } from '../panels/clock.ts'
import { type Found, findPlace, mayLocate } from './geolocation.ts'

export type PrayerNews = { state: 'loading' | 'failed' } | { state: 'known'; prayers: Prayer[] }
export type WeatherNews =
  | { state: 'locating' | 'loading' | 'failed' }
  | { state: 'known'; weather: Weather; isDefaultPlace: boolean }

/** A display's clock may be a little ahead of the server's. */
const NEW_DAY_IS_KNOWN_AFTER_MS = 5_000

type Options = {
  settings(): Settings
  prayerTimes(place: Place): Promise<PrayerTimes>
  weather(place: Place): Promise<Weather>
  first?: PrayerTimes | null
  timeZone: string
}

/** What comes from outside the clinic, asked for only while a panel shows it. */
export function openOutside({ settings, prayerTimes, weather, first, timeZone }: Options) {
  const prayer = signal<PrayerNews>(
    first ? { state: 'known', prayers: first.prayerTimes } : { state: 'loading' },
  )
  const sky = signal<WeatherNews>({ state: 'loading' })

  function showPrayers(answer: PrayerTimes | null) {
    if (answer) prayer.value = { state: 'known', prayers: answer.prayerTimes }
    else if (prayer.value.state !== 'known') prayer.value = { state: 'failed' }
  }

  /** A new day has times of its own, from its first minute on. */
  function untilNewPrayers() {
    return Math.min(
      PACE.prayerTimes,
      msToMidnight(serverNow(), timeZone) + NEW_DAY_IS_KNOWN_AFTER_MS,
    )
  }

  function askForSky(place: Place) {
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
      const wanted = wantedOf(now)
      if (wanted === running) return
      running = wanted
      stop()
      stop = () => {}
      const known = chosenPlace(now)
      if (isOn(now, 'showPrayerTimes')) {
        stop = keepLooking(known, untilNewPrayers, prayerTimes, showPrayers)
      } else if (isOn(now, 'showWeather')) {
        if (known === null && mayLocate() && sky.peek().state !== 'known') {
          sky.value = { state: 'locating' }
        }
        stop = keepLooking(known, () => PACE.weather, askForSky, showSky)
      }
    })
    return () => {
      end()
      stop()
    }
  }

  return { prayer, sky, watch }
}

function wantedOf(settings: Settings) {
  const { showPrayerTimes, showWeather, latitude, longitude } = settings
  const computing = Object.keys(settings).filter(key => /^prayer(Method|Asr|Offset)/.test(key))
  const ways = computing.map(key => settings[key])
  return JSON.stringify([showPrayerTimes, showWeather, latitude, longitude, ...ways])
}

/** Looks at its pace, and sooner after a failure. An answer that comes after the end is not shown. */
function keepLooking<T>(
  known: Place | null,
  untilNext: () => number,
  ask: (place: Place) => Promise<T>,
  show: (answer: T | null, isDefaultPlace: boolean) => void,
) {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function once({ place, isDefault }: Found) {
    const answer = await ask(place).catch(() => null)
    if (isOver) return
    show(answer, isDefault)
    timer = setTimeout(
      () => void once({ place, isDefault }),
      answer === null ? PACE.afterFailure : untilNext(),
    )
  }

  void findPlace(known).then(found => {
    if (!isOver) void once(found)
  })
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
