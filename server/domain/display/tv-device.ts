import { DomainError } from '../errors.ts'
import { getMediaUrl, type MediaItem } from '../media/media.ts'
import type { Room } from '../rooms/room.ts'
import type { Setting, Settings } from '../settings/settings.ts'
import { splitGraphemes } from '../text.ts'
import { formatDuration } from '../time.ts'

export const TV_NAME_MAX = 40
export const TV_TOKEN_BYTES = 20

/** A TV asks for something at least every minute, listening or not. */
const CONNECTED_WITHIN_MS = 90_000
/** Every write empties what is remembered of reads, so it is not one at each poll. */
export const SAVE_LAST_SEEN_EVERY_MS = 5 * 60_000

/** Earlier calls that a display may ask for: its rows, and some to spare while calls are announced. */
export const MAX_TV_HISTORY = 10

/** A TV as Manage Display lists it; its token is told once and never read back. Times as ISO 8601. */
export type TvDevice = { id: number; name: string; createdAt: string; lastSeenAt: string | null }

/** 160 bits as 32 letters a-z2-7. */
export function isTvToken(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z2-7]{32}$/.test(text)
}

/** What a TV's live connections hang on, as those of the staff hang on their session. */
export function getTvSessionId(deviceId: number) {
  return `tv:${deviceId}`
}

export function getTvPagePath(token: string) {
  return `/tv/${token}`
}

/** The name as it will be kept, or a Refusal. `others` are the user's TVs beside this one. */
export function validateTvName(input: string, others: Pick<TvDevice, 'name'>[]) {
  const name = input.trim()
  if (name === '') throw new DomainError('TV name is required', { status: 400, field: 'name' })
  if (splitGraphemes(name).length > TV_NAME_MAX) {
    const sentence = `TV name must be at most ${TV_NAME_MAX} characters`
    throw new DomainError(sentence, { status: 400, field: 'name' })
  }
  if (others.some(other => other.name.toLowerCase() === name.toLowerCase())) {
    throw new DomainError(`A TV named ${name} already exists`, { field: 'name' })
  }
  return name
}

export function isConnected({ lastSeenAt }: Pick<TvDevice, 'lastSeenAt'>, now: string) {
  return lastSeenAt !== null && msBetween(lastSeenAt, now) <= CONNECTED_WITHIN_MS
}

/** 'Last seen 5 minutes ago', for whoever wonders whether that TV still runs. */
export function formatLastSeen(device: Pick<TvDevice, 'lastSeenAt'>, now: string) {
  if (device.lastSeenAt === null) return 'Not connected yet'
  if (isConnected(device, now)) return 'Connected'
  return `Last seen ${formatDuration(msBetween(device.lastSeenAt, now))} ago`
}

function msBetween(earlier: string, later: string) {
  return Math.max(0, Date.parse(later) - Date.parse(earlier))
}

/** Where a display fetches an item: it has no cookie, so stored files come by its token. */
export function getTvMediaUrl(token: string, item: Pick<MediaItem, 'id' | 'url'>) {
  return item.url ?? withToken(token, getMediaUrl(item))
}

/** The settings as a display reads them; its logo comes by its token too. */
export function toTvSettings(token: string, settings: Settings): Setting[] {
  return Object.entries(settings).map(([key, value]) => ({
    key,
    value: key === 'clinicLogo' && value !== '' ? withToken(token, value) : value,
  }))
}

function withToken(token: string, path: string) {
  return path.replace(/^\/api\//, `/api/tv/${token}/`)
}

/** A room without whom it serves. */
export function toTvRoom({ id, name, isActive }: Room) {
  return { id, name, isActive }
}
