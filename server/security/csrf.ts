import { HOUR_MS } from '#domain/time'
import type { Log } from '../observability/log.ts'
import { createRateLimiter } from './rate-limit.ts'
import { getOwnHosts, normalizeHost } from './request-origin.ts'

/** Limits log lines, because any page of the internet can cause rejected requests. */
const LOGGED = { max: 20, windowMs: HOUR_MS }
const MAX_SHOWN = 100

/** `own` is the expected value of the header. Neither value contains patient data. */
type Mismatch = { header: string; value: string; ownHeader: string; own: string }

/** Names both values, because an unusual proxy makes them differ for the program's own pages. */
export function createCrossSiteCheck(log: Log, config: { publicUrl: string | undefined }) {
  const logged = createRateLimiter(LOGGED)

  return function findProblem(request: Request): string | null {
    const mismatch = findMismatch(request, config.publicUrl)
    if (!mismatch) return null
    if (logged.consume('', performance.now()) === 0) {
      log('warn', 'request rejected: another site', mismatch)
    }
    const { header, value, ownHeader, own } = mismatch
    const start = `This request came from another site: its ${header} is ${value}`
    if (ownHeader === header) return `${start}, not ${own}`
    return `${start}, but its ${ownHeader} is ${own}. A proxy must pass on the browser's Host. Otherwise set PUBLIC_URL.`
  }
}

function findMismatch(request: Request, publicUrl: string | undefined): Mismatch | null {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  // Neither a page nor a proxy changes this header, unlike Origin and Host.
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return null
    const header = 'Sec-Fetch-Site'
    return { header, value: cut(site), ownHeader: header, own: 'same-origin' }
  }
  const origin = headers.get('origin')
  if (origin === null) return null
  const hosts = getOwnHosts(request)
  const host = URL.canParse(origin) ? normalizeHost(new URL(origin).host) : null
  const isOwn = hosts.some(own => own.host === host)
  const isPublic = publicUrl !== undefined && host === normalizeHost(new URL(publicUrl).host)
  if (host !== null && (isOwn || isPublic)) return null
  const { header: ownHeader = 'Host', value = '' } = hosts[0] ?? {}
  return { header: 'Origin', value: cut(origin), ownHeader, own: cut(value) || 'missing' }
}

function cut(text: string) {
  return text.slice(0, MAX_SHOWN)
}

export type CrossSiteCheck = ReturnType<typeof createCrossSiteCheck>
