import type { Session, SessionKind } from '#db/repositories/sessions'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time'

export type { Session, SessionKind }

export const SESSION_TTL_MS: Record<SessionKind, number> = {
  staff: 12 * HOUR_MS,
  tv: 30 * DAY_MS,
}

export const SESSION_RENEWAL_MS = 10 * MINUTE_MS

export function getNewExpiry(kind: SessionKind, now: number) {
  return now + SESSION_TTL_MS[kind]
}

export function isSessionValid(session: Session, now: number) {
  return session.user.isActive && session.expiresAt > now
}

/** A session that lasts too long was renewed while the clock was ahead. */
export function needsRenewal({ kind, expiresAt }: Session, now: number) {
  return Math.abs(getNewExpiry(kind, now) - expiresAt) >= SESSION_RENEWAL_MS
}
