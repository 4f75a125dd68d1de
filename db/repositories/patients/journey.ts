import { eq, type SQL, sql } from 'drizzle-orm'
import type { JourneyEntry } from '#domain/patients/patient'
import type { Query } from '../../connection/query.ts'
import { journey, patients, users } from '../../schema/index.ts'

export async function listJourneys(db: Query, ofPatients: SQL | undefined) {
  const rows = await db
    .select({
      id: journey.id,
      patientId: journey.patientId,
      action: journey.action,
      timestamp: journey.timestamp,
      roomName: journey.roomName,
      requeueReason: journey.requeueReason,
      fromRoom: journey.fromRoom,
      queueName: journey.queueName,
    })
    .from(journey)
    .innerJoin(patients, eq(patients.id, journey.patientId))
    .where(ofPatients)
  const journeys = new Map<number, JourneyEntry[]>()
  for (const { id: _, patientId, queueName, ...rest } of rows.sort((a, b) => a.id - b.id)) {
    const entry = queueName === null ? rest : { ...rest, queueName }
    const entries = journeys.get(patientId)
    if (entries) entries.push(entry)
    else journeys.set(patientId, [entry])
  }
  return journeys
}

export function addJourneyEntry(
  tx: Query,
  patientId: number,
  byUserId: number | null,
  entry: JourneyEntry,
) {
  const byUsername = sql<
    string | null
  >`(select ${users.username} from ${users} where ${users.id} = ${byUserId})`
  return tx.insert(journey).values({ ...entry, patientId, byUserId, byUsername })
}
