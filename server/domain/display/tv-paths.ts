/** Where a display signs itself in, and what it shows while nobody let it. */
export const PAIRING_PATH = '/tv'
export const NOT_AUTHORISED = 'This display is not authorised'

export function getTvPagePath(token: string) {
  return `${PAIRING_PATH}/${token}`
}

export function getTvApiPath(token: string, door: string) {
  return `/api/tv/${token}/${door}`
}
