export const PAIRING_PATH = '/tv'
export const NOT_AUTHORISED = 'This display is not authorised'

export function getTvPagePath(token: string) {
  return `${PAIRING_PATH}/${token}`
}

export function getTvApiPath(token: string, path: string) {
  return `/api/tv/${token}/${path}`
}
