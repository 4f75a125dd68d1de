import type { SESSION_KINDS } from '#db/schema/users'
import type { Role } from '#domain/users/user'

const HOUR_MS = 60 * 60_000

export type SessionKind = (typeof SESSION_KINDS)[number]

export const SESSION_TTL_MS: Record<SessionKind, number> = {
  staff: 12 * HOUR_MS,
  tv: 30 * 24 * HOUR_MS,
}

/** A rolling session is written anew only this often, not at every request. */
export const SESSION_RENEWAL_MS = 10 * 60_000

/** Times are milliseconds since 1970. */
export type Session = {
  id: string
  kind: SessionKind
  expiresAt: number
  user: { id: number; username: string; role: Role; isActive: boolean }
}

export function getNewExpiry(kind: SessionKind, now: number) {
  return now + SESSION_TTL_MS[kind]
}

export function isSessionValid(session: Session, now: number) {
  return session.user.isActive && session.expiresAt > now
}

/** Also when it lasts longer than it should: then the clock was ahead when it was renewed. */
export function needsRenewal({ kind, expiresAt }: Session, now: number) {
  return Math.abs(getNewExpiry(kind, now) - expiresAt) >= SESSION_RENEWAL_MS
}
