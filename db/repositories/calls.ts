import { and, desc, eq, gt, isNull, not, type SQL, sql } from 'drizzle-orm'
import { maskName } from '#domain/display/tv-options'
import { BEFORE_ALL_CALLS, type Call, type CallPlace } from '#domain/events'
import { formatNumber, type Patient } from '#domain/patients/patient'
import type { PatientRoom } from '#domain/rooms/room'
import type { Query } from '../connection/query.ts'
import { calls, patients, queues, rooms } from '../schema/index.ts'

const MAX_CALLS = 200
const PLACE = { sequence: calls.sequence, calledAt: calls.calledAt }

/** Lists the newest 200 calls after `place`, oldest first. Ignores a `place` from other data. */
export async function listCallsAfter(db: Query, place: CallPlace): Promise<Call[]> {
  const sequence = (await hasPlace(db, place)) ? place.sequence : 0
  const rows = await selectCalls(db, gt(calls.sequence, sequence))
    .orderBy(desc(calls.sequence))
    .limit(MAX_CALLS)
  return rows.toReversed().map(toStoredCall)
}

async function hasPlace(db: Query, { sequence, calledAt }: CallPlace) {
  if (calledAt === '') return sequence <= (await getNewestCall(db)).sequence
  const [call] = await db.select(PLACE).from(calls).where(eq(calls.sequence, sequence))
  return call?.calledAt === calledAt
}

/** Null if the call was withdrawn or its patient was deleted. */
export async function findCall(db: Query, sequence: number): Promise<Call | null> {
  const [row] = await selectCalls(db, eq(calls.sequence, sequence))
  return row ? toStoredCall(row) : null
}

function selectCalls(db: Query, condition: SQL) {
  return db
    .select({
      sequence: calls.sequence,
      calledAt: calls.calledAt,
      patient: {
        id: patients.id,
        name: patients.name,
        number: patients.number,
        prefix: patients.prefix,
        day: patients.day,
        isDiscreet: patients.isDiscreet,
      },
      queue: { id: queues.id, name: queues.name, prefix: queues.prefix },
      room: { ...getCalledRoomColumns(rooms), id: calls.windowId },
    })
    .from(calls)
    .innerJoin(patients, eq(patients.id, calls.patientId))
    .leftJoin(rooms, eq(rooms.id, calls.windowId))
    .leftJoin(queues, eq(queues.id, patients.queueId))
    .where(and(condition, not(calls.isWithdrawn), isNull(patients.deletedAt)))
}

export async function createCall(tx: Query, patient: Patient) {
  const { id, room, calledAt } = patient
  if (room === null || calledAt === null) throw new Error('a call without a room')
  const row = { patientId: id, roomName: room.name, windowId: room.id, calledAt }
  const { sequence } = await tx.insert(calls).values(row).returning(PLACE).get()
  return toCall({ sequence, calledAt, room, patient })
}

type Row = Awaited<ReturnType<typeof selectCalls>>[number]

function toStoredCall({ patient: { prefix, ...patient }, queue, ...call }: Row) {
  const label = formatNumber(patient.number, prefix)
  return toCall({ ...call, patient: { ...patient, label, queue } })
}

type CalledPatient = Pick<
  Patient,
  'id' | 'name' | 'number' | 'label' | 'day' | 'queue' | 'isDiscreet'
>
type CallOf = CallPlace & { room: PatientRoom; patient: CalledPatient }

function toCall({ sequence, calledAt, room, patient }: CallOf): Call {
  const { id, number, label, day, queue } = patient
  const name = maskName(patient, 'full')
  return { sequence, patientId: id, name, number, label, day, queue, room, calledAt }
}

export async function getNewestCall(db: Query): Promise<CallPlace> {
  const [newest] = await db
    .select(PLACE)
    .from(calls)
    .where(gt(calls.sequence, 0))
    .orderBy(desc(calls.sequence))
    .limit(1)
  return newest ?? BEFORE_ALL_CALLS
}

type RoomTable = Pick<typeof rooms, keyof PatientRoom>

/** The columns that every query reads of a patient's room. A missing field fails to compile. */
export function getRoomColumns({ id, name }: RoomTable) {
  return { id, name } satisfies Record<keyof PatientRoom, unknown>
}

/** Uses the room's name at the call if the room was deleted since. */
export function getCalledRoomColumns(table: RoomTable) {
  const name = sql<string>`coalesce(${table.name}, ${calls.roomName})`
  return { ...getRoomColumns(table), name }
}
