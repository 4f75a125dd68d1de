import type { Query } from '#db/connection/query'
import * as repository from '#db/repositories/patients'
import { findRoom } from '#db/repositories/rooms'
import { DomainError } from '#domain/errors'
import type { Call } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import { findNext, getQueueOf, type NextPatient } from '#domain/queue/next-patient'
import type { HoldRules } from '#domain/queue/transitions'
import type { Room } from '#domain/rooms/room'
import type { CurrentDays } from '#domain/time'
import { type App, getCurrentDays } from '../context.ts'
import { getOrderRules } from '../queries/settings.ts'
import { publishChange } from '../realtime/queue-changes.ts'
import { getListedPatient, saveStep } from './patient-steps.ts'

export type CallNextInput = {
  finish: 'dispensary' | 'completed' | null
  /** Whom the desk saw in the room; without it another desk's patient may be closed. */
  seenPatientId?: number | null | undefined
  /** When that patient was registered: older data that were restored have another one of this id. */
  seenRegisteredAt?: string | undefined
}

export type CallNextResult = { finished: Patient | null; next: NextPatient | null }

type Saved = CallNextResult & { call: Call | null }

/** The room becomes free if nobody waits. Throws a DomainError if something prevents the call. */
export async function callNext(
  app: App,
  roomId: number,
  input: CallNextInput,
  byUserId: number,
): Promise<CallNextResult> {
  const { write, channel, now } = app
  const { finished, next, call } = await write<Saved>(async tx => {
    const listed = getCurrentDays(app)
    await repository.releaseStaleRoom(tx, listed, roomId)
    const rules = await getOrderRules(tx)
    const meta = { now: now(), byUserId, groupId: crypto.randomUUID(), rules: rules.hold }
    const room = await getActiveRoom(tx, roomId, listed)
    const finished = await finish(tx, room, { ...input, listed }, meta)
    const patients = await repository.listPatients(tx, listed)
    const turn = { queue: getQueueOf(room), now: meta.now, rules: rules.next }
    const next = findNext(patients, turn)
    if (!next) return { finished, next, call: null }
    const freeRoom = { ...room, currentPatientId: null }
    const change = { status: 'called', windowId: room.id } as const
    const saved = await saveStep(tx, { before: next.patient, change, room: freeRoom, ...meta })
    return { finished, next: { ...next, patient: saved.patient }, call: saved.call }
  })
  if (finished) publishChange(channel, { what: 'changed', patient: finished })
  if (call) publishChange(channel, { what: 'called', call, patient: next?.patient })
  return { finished, next }
}

async function getActiveRoom(tx: Query, roomId: number, listed: CurrentDays) {
  const room = await findRoom(tx, roomId, listed)
  if (!room) throw new DomainError('This room no longer exists', { status: 404 })
  if (!room.isActive) throw new DomainError(`${room.name} is not active`)
  return room
}

type Meta = { now: string; byUserId: number; groupId: string; rules: HoldRules }

async function finish(
  tx: Query,
  room: Room,
  {
    finish: status,
    seenPatientId,
    seenRegisteredAt,
    listed,
  }: CallNextInput & { listed: CurrentDays },
  meta: Meta,
) {
  const { currentPatientId } = room
  if (seenPatientId !== undefined && seenPatientId !== currentPatientId) throw changedRoomError()
  if (currentPatientId === null) return null
  if (status === null) throw new DomainError('This room is serving another patient')
  const before = await getListedPatient(tx, currentPatientId, listed)
  if ((seenRegisteredAt ?? before.registeredAt) !== before.registeredAt) throw changedRoomError()
  return (await saveStep(tx, { before, change: { status }, room: null, ...meta })).patient
}

function changedRoomError() {
  return new DomainError('Another desk already changed this room')
}
