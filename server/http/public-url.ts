import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import type { Context } from 'hono'
import { isHttps } from './cookies.ts'
import type { AppEnv } from './middleware/auth.ts'

/** The address of a path as another machine opens it: a TV, or a phone that scanned a QR code. */
export function getPublicUrl(c: Context<AppEnv>, path: string) {
  const { publicUrl } = c.var.app.config
  return new URL(path, publicUrl ?? toLanOrigin(getOrigin(c), networkInterfaces())).href
}

/** 'localhost' means another machine everywhere else, so it becomes this machine's own address. */
export function toLanOrigin(origin: string, interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>) {
  const url = new URL(origin)
  const lan = Object.values(interfaces)
    .flatMap(list => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (lan && isLocalhost(url.hostname)) url.hostname = lan.address
  return url.origin
}

function isLocalhost(hostname: string) {
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)
}

/** The origin that the page was reached by; a proxy before us tells it. */
function getOrigin(c: Context<AppEnv>) {
  const told = c.req.header('x-forwarded-host') ?? ''
  const host = isValidHost(told) ? told : new URL(c.req.url).host
  return `${isHttps(c) ? 'https' : 'http'}://${host}`
}

/** Whether it is a name or an address with or without a port: headers are whatever a client wrote. */
export function isValidHost(text: string) {
  return /^[a-z0-9.:[\]-]{1,255}$/i.test(text) && URL.canParse(`http://${text}`)
}
