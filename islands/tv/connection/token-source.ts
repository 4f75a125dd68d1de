import type { PrayerTimes } from '#domain/display/prayer-times'
import { getTvApiPath } from '#domain/display/tv-device'
import type { ShownCalls } from '#domain/display/tv-patient'
import type { Location, Weather } from '#domain/display/weather'
import type { CallJson } from '#domain/events'
import type { MediaItem } from '#domain/media/media'
import { type Setting, toSettingsRecord } from '#domain/settings-record'
import { syncClock } from '../../data/server-clock.ts'
import { withAbort } from '../../data/timeout.ts'
import type { DisplaySource } from '../../stage/model/display-model.ts'

const TIMEOUT_MS = 10_000

export function createTokenSource(token: string, onRefused: () => void) {
  /** The time limit includes reading the body. */
  function get<T>(path: string) {
    return withAbort(async signal => {
      const response = await fetch(getTvApiPath(token, path), { cache: 'no-store', signal })
      syncClock(response.headers.get('date'))
      if (response.status === 404) {
        onRefused()
        throw new Error('not authorised')
      }
      if (!response.ok) throw new Error(`${response.status}`)
      // Safe: the server is our own, and a validator would be too large for the TV's bundle.
      return (await response.json()) as T
    }, TIMEOUT_MS)
  }

  const toQuery = ({ latitude, longitude }: Location) =>
    `?latitude=${latitude}&longitude=${longitude}`

  return {
    shownCalls: () => get<ShownCalls>('shown-calls'),
    media: () => get<MediaItem[]>('display'),
    callsAfter: async (after: string) =>
      (await get<CallJson[]>(`calls?after=${after}`)).map(({ call }) => call),
    prayerTimes: (location: Location) => get<PrayerTimes>(`prayer-times${toQuery(location)}`),
    weather: (location: Location) => get<Weather>(`weather${toQuery(location)}`),
    settings: () => get<Setting[]>('settings').then(toSettingsRecord),
  } satisfies DisplaySource
}
