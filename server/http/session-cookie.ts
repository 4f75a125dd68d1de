import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { SIGNED_OUT, SIGNED_OUT_COOKIE } from '#domain/auth/signed-out'
import { signOut } from '../actions/auth.ts'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import {
  findSessionByToken,
  renewSession,
  SESSION_TTL_MS,
  type Session,
  signToken,
} from '../security/session.ts'
import { getClientAddress } from './client-address.ts'
import { clearCookie, writeCookie } from './cookies.ts'
import { assertAllowed } from './display-access.ts'

const NAME = 'session'

/**
 * Renews a session that is used; the new cookie goes with the response. Throws for a display's
 * session where it has no business.
 */
export async function getSession(c: Context): Promise<Session | null> {
  const app: App = c.get('baseApp')
  if (getCookie(c, SIGNED_OUT_COOKIE) === SIGNED_OUT) return endSignedOutSession(c)
  const session = await findSessionByToken(app, getCookie(c, NAME))
  if (session) assertAllowed(c, session)
  const current = session && (await tryRenew(app, session))
  if (current && current !== session) await writeSessionCookie(c, current)
  return current
}

/** The browser wanted to sign out, and that request was lost. */
async function endSignedOutSession(c: Context) {
  const app: App = c.get('baseApp')
  await endCurrentSession(c, app).catch(cause =>
    app.log('warn', 'sign-out failed', describeError(cause)),
  )
  clearSessionCookie(c)
  return null
}

/** Ends the session on the server; the caller replaces or clears the cookie. */
export async function endCurrentSession(c: Context, app: App = c.get('app')) {
  const session = await findSessionByToken(app, getCookie(c, NAME))
  if (session) await signOut(app, session, getClientAddress(c))
}

/** A failed renewal, as on a full disk, must not hide the queue from signed-in users. */
async function tryRenew(app: App, session: Session) {
  try {
    return await renewSession(app, session)
  } catch (cause) {
    app.log('warn', 'session renewal failed', describeError(cause))
    return session
  }
}

export async function writeSessionCookie(c: Context, session: Session) {
  const maxAge = Math.floor(SESSION_TTL_MS[session.kind] / 1000)
  writeCookie(c, NAME, await signToken(c.get('app'), session), { maxAge })
  if (getCookie(c, SIGNED_OUT_COOKIE) === SIGNED_OUT) clearCookie(c, SIGNED_OUT_COOKIE)
}

export function clearSessionCookie(c: Context) {
  clearCookie(c, NAME)
  clearCookie(c, SIGNED_OUT_COOKIE)
}

/** Live connections have no Hono context. */
export function getSessionFromHeader(app: App, cookieHeader: string | null) {
  const cookies = parse(cookieHeader ?? '')
  const isSignedOut = cookies[SIGNED_OUT_COOKIE] === SIGNED_OUT
  return isSignedOut ? null : findSessionByToken(app, cookies[NAME])
}
