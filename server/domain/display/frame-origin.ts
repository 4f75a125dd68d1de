import { parseUrl } from '../reachability.ts'

/** The origins that the header's grammar allows. Browsers ignore others and show no page. */
const ORIGIN = /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*\.?(:\d+)?$/
export const FRAME_ORIGIN_MAX = 300

/** Returns the form that browsers compare: `HTTPS://A.Example:443/` is 'https://a.example'. */
export function normalizeFrameOrigin(text: string) {
  const trimmed = text.trim()
  return parseUrl(trimmed)?.origin ?? trimmed
}

export function getFrameOriginProblem(text: string) {
  const address = text.trim()
  if (address === '') return null
  if (address.includes('*')) {
    return 'Name one address, without *: with *, strangers could show this TV on their pages.'
  }
  const url = parseUrl(address)
  if (!url || !/^https?:\/\/./i.test(address)) {
    return 'Enter an address such as https://player.example:8080, beginning with http:// or https://.'
  }
  const { origin, pathname, search, hash, username, password } = url
  if (!ORIGIN.test(origin)) {
    return 'Browsers accept here only names of letters, digits, dots and hyphens, and addresses such as 192.168.1.30.'
  }
  if (pathname === '/' && !search && !hash && !username && !password) return null
  return `Enter only the beginning of the player's address: ${origin}`
}

/** Checks a stored origin strictly, because other text in the response header could add rules. */
export function isFrameOrigin(text: string) {
  return text === '' || (ORIGIN.test(text) && normalizeFrameOrigin(text) === text)
}
