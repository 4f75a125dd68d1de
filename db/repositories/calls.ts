import { and, desc, eq, gt, isNull, max } from 'drizzle-orm'
import type { Call } from '#domain/events'
import { getTvName } from '#domain/patients/patient'
import type { Query } from '../connection/query.ts'
import { calls, patients } from '../schema/index.ts'

const MAX_CALLS = 200

/** At most the 200 newest calls after a sequence, oldest first, without those of deleted patients. */
export async function listCallsAfter(db: Query, sequence: number): Promise<Call[]> {
  const rows = await db
    .select({ call: calls, name: patients.name, number: patients.number })
    .from(calls)
    .innerJoin(patients, eq(patients.id, calls.patientId))
    .where(and(gt(calls.sequence, sequence), isNull(patients.deletedAt)))
    .orderBy(desc(calls.sequence))
    .limit(MAX_CALLS)
  return rows.toReversed().map(({ call, name, number }) => ({
    sequence: call.sequence,
    patientId: call.patientId,
    name: getTvName({ name, number }),
    number,
    room: call.roomName,
    calledAt: call.calledAt,
  }))
}

export async function getNewestSequence(db: Query) {
  const [row] = await db.select({ newest: max(calls.sequence) }).from(calls)
  return row?.newest ?? 0
}
