import { sign, verify } from 'hono/jwt'
import { isValid, newExpiry, type Session, wantsRenewal } from '#clinic/session'
import { endExpiredSessions, findSession, saveExpiry } from '#db/sessions'
import type { Clinic } from './clinic.ts'

const ALGORITHM = 'HS256'

/** The cookie's token: it only names a session row, which alone says whether it still holds. */
export function tokenOf({ cookieSecret }: Clinic, { id, expiresAt }: Session) {
  return sign({ sid: id, exp: Math.floor(expiresAt / 1000) }, cookieSecret, ALGORITHM)
}

/** The session that a token names, or null for a forged, ended or expired one. */
export async function sessionOf(clinic: Clinic, token: string | undefined) {
  const id = token === undefined ? null : await sessionId(clinic, token)
  if (id === null) return null
  const { read, remember, now } = clinic
  const session = await remember(`session ${id}`, () => read(db => findSession(db, id)))
  return session && isValid(session, Date.parse(now())) ? session : null
}

async function sessionId({ cookieSecret, now }: Clinic, token: string) {
  try {
    const { sid, exp } = await verify(token, cookieSecret, { alg: ALGORITHM, exp: false })
    const isFresh = typeof exp === 'number' && exp * 1000 > Date.parse(now())
    return isFresh && typeof sid === 'string' ? sid : null
  } catch {
    return null
  }
}

/** Rolls a session on. Answers the renewed one, or null while it is fresh enough. */
export async function renew({ write, now }: Clinic, session: Session): Promise<Session | null> {
  const at = Date.parse(now())
  if (!wantsRenewal(session, at)) return null
  const expiresAt = newExpiry(session.kind, at)
  await write(tx => saveExpiry(tx, session.id, expiresAt))
  return { ...session, expiresAt }
}

/** Removes what has run out and closes the connections that hung on it. */
export async function sweepSessions({ write, live, now }: Clinic) {
  live.endSessions(await write(tx => endExpiredSessions(tx, Date.parse(now()))))
}
