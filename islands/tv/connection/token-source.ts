import type { Location } from '#domain/display/location'
import { getTvApiPath } from '#domain/display/tv-paths'
import type { MediaItem } from '#domain/media/media'
import type { Setting } from '#domain/settings/settings'
import { toSettingsRecord } from '#domain/settings/settings-record'
import { syncClock } from '../../data/server-clock.ts'
import type { DisplaySource } from '../display.ts'
import { withTimeout } from './timeout.ts'

const TIMEOUT_MS = 10_000

/** The token is unknown or was revoked: there is nothing more to show. */
export class NotAuthorisedError extends Error {}

/** The doors of a display's token. `onRefused` is told when they are shut. */
export function createTokenSource(token: string, onRefused: () => void): DisplaySource {
  /** To its last letter: an answer that stops in the middle must not hold up the next question. */
  function ask<T>(path: string) {
    return withTimeout(askOnce<T>(path), TIMEOUT_MS)
  }

  async function askOnce<T>(path: string): Promise<T> {
    const answer = await fetch(getTvApiPath(token, path), { cache: 'no-store' })
    syncClock(answer.headers.get('date'))
    if (answer.status === 404) {
      onRefused()
      throw new NotAuthorisedError()
    }
    if (!answer.ok) throw new Error(`${answer.status}`)
    // The server's own answers; the TV's bundle has no room for checking them again.
    return (await answer.json()) as T
  }
  const at = ({ latitude, longitude }: Location) => `?latitude=${latitude}&longitude=${longitude}`

  return {
    current: () => ask('current-call'),
    history: () => ask('history'),
    media: () => ask<MediaItem[]>('display'),
    calls: after => ask(`calls?after=${after}`),
    prayerTimes: place => ask(`prayer-times${at(place)}`),
    weather: place => ask(`weather${at(place)}`),
    settings: async () => toSettingsRecord(await ask<Setting[]>('settings')),
  }
}
