import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Clinic } from '../context.ts'
import { describe } from '../observability/log.ts'
import { SESSION_LASTS_MS, type Session } from '../security/session.ts'
import { renew, sessionOf, tokenOf } from '../security/session-token.ts'
import { forgetCookie, keepCookie } from './cookies.ts'

const NAME = 'session'

/** Who is asking, by the cookie; a session that is used rolls on. */
export async function sessionFrom(c: Context): Promise<Session | null> {
  const clinic: Clinic = c.get('clinic')
  const session = await sessionOf(clinic, getCookie(c, NAME))
  const renewed = session && (await renewIfPossible(clinic, session))
  if (renewed) await keepSession(c, renewed)
  return renewed ?? session
}

/** On a full disk, say, whoever is signed in must still see the queue. */
async function renewIfPossible(clinic: Clinic, session: Session) {
  try {
    return await renew(clinic, session)
  } catch (cause) {
    clinic.log('warn', 'a session was not renewed', describe(cause))
    return null
  }
}

export async function keepSession(c: Context, session: Session) {
  const maxAge = Math.floor(SESSION_LASTS_MS[session.kind] / 1000)
  keepCookie(c, NAME, await tokenOf(c.get('clinic'), session), { path: '/', maxAge })
}

export function forgetSession(c: Context) {
  forgetCookie(c, NAME)
}

/** The same question where there is only the header, as for live connections. */
export function sessionIn(clinic: Clinic, cookieHeader: string | null) {
  return sessionOf(clinic, parse(cookieHeader ?? '', NAME)[NAME])
}
