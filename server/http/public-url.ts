import type { Context } from 'hono'
import { listLanAddresses } from '../config/lan-addresses.ts'
import { isHttps } from './cookies.ts'
import type { AppEnv } from './middleware/auth.ts'

export function getPublicUrl(c: Context<AppEnv>, path: string) {
  const { publicUrl } = c.var.app.config
  const lanAddresses = isForThisComputer(c) ? [] : listLanAddresses()
  return new URL(path, publicUrl ?? toLanOrigin(getOrigin(c), lanAddresses)).href
}

/** The program listens on this computer only, perhaps behind a proxy. */
export function isForThisComputer(c: Context<AppEnv>) {
  return isLocalhost(c.var.app.config.host ?? '')
}

/** Replaces 'localhost', which other machines cannot reach, by the first LAN address. */
export function toLanOrigin(origin: string, [lanAddress]: string[]) {
  const url = new URL(origin)
  if (lanAddress && isLocalhost(url.hostname)) url.hostname = lanAddress
  return url.origin
}

export function isLocalhost(hostname: string) {
  return /^(.+\.)?localhost$|^127\.|^\[?::1\]?$/.test(hostname)
}

function getOrigin(c: Context<AppEnv>) {
  const forwardedHost = c.req.header('x-forwarded-host') ?? ''
  const host = isValidHost(forwardedHost) ? forwardedHost : new URL(c.req.url).host
  return `${isHttps(c) ? 'https' : 'http'}://${host}`
}

/** A name or an address, with or without a port. Clients can put anything into the header. */
export function isValidHost(text: string) {
  return /^[a-z0-9.:[\]-]{1,255}$/i.test(text) && URL.canParse(`http://${text}`)
}
