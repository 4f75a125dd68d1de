import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { SESSION_TTL_MS, type Session } from '../security/session.ts'
import { findSessionByToken, renewSession, signToken } from '../security/session-token.ts'
import { clearCookie, writeCookie } from './cookies.ts'

const NAME = 'session'

/** Renews a session that is used; the new cookie goes with the response. */
export async function getSession(c: Context): Promise<Session | null> {
  const app: App = c.get('app')
  const session = await findSessionByToken(app, getCookie(c, NAME))
  const renewed = session && (await tryRenew(app, session))
  if (renewed) await writeSessionCookie(c, renewed)
  return renewed ?? session
}

/** A failed renewal, as on a full disk, must not hide the queue from signed-in users. */
async function tryRenew(app: App, session: Session) {
  try {
    return await renewSession(app, session)
  } catch (cause) {
    app.log('warn', 'session renewal failed', describeError(cause))
    return null
  }
}

export async function writeSessionCookie(c: Context, session: Session) {
  const maxAge = Math.floor(SESSION_TTL_MS[session.kind] / 1000)
  writeCookie(c, NAME, await signToken(c.get('app'), session), { path: '/', maxAge })
}

export function clearSessionCookie(c: Context) {
  clearCookie(c, NAME)
}

/** For live connections, which have no Hono context. */
export function getSessionFromHeader(app: App, cookieHeader: string | null) {
  return findSessionByToken(app, parse(cookieHeader ?? '', NAME)[NAME])
}
