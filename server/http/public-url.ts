import { isIPv4 } from 'node:net'
import type { Context } from 'hono'
import { isHardToFind, isLocalhost, isOwnDevice } from '#domain/reachability'
import { listLanAddresses } from '../config/lan-addresses.ts'
import { isProxied } from '../security/client-address.ts'
import { getRequestOrigin } from '../security/request-origin.ts'
import type { AppEnv } from './middleware/auth.ts'

export function getPublicUrl(c: Context<AppEnv>, path: string) {
  const { publicUrl } = c.var.app.config
  return new URL(path, publicUrl ?? getReachableOrigin(c)).href
}

export function isForThisComputer(c: Context<AppEnv>) {
  return isLocalhost(c.var.app.config.host ?? '')
}

function getReachableOrigin(c: Context<AppEnv>) {
  const origin = getRequestOrigin(c.req.raw)
  const { host } = c.var.app.config
  const isBound = isIPv4(host ?? '') && host !== '0.0.0.0'
  const [lanAddress] = isForThisComputer(c) ? [] : isBound ? [host] : listLanAddresses()
  if (!lanAddress) return origin
  return toLanOrigin(origin, [lanAddress], { keepsNames: !isServedAt(c, origin, lanAddress) })
}

/** A proxy may serve only the name, and browsers reject a certificate without the address. */
function isServedAt(c: Context<AppEnv>, origin: string, lanAddress: string) {
  if (isProxied(c.req.raw.headers)) return false
  return origin.startsWith('http:') || c.var.app.certificate.names.includes(lanAddress)
}

export function toLanOrigin(
  origin: string,
  [lanAddress]: string[],
  { keepsNames = false }: { keepsNames?: boolean } = {},
) {
  const url = new URL(origin)
  const { hostname } = url
  const mustReplace = isOwnDevice(hostname) || (isHardToFind(hostname) && !keepsNames)
  if (lanAddress && mustReplace) url.hostname = lanAddress
  return url.origin
}
