import { sign, verify } from 'hono/jwt'
import { findSession, saveExpiry } from '#db/repositories/sessions'
import type { Clinic } from '../context.ts'
import { isValid, newExpiry, type Session, wantsRenewal } from './session.ts'

const ALGORITHM = 'HS256'
const LONGEST_TOKEN = 500

/** The cookie's token: it only names a session row, which alone says whether it still holds. */
export function tokenOf({ cookieSecret }: Clinic, { id, expiresAt }: Session) {
  return sign({ sid: id, exp: Math.floor(expiresAt / 1000) }, cookieSecret, ALGORITHM)
}

/** The session that a token names, or null for a forged, ended or expired one. */
export async function sessionOf(clinic: Clinic, token: string | undefined) {
  if (!token || token.length > LONGEST_TOKEN) return null
  const { read, remember, now } = clinic
  // Neither the signature nor the row is looked at anew for each of the polls between two writes.
  const known = await remember(`session ${token}`, async () => {
    const claim = await claimOf(clinic, token)
    const session = claim && (await read(db => findSession(db, claim.sid)))
    return session && { session, goodUntil: claim.exp * 1000 }
  })
  const at = Date.parse(now())
  return known && known.goodUntil > at && isValid(known.session, at) ? known.session : null
}

async function claimOf({ cookieSecret }: Clinic, token: string) {
  try {
    const { sid, exp } = await verify(token, cookieSecret, { alg: ALGORITHM, exp: false })
    return typeof sid === 'string' && typeof exp === 'number' ? { sid, exp } : null
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
