import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import type { Context } from 'hono'
import { isHttps } from './cookies.ts'
import { isPlainHost } from './is-valid-host.ts'
import type { Door } from './middleware/auth.ts'

/** The address of a path as another machine opens it: a TV, or a phone that scanned a QR code. */
export function reachableUrl(c: Context<Door>, path: string) {
  const { publicUrl } = c.var.clinic
  return new URL(path, publicUrl ?? onTheLan(originOf(c), networkInterfaces())).href
}

/** 'localhost' means another machine everywhere else, so it becomes this machine's own address. */
export function onTheLan(origin: string, interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>) {
  const url = new URL(origin)
  const lan = Object.values(interfaces)
    .flatMap(list => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (lan && isThisMachine(url.hostname)) url.hostname = lan.address
  return url.origin
}

function isThisMachine(hostname: string) {
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)
}

/** The origin that the page was reached by; a proxy before us tells it. */
function originOf(c: Context<Door>) {
  const told = c.req.header('x-forwarded-host') ?? ''
  const host = isPlainHost(told) ? told : new URL(c.req.url).host
  return `${isHttps(c) ? 'https' : 'http'}://${host}`
}
