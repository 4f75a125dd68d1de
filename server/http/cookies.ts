import type { Context } from 'hono'
import { deleteCookie, generateCookie, setCookie } from 'hono/cookie'
import { QR_TTL_MS } from '#domain/auth/qr-session'
import { DEADLINE_HEADER } from '#domain/time'
import type { SignInClient } from '../actions/auth.ts'
import type { App } from '../context.ts'
import { readDeviceToken, signDeviceToken } from '../security/device.ts'
import type { QrProof } from '../security/qr-session.ts'
import { isHttps } from '../security/request-origin.ts'
import { base32, createMac, type SecretKey } from '../security/tokens.ts'
import { getClientAddress } from './client-address.ts'

/** Eight letters encode five bytes. */
const ID_LENGTH = 8

/** A browser sends a name more than once if programs chose different paths or domains for it. */
const MAX_VALUES = 10

const DEVICE = 'device'
/** The longest time that browsers keep a cookie. */
const DEVICE_MAX_AGE_S = 400 * 24 * 60 * 60

/** Each QR code has a cookie, so two login pages of one browser do not share it. */
const TV_SECRET_PREFIX = 'qr-tv-'
const QR_MAX_AGE_S = QR_TTL_MS / 1000
const secretName = (qrId: string) => TV_SECRET_PREFIX + qrId
const ticketName = (qrId: string) => `qr-phone-${qrId}`

export type ProgramKey = SecretKey & { dataFolder?: string }

/**
 * Adds the program's id, because cookies ignore ports, and each database needs separate cookies.
 * The prefix keeps http pages and other hosts of the domain from replacing a cookie of https.
 */
export function getCookieName(key: ProgramKey, name: string, isSecure: boolean) {
  const id = base32(createMac(key, `program ${key.dataFolder ?? ''}`)).slice(0, ID_LENGTH)
  return `${isSecure ? '__Host-' : ''}clinic-${id}-${name}`
}

export type Cookie = { name: string; value: string }

/** Returns all values of a cookie, the likeliest first. */
export function readCookies(key: ProgramKey, header: string | null, name: string): Cookie[] {
  const sent = parseCookies(header)
  return getNames(key, name)
    .flatMap(own => sent.filter(cookie => cookie.name === own))
    .slice(0, MAX_VALUES)
}

function parseCookies(header: string | null): Cookie[] {
  return (header ?? '').split(';').flatMap(pair => {
    const at = pair.indexOf('=')
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }]
  })
}

function getNames(key: ProgramKey, name: string) {
  return [true, false].map(isSecure => getCookieName(key, name, isSecure))
}

export function readOwnCookies(c: Context, name: string) {
  return readCookies(getConfig(c), getCookieHeader(c), name)
}

export function writeCookie(c: Context, name: string, value: string, maxAge: number) {
  const flags = getFlags(c)
  const written = getWrittenName(c, name)
  setCookie(c, written, value, { ...flags, maxAge })
  for (const other of listSentNames(c, name)) {
    if (other !== written) deleteCookie(c, other, flags)
  }
}

/** Formats a cookie for a page's own script, which cannot set `HttpOnly`. */
export function formatPageCookie(c: Context, name: string, value: string, maxAge: number) {
  const flags = { ...getFlags(c), httpOnly: false }
  return generateCookie(getWrittenName(c, name), value, { ...flags, maxAge })
}

export function clearCookie(c: Context, name: string) {
  const names = new Set([getWrittenName(c, name), ...listSentNames(c, name)])
  for (const each of names) deleteCookie(c, each, getFlags(c))
}

function listSentNames(c: Context, name: string) {
  return new Set(readOwnCookies(c, name).map(cookie => cookie.name))
}

function getFlags(c: Context) {
  return { httpOnly: true, sameSite: 'Lax', secure: isSecureBrowser(c), path: '/' } as const
}

export function isNamedAsWritten(c: Context, name: string, cookie: Cookie) {
  return cookie.name === getWrittenName(c, name)
}

function getWrittenName(c: Context, name: string) {
  return getCookieName(getConfig(c), name, isSecureBrowser(c))
}

/** A proxy may mark only some requests as https. Browsers send this prefix only over https. */
function isSecureBrowser(c: Context) {
  const prefix = getCookieName(getConfig(c), '', true)
  const sent = parseCookies(getCookieHeader(c))
  return isHttps(c.req.raw) || sent.some(({ name }) => name.startsWith(prefix))
}

function getConfig(c: Context) {
  const { config }: App = c.get('app')
  return config
}

function getCookieHeader(c: Context) {
  return c.req.header('cookie') ?? null
}

export async function getSignInClient(c: Context): Promise<SignInClient> {
  const device = await findDevice(c)
  const { signal } = c.req.raw
  const deadline = Date.parse(c.req.header(DEADLINE_HEADER) ?? '')
  const isWaiting = (at: number) => !signal.aborted && !(at > deadline)
  return { address: getClientAddress(c), device, isWaiting }
}

async function findDevice(c: Context) {
  for (const { value } of readOwnCookies(c, DEVICE)) {
    const device = await readDeviceToken(getConfig(c), value)
    if (device) return device
  }
  return null
}

/** Call it after the right password, so other people's failures do not count in this browser. */
export async function rememberDevice(c: Context, { device }: SignInClient, username: string) {
  writeCookie(c, DEVICE, await signDeviceToken(getConfig(c), device, username), DEVICE_MAX_AGE_S)
}

export function readQrProof(c: Context, qrId: string): QrProof {
  const read = (name: string) => readOwnCookies(c, name)[0]?.value
  return { secret: read(secretName(qrId)), ticket: read(ticketName(qrId)) }
}

export function writeTvSecret(c: Context, qrId: string, secret: string) {
  writeCookie(c, secretName(qrId), secret, QR_MAX_AGE_S)
}

export function clearTvSecret(c: Context, qrId: string) {
  clearCookie(c, secretName(qrId))
}

export function writePhoneTicket(c: Context, qrId: string, ticket: string) {
  writeCookie(c, ticketName(qrId), ticket, QR_MAX_AGE_S)
}

export function readTvSecret(key: ProgramKey, cookieHeader: string | null, qrId: string) {
  return readCookies(key, cookieHeader, secretName(qrId))[0]?.value
}

export function hasTvSecret(key: ProgramKey, cookieHeader: string | null) {
  const prefixes = getNames(key, TV_SECRET_PREFIX)
  const sent = parseCookies(cookieHeader)
  return sent.some(({ name }) => prefixes.some(prefix => name.startsWith(prefix)))
}
