import { sign, verify } from 'hono/jwt'
import { findSession, updateExpiry } from '#db/repositories/sessions'
import type { App } from '../context.ts'
import { getNewExpiry, isSessionValid, needsRenewal, type Session } from './session.ts'

const ALGORITHM = 'HS256'
const MAX_TOKEN_LENGTH = 500

/** The cookie's token: it only names a session row, which alone says whether it still holds. */
export function signToken({ config }: App, { id, expiresAt }: Session) {
  return sign({ sid: id, exp: Math.floor(expiresAt / 1000) }, config.cookieSecret, ALGORITHM)
}

/** The session that a token names, or null for a forged, ended or expired one. */
export async function findSessionByToken(app: App, token: string | undefined) {
  if (!token || token.length > MAX_TOKEN_LENGTH) return null
  const { read, cached, now } = app
  // Neither the signature nor the row is looked at anew for each of the polls between two writes.
  const known = await cached(`session ${token}`, async () => {
    const claim = await verifyToken(app, token)
    const session = claim && (await read(db => findSession(db, claim.sid)))
    return session && { session, goodUntil: claim.exp * 1000 }
  })
  const at = Date.parse(now())
  return known && known.goodUntil > at && isSessionValid(known.session, at) ? known.session : null
}

async function verifyToken({ config }: App, token: string) {
  try {
    const { sid, exp } = await verify(token, config.cookieSecret, { alg: ALGORITHM, exp: false })
    return typeof sid === 'string' && typeof exp === 'number' ? { sid, exp } : null
  } catch {
    return null
  }
}

/** Rolls a session on. Answers the renewed one, or null while it is fresh enough. */
export async function renewSession({ write, now }: App, session: Session): Promise<Session | null> {
  const at = Date.parse(now())
  if (!needsRenewal(session, at)) return null
  const expiresAt = getNewExpiry(session.kind, at)
  await write(tx => updateExpiry(tx, session.id, expiresAt))
  return { ...session, expiresAt }
}
