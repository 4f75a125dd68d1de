import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { QR_LIVES_MS } from '#clinic/qr-session'
import type { QrProof } from '../actions/qr-proof.ts'
import { isHttps } from './session-cookie.ts'

/** One for each QR code, so that two login pages of one browser do not take each other's. */
const SECRET = 'qr-tv-'
const secretName = (qrId: string) => SECRET + qrId
const ticketName = (qrId: string) => `qr-phone-${qrId}`

export function proofFrom(c: Context, qrId: string): QrProof {
  return { secret: getCookie(c, secretName(qrId)), ticket: getCookie(c, ticketName(qrId)) }
}

/** The TV's. Live connections bring it along, so it counts for every path. */
export function keepSecret(c: Context, qrId: string, secret: string) {
  keep(c, secretName(qrId), secret, '/')
}

export function forgetSecret(c: Context, qrId: string) {
  deleteCookie(c, secretName(qrId), { path: '/', secure: isHttps(c) })
}

/** The phone's. */
export function keepTicket(c: Context, qrId: string, ticket: string) {
  keep(c, ticketName(qrId), ticket, `/api/qr/${qrId}`)
}

function keep(c: Context, name: string, value: string, path: string) {
  const maxAge = QR_LIVES_MS / 1000
  setCookie(c, name, value, { httpOnly: true, sameSite: 'Lax', path, secure: isHttps(c), maxAge })
}

/** The TV's secret where there is only the header, as for live connections. */
export function secretIn(cookieHeader: string | null, qrId: string) {
  const name = secretName(qrId)
  return parse(cookieHeader ?? '', name)[name]
}

export function hasSecret(cookieHeader: string | null) {
  return Object.keys(parse(cookieHeader ?? '')).some(name => name.startsWith(SECRET))
}
