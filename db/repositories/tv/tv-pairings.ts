import { and, between, eq, not } from 'drizzle-orm'
import { PAIRING_TTL_MS, type WaitingPairing } from '#domain/display/tv-pairing'
import type { Query } from '../../connection/query.ts'
import { tvPairings } from '../../schema/index.ts'

type Pairing = typeof tvPairings.$inferSelect

type NewPairing = Omit<Pairing, 'state' | 'kind'> & Partial<Pick<Pairing, 'kind'>>

/** A code that lasts longer was made while the clock was ahead. */
const isInTime = (now: number) => between(tvPairings.endsAt, now + 1, now + 2 * PAIRING_TTL_MS)

export function createPairing(tx: Query, pairing: NewPairing) {
  return tx.insert(tvPairings).values({ ...pairing, state: 'waiting' })
}

export function listWaitingPairings(db: Query): Promise<WaitingPairing[]> {
  const { idHash, address, endsAt, state } = tvPairings
  return db.select({ idHash, address, endsAt }).from(tvPairings).where(eq(state, 'waiting'))
}

export function deletePairing(tx: Query, { idHash }: Pick<Pairing, 'idHash'>) {
  return tx.delete(tvPairings).where(eq(tvPairings.idHash, idHash))
}

export function deleteExpiredPairings(tx: Query, now: number) {
  return tx.delete(tvPairings).where(not(isInTime(now)))
}

export async function findPairing(db: Query, idHash: string, now: number): Promise<Pairing | null> {
  const isValid = and(eq(tvPairings.idHash, idHash), isInTime(now))
  return (await db.query.tvPairings.findFirst({ where: isValid })) ?? null
}

export async function findPairingByCode(db: Query, code: string, now: number) {
  const isValid = and(eq(tvPairings.code, code), isInTime(now))
  return (await db.query.tvPairings.findFirst({ where: isValid })) ?? null
}

export function updatePairing(
  tx: Query,
  { idHash, state, endsAt }: Pick<Pairing, 'idHash' | 'state' | 'endsAt'>,
) {
  return tx.update(tvPairings).set({ state, endsAt }).where(eq(tvPairings.idHash, idHash))
}
