import type { TvChannelName } from '../events.ts'
import { getMediaUrl, type MediaItem } from '../media/media.ts'
import type { Setting, Settings } from '../settings-record.ts'
import type { TvOptions } from './tv-options.ts'

export const TV_TOKEN_BYTES = 20

/** More than the rows of a display, which omits the call that it announces. */
export const MAX_TV_HISTORY = 10

/** Excludes the token, which is shown only once. Times are ISO 8601. */
export type TvDevice = {
  id: number
  kind: TvKind
  name: string
  createdAt: string
  lastSeenAt: string | null
  options: TvOptions
}

export function isTv({ kind }: Pick<TvDevice, 'kind'>) {
  return kind === 'tv'
}

export function isTvToken(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z2-7]{32}$/.test(text)
}

export function getTvSessionId(deviceId: number): TvChannelName {
  return `tv:${deviceId}`
}

export function getTvId(session: string) {
  return Number(session.replace('tv:', ''))
}

/** Removes the name of the file, because it may contain a patient's name. */
export function hideMediaName<Item extends { name: string }>(item: Item): Item {
  return { ...item, name: '' }
}

export function toTvMedia(token: string, item: MediaItem): MediaItem {
  return { ...hideMediaName(item), url: item.url ?? withToken(token, getMediaUrl(item)) }
}

export function toTvSettings(token: string, settings: Settings): Setting[] {
  return Object.entries(settings).map(([key, value]) => ({
    key,
    value: key === 'clinicLogo' && value !== '' ? withToken(token, value) : value,
  }))
}

function withToken(token: string, path: string) {
  return path.replace(/^\/api\//, `/api/tv/${token}/`)
}

export const TV_KINDS = ['tv', 'kiosk'] as const
export type TvKind = (typeof TV_KINDS)[number]

export const KIND_NAMES: Record<TvKind, 'TV' | 'kiosk'> = { tv: 'TV', kiosk: 'kiosk' }

export const PAIRING_PATH = '/tv'
export const KIOSK_PATH = '/kiosk'
export const NOT_AUTHORISED = 'This display is not authorised'

export function getDevicePath(kind: TvKind, token: string) {
  return `/${kind}/${token}`
}

export function getTvApiPath(token: string, path: string) {
  return `/api/tv/${token}/${path}`
}
