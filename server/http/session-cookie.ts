import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { SESSION_TTL_MS, type Session } from '../security/session.ts'
import { findSessionByToken, renewSession, signToken } from '../security/session-token.ts'
import { clearCookie, writeCookie } from './cookies.ts'

const NAME = 'session'

/** Who is asking, by the cookie; a session that is used rolls on. */
export async function getSession(c: Context): Promise<Session | null> {
  const app: App = c.get('app')
  const session = await findSessionByToken(app, getCookie(c, NAME))
  const renewed = session && (await tryRenew(app, session))
  if (renewed) await writeSessionCookie(c, renewed)
  return renewed ?? session
}

/** On a full disk, say, whoever is signed in must still see the queue. */
async function tryRenew(app: App, session: Session) {
  try {
    return await renewSession(app, session)
  } catch (cause) {
    app.log('warn', 'a session was not renewed', describeError(cause))
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

/** The same question where there is only the header, as for live connections. */
export function getSessionFromHeader(app: App, cookieHeader: string | null) {
  return findSessionByToken(app, parse(cookieHeader ?? '', NAME)[NAME])
}
