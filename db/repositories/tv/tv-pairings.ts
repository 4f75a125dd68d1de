import { and, desc, eq, gt, notInArray, sql } from 'drizzle-orm'
import { MAX_PAIRINGS } from '#domain/display/tv-pairing'
import type { Query } from '../../connection/query.ts'
import { tvPairings } from '../../schema/index.ts'

type Pairing = typeof tvPairings.$inferSelect

/**
 * When there are too many, the oldest go, and an address that asks again and again pushes out its
 * own codes. None goes by its age: the clock may be wrong.
 */
export async function createPairing(tx: Query, pairing: Omit<Pairing, 'state'>) {
  const { idHash, address, endsAt } = tvPairings
  const rank = sql<number>`row_number() over (partition by ${address} order by ${endsAt} desc)`
  const kept = tx
    .select({ idHash })
    .from(tvPairings)
    .orderBy(rank, desc(endsAt))
    .limit(MAX_PAIRINGS - 1)
  await tx.delete(tvPairings).where(notInArray(idHash, kept))
  await tx.insert(tvPairings).values({ ...pairing, state: 'waiting' })
}

export async function findPairing(db: Query, idHash: string, now: number): Promise<Pairing | null> {
  const isValid = and(eq(tvPairings.idHash, idHash), gt(tvPairings.endsAt, now))
  return (await db.query.tvPairings.findFirst({ where: isValid })) ?? null
}

export async function findPairingByCode(db: Query, code: string, now: number) {
  const isValid = and(eq(tvPairings.code, code), gt(tvPairings.endsAt, now))
  return (await db.query.tvPairings.findFirst({ where: isValid })) ?? null
}

export function updatePairing(
  tx: Query,
  { idHash, state, endsAt }: Pick<Pairing, 'idHash' | 'state' | 'endsAt'>,
) {
  return tx.update(tvPairings).set({ state, endsAt }).where(eq(tvPairings.idHash, idHash))
}
