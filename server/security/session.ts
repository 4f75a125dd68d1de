import type { Database } from '#db/connection/open'
import type { Query } from '#db/connection/query'
import type { ReadCache } from '#db/connection/read-cache'
import { findSession, type Session, updateExpiry } from '#db/repositories/sessions'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { readClaims, type SecretKey, signClaims } from './tokens.ts'

export type { Session }

export const SESSION_TTL_MS = 12 * HOUR_MS

export const SESSION_RENEWAL_MS = 10 * MINUTE_MS

/** The cache must not fill with long tokens. */
const MAX_TOKEN_LENGTH = 500

type Deps = Pick<Database, 'read' | 'write'> & {
  config: SecretKey
  cached: ReadCache
  now(): string
}

/** Only the session's row has the expiry, because a response with a renewed cookie may be lost. */
export function signToken({ config }: Deps, { id }: Session) {
  return signClaims(config, { sid: id })
}

export async function findSessionByToken(app: Deps, token: string | undefined) {
  if (!token || token.length > MAX_TOKEN_LENGTH) return null
  const { config, read, cached, now } = app
  // Cached, so the signature and the row are checked again only after a session or user changes.
  const find = async () => {
    const { sid } = (await readClaims(config, token)) ?? {}
    return typeof sid === 'string' ? await read(db => findSession(db, sid)) : null
  }
  const session = await cached(`session ${token}`, find, ['sessions', 'users'])
  return session && isSessionValid(session, Date.parse(now())) ? session : null
}

/** Bypasses the cache, for use in the transaction of a write. */
export async function findValidSession(db: Query, id: string, now: number) {
  const session = await findSession(db, id)
  return session && isSessionValid(session, now) ? session : null
}

export async function renewSession(
  { write, now }: Deps,
  session: Session,
): Promise<Session | null> {
  const at = Date.parse(now())
  if (!needsRenewal(session, at)) return session
  const expiresAt = getNewExpiry(at)
  const isThere = await write(tx => updateExpiry(tx, session.id, expiresAt))
  return isThere ? { ...session, expiresAt } : null
}

export function getNewExpiry(now: number) {
  return now + SESSION_TTL_MS
}

function isSessionValid(session: Session, now: number) {
  return session.user.isActive && session.expiresAt > now
}

/** A session that lasts too long was renewed while the clock was ahead. */
function needsRenewal({ expiresAt }: Session, now: number) {
  return Math.abs(getNewExpiry(now) - expiresAt) >= SESSION_RENEWAL_MS
}
