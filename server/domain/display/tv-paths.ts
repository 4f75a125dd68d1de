import type { TvKind } from './tv-kind.ts'

export const PAIRING_PATH = '/tv'
export const KIOSK_PATH = '/kiosk'
export const NOT_AUTHORISED = 'This display is not authorised'

export function getDevicePath(kind: TvKind, token: string) {
  return `/${kind}/${token}`
}

export function getTvApiPath(token: string, path: string) {
  return `/api/tv/${token}/${path}`
}
