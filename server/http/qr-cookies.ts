import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { QR_TTL_MS } from '#domain/auth/qr-session'
import type { QrProof } from '../security/qr-session.ts'
import { clearCookie, writeCookie } from './cookies.ts'

/** One cookie for each QR code, so that two login pages of one browser do not share it. */
const SECRET_PREFIX = 'qr-tv-'
const MAX_AGE = QR_TTL_MS / 1000
const secretName = (qrId: string) => SECRET_PREFIX + qrId
const ticketName = (qrId: string) => `qr-phone-${qrId}`

export function readQrProof(c: Context, qrId: string): QrProof {
  return { secret: getCookie(c, secretName(qrId)), ticket: getCookie(c, ticketName(qrId)) }
}

/** Its path is `/`, because live connections need it too. */
export function writeTvSecret(c: Context, qrId: string, secret: string) {
  writeCookie(c, secretName(qrId), secret, { path: '/', maxAge: MAX_AGE })
}

export function clearTvSecret(c: Context, qrId: string) {
  clearCookie(c, secretName(qrId))
}

export function writePhoneTicket(c: Context, qrId: string, ticket: string) {
  writeCookie(c, ticketName(qrId), ticket, { path: `/api/qr/${qrId}`, maxAge: MAX_AGE })
}

export function readTvSecret(cookieHeader: string | null, qrId: string) {
  const name = secretName(qrId)
  return parse(cookieHeader ?? '', name)[name]
}

export function hasTvSecret(cookieHeader: string | null) {
  return Object.keys(parse(cookieHeader ?? '')).some(name => name.startsWith(SECRET_PREFIX))
}
