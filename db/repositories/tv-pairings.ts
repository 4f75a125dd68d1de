import { and, desc, eq, gt, lte, notInArray } from 'drizzle-orm'
import { MAX_PAIRINGS } from '#domain/display/tv-pairing'
import type { Query } from '../connection/query.ts'
import { tvPairings } from '../schema/index.ts'

type Pairing = typeof tvPairings.$inferSelect

/** Also deletes expired pairings, and the oldest when there are too many. */
export async function createPairing(tx: Query, pairing: Omit<Pairing, 'state'>, now: number) {
  await tx.delete(tvPairings).where(lte(tvPairings.endsAt, now))
  const newest = tx
    .select({ idHash: tvPairings.idHash })
    .from(tvPairings)
    .orderBy(desc(tvPairings.endsAt))
    .limit(MAX_PAIRINGS - 1)
  await tx.delete(tvPairings).where(notInArray(tvPairings.idHash, newest))
  await tx.insert(tvPairings).values({ ...pairing, state: 'waiting' })
}

export async function findPairing(db: Query, idHash: string, now: number): Promise<Pairing | null> {
  const isValid = and(eq(tvPairings.idHash, idHash), gt(tvPairings.endsAt, now))
  const [row] = await db.select().from(tvPairings).where(isValid)
  return row ?? null
}

export async function findPairingByCode(db: Query, code: string, now: number) {
  const isValid = and(eq(tvPairings.code, code), gt(tvPairings.endsAt, now))
  const [row] = await db.select().from(tvPairings).where(isValid)
  return row ?? null
}

export function updatePairing(
  tx: Query,
  { idHash, state, endsAt }: Omit<Pairing, 'code' | 'tokenHash'>,
) {
  return tx.update(tvPairings).set({ state, endsAt }).where(eq(tvPairings.idHash, idHash))
}
