import type { Place } from '#domain/display/location'
import type { Weather } from '#domain/display/weather'
import type { Log } from '../observability/log.ts'
import { askOpenMeteo, NoWeather } from './open-meteo.ts'

export const DEFAULT_WEATHER_URL = 'https://api.open-meteo.com/v1/forecast'

const GIVES_UP_AFTER_MS = 5_000
const IS_FRESH_FOR_MS = 15 * 60_000
const IS_ASKED_AGAIN_AFTER_MS = 60_000
const IS_SHOWN_FOR_MS = 6 * 60 * 60_000
const MOST_PLACES = 50

type Options = { url: string; now: () => string; log: Log; givesUpAfterMs?: number }

/** What is known of a place; instants in ms. */
type Known = {
  last: { weather: Weather; heardAt: number } | null
  failedAt: number | null
  underWay: Promise<void> | null
}

/**
 * Weather by place, asked for when somebody wants it and then kept 15 minutes. In an outage the last one is
 * told for six hours; its `asOf` says how old it is.
 */
export function openWeather({ url, now, log, givesUpAfterMs = GIVES_UP_AFTER_MS }: Options) {
  const places = new Map<string, Known>()
  const instant = () => Date.parse(now())
  let isFailing = false

  return async function weatherAt(place: Place): Promise<Weather | null> {
    const about = rounded(place)
    const known = recall(`${about.latitude} ${about.longitude}`)
    if (isDue(known, instant())) known.underWay ??= refresh(known, about)
    await known.underWay
    return isTold(known.last, instant()) ? known.last.weather : null
  }

  function recall(name: string) {
    const known = places.get(name) ?? { last: null, failedAt: null, underWay: null }
    places.set(name, known)
    const [oldest] = places.keys()
    if (places.size > MOST_PLACES && oldest !== undefined) places.delete(oldest)
    return known
  }

  async function refresh(known: Known, place: Place) {
    try {
      const weather = await askOpenMeteo(url, place, givesUpAfterMs)
      known.last = { weather, heardAt: instant() }
      known.failedAt = null
      if (isFailing) log('info', 'the weather is back')
      isFailing = false
    } catch (cause) {
      known.failedAt = instant()
      if (!isFailing) log('warn', 'no weather to be had', { reason: reasonOf(cause) })
      isFailing = true
    } finally {
      known.underWay = null
    }
  }
}

/** To a hundredth of a degree, about a kilometre: near enough, and nobody's address. */
function rounded({ latitude, longitude }: Place): Place {
  const hundredth = (degrees: number) => Math.round(degrees * 100) / 100 || 0
  return { latitude: hundredth(latitude), longitude: hundredth(longitude) }
}

/** Whatever is of the future was heard before the clock was set back. */
function isDue({ last, failedAt }: Known, at: number) {
  if (failedAt !== null) return Math.abs(at - failedAt) >= IS_ASKED_AGAIN_AFTER_MS
  return last === null || Math.abs(at - last.heardAt) >= IS_FRESH_FOR_MS
}

/** Measured by this machine's clock from when it was heard: a wrong clock must not hide the weather. */
function isTold(last: Known['last'], at: number): last is NonNullable<Known['last']> {
  return last !== null && at - last.heardAt <= IS_SHOWN_FOR_MS
}

/** Never the message of a foreign error: it may hold the address, and with it the place. */
function reasonOf(cause: unknown) {
  if (cause instanceof NoWeather) return cause.message
  return cause instanceof Error ? cause.name : typeof cause
}
