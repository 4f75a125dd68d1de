import { and, desc, eq, gt, isNull, max } from 'drizzle-orm'
import type { Call } from '#domain/events'
import { nameOnTv } from '#domain/patients/patient'
import type { Query } from '../connection/query.ts'
import { calls, patients } from '../schema/index.ts'

const MOST_AT_ONCE = 200

/** The newest calls behind a sequence, oldest first, without those of deleted patients. */
export async function callsAfter(db: Query, sequence: number): Promise<Call[]> {
  const rows = await db
    .select({ call: calls, name: patients.name, number: patients.number })
    .from(calls)
    .innerJoin(patients, eq(patients.id, calls.patientId))
    .where(and(gt(calls.sequence, sequence), isNull(patients.deletedAt)))
    .orderBy(desc(calls.sequence))
    .limit(MOST_AT_ONCE)
  return rows.toReversed().map(({ call, name, number }) => ({
    sequence: call.sequence,
    patientId: call.patientId,
    name: nameOnTv({ name, number }),
    number,
    room: call.roomName,
    calledAt: call.calledAt,
  }))
}

export async function newestSequence(db: Query) {
  const [row] = await db.select({ newest: max(calls.sequence) }).from(calls)
  return row?.newest ?? 0
}
