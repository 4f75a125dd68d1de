import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'

export function writeCookie(
  c: Context,
  name: string,
  value: string,
  { path, maxAge }: { path: string; maxAge: number },
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
