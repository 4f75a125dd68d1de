import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { QR_TTL_MS } from '#domain/auth/qr-session'
import { DEADLINE_HEADER } from '#domain/deadline'
import type { SignInClient } from '../actions/auth.ts'
import type { App } from '../context.ts'
import { readDeviceToken, signDeviceToken } from '../security/device.ts'
import type { QrProof } from '../security/qr-session.ts'
import { getClientAddress } from './client-address.ts'

const DEVICE = 'device'
/** The longest that browsers keep a cookie. */
const DEVICE_MAX_AGE_S = 400 * 24 * 60 * 60

/** One cookie for each QR code, so that two login pages of one browser do not share it. */
const TV_SECRET_PREFIX = 'qr-tv-'
const QR_MAX_AGE_S = QR_TTL_MS / 1000
const secretName = (qrId: string) => TV_SECRET_PREFIX + qrId
const ticketName = (qrId: string) => `qr-phone-${qrId}`

export function writeCookie(
  c: Context,
  name: string,
  value: string,
  { path = '/', maxAge }: { path?: string; maxAge: number },
) {
  setCookie(c, name, value, { ...getCookieFlags(c), path, maxAge })
}

export function clearCookie(c: Context, name: string) {
  deleteCookie(c, name, { ...getCookieFlags(c), path: '/' })
}

function getCookieFlags(c: Context) {
  return { httpOnly: true, sameSite: 'Lax', secure: isHttps(c) } as const
}

export function isHttps(c: Context) {
  return c.req.header('x-forwarded-proto') === 'https' || c.req.url.startsWith('https:')
}

export async function getSignInClient(c: Context): Promise<SignInClient> {
  const { config }: App = c.get('app')
  const device = await readDeviceToken(config, getCookie(c, DEVICE))
  const { signal } = c.req.raw
  const deadline = Date.parse(c.req.header(DEADLINE_HEADER) ?? '')
  const isWaiting = (at: number) => !signal.aborted && !(at > deadline)
  return { address: getClientAddress(c), device, isWaiting }
}

/** Call it after the right password: nobody else's failures count in this browser then. */
export async function rememberDevice(c: Context, { device }: SignInClient, username: string) {
  const { config }: App = c.get('app')
  const token = await signDeviceToken(config, device, username)
  writeCookie(c, DEVICE, token, { maxAge: DEVICE_MAX_AGE_S })
}

export function readQrProof(c: Context, qrId: string): QrProof {
  return { secret: getCookie(c, secretName(qrId)), ticket: getCookie(c, ticketName(qrId)) }
}

/** Its path is `/`, because live connections need it too. */
export function writeTvSecret(c: Context, qrId: string, secret: string) {
  writeCookie(c, secretName(qrId), secret, { maxAge: QR_MAX_AGE_S })
}

export function clearTvSecret(c: Context, qrId: string) {
  clearCookie(c, secretName(qrId))
}

export function writePhoneTicket(c: Context, qrId: string, ticket: string) {
  writeCookie(c, ticketName(qrId), ticket, { path: `/api/qr/${qrId}`, maxAge: QR_MAX_AGE_S })
}

export function readTvSecret(cookieHeader: string | null, qrId: string) {
  const name = secretName(qrId)
  return parse(cookieHeader ?? '', name)[name]
}

export function hasTvSecret(cookieHeader: string | null) {
  return Object.keys(parse(cookieHeader ?? '')).some(name => name.startsWith(TV_SECRET_PREFIX))
}
