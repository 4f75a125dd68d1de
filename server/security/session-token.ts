import type { Database } from '#db/connection/open'
import type { ReadCache } from '#db/connection/read-cache'
import { findSession, updateExpiry } from '#db/repositories/sessions'
import { getNewExpiry, isSessionValid, needsRenewal, type Session } from './session.ts'
import { readClaims, type SecretKey, signClaims } from './tokens.ts'

type Deps = Pick<Database, 'read' | 'write'> & {
  config: SecretKey
  cached: ReadCache
  now(): string
}

/** The cache must not fill with long tokens. */
const MAX_TOKEN_LENGTH = 500

/** The cookie's token names a session row; only the row says whether it is valid. */
export function signToken({ config }: Deps, { id, expiresAt }: Session) {
  return signClaims(config, { sid: id, exp: Math.floor(expiresAt / 1000) })
}

export async function findSessionByToken(app: Deps, token: string | undefined) {
  if (!token || token.length > MAX_TOKEN_LENGTH) return null
  const { read, cached, now } = app
  // Polls between two writes check neither the signature nor the row again.
  const found = await cached(`session ${token}`, async () => {
    const claim = await verifyToken(app, token)
    const session = claim && (await read(db => findSession(db, claim.sid)))
    return session && { session, goodUntil: claim.exp * 1000 }
  })
  const at = Date.parse(now())
  return found && found.goodUntil > at && isSessionValid(found.session, at) ? found.session : null
}

async function verifyToken({ config }: Deps, token: string) {
  const { sid, exp } = (await readClaims(config, token)) ?? {}
  return typeof sid === 'string' && typeof exp === 'number' ? { sid, exp } : null
}

export async function renewSession(
  { write, now }: Deps,
  session: Session,
): Promise<Session | null> {
  const at = Date.parse(now())
  if (!needsRenewal(session, at)) return session
  const expiresAt = getNewExpiry(session.kind, at)
  const isThere = await write(tx => updateExpiry(tx, session.id, expiresAt))
  return isThere ? { ...session, expiresAt } : null
}
