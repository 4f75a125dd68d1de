import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { QR_LIVES_MS } from '#domain/auth/qr-session'
import type { QrProof } from '../security/qr-proof.ts'
import { forgetCookie, keepCookie } from './cookies.ts'

/** One for each QR code, so that two login pages of one browser do not take each other's. */
const SECRET = 'qr-tv-'
const MAX_AGE = QR_LIVES_MS / 1000
const secretName = (qrId: string) => SECRET + qrId
const ticketName = (qrId: string) => `qr-phone-${qrId}`

export function proofFrom(c: Context, qrId: string): QrProof {
  return { secret: getCookie(c, secretName(qrId)), ticket: getCookie(c, ticketName(qrId)) }
}

/** The TV's. Live connections bring it along, so it counts for every path. */
export function keepSecret(c: Context, qrId: string, secret: string) {
  keepCookie(c, secretName(qrId), secret, { path: '/', maxAge: MAX_AGE })
}

export function forgetSecret(c: Context, qrId: string) {
  forgetCookie(c, secretName(qrId))
}

/** The phone's. */
export function keepTicket(c: Context, qrId: string, ticket: string) {
  keepCookie(c, ticketName(qrId), ticket, { path: `/api/qr/${qrId}`, maxAge: MAX_AGE })
}

/** The TV's secret where there is only the header, as for live connections. */
export function secretIn(cookieHeader: string | null, qrId: string) {
  const name = secretName(qrId)
  return parse(cookieHeader ?? '', name)[name]
}

export function hasSecret(cookieHeader: string | null) {
  return Object.keys(parse(cookieHeader ?? '')).some(name => name.startsWith(SECRET))
}
