import { releaseStaleRoom } from '#db/repositories/patients/save-patient'
import * as repository from '#db/repositories/rooms'
import { deleteRecordings } from '#db/repositories/voice-recordings'
import type { Change } from '#domain/change'
import { DomainError } from '#domain/errors'
import { isFoldedAlike } from '#domain/fold'
import { validateName } from '#domain/names'
import { getDeletionProblem, type Room, type RoomChange, type RoomInput } from '#domain/rooms/room'
import { toRoomClip } from '#domain/voice/clips'
import type { Tx } from '../write.ts'

const CHANGE: Change = [{ kind: 'rooms' }]

export async function addRoom(tx: Tx, input: RoomInput) {
  const { db, days } = tx
  const name = validateName('room', input.name, await repository.listRooms(db, days))
  const id = await repository.createRoom(db, { ...input, name })
  return { room: await getRoom(tx, id), change: CHANGE }
}

export function renameRoom(tx: Tx, id: number, input: RoomInput) {
  return changeRoom(tx, id, async room => {
    const all = await repository.listRooms(tx.db, tx.days)
    const others = all.filter(other => other.id !== id)
    // The dispensary screen finds its room by the name.
    if (room.isPermanent) throw new DomainError('A permanent room cannot be renamed')
    const name = validateName('room', input.name, others)
    if (isFoldedAlike(name, room.name)) return { ...input, name }
    // The recording and the spoken room type would send patients to the old door.
    await deleteRecordings(tx.db, toRoomClip(id))
    return { ...input, name, spokenAs: null }
  })
}

export function toggleRoom(tx: Tx, id: number) {
  return changeRoom(tx, id, ({ isActive }) => ({ isActive: !isActive }))
}

/** `spokenAs`: null derives the spoken room type from the name. */
export function chooseVoice(tx: Tx, id: number, { spokenAs }: Pick<Room, 'spokenAs'>) {
  return changeRoom(tx, id, () => ({ spokenAs }))
}

async function changeRoom(
  tx: Tx,
  id: number,
  decide: (room: Room) => RoomChange | Promise<RoomChange>,
) {
  const room = await getRoom(tx, id)
  const changes = await decide(room)
  await repository.updateRoom(tx.db, id, changes)
  return { room: { ...room, ...changes }, change: CHANGE }
}

export async function deleteRoom(tx: Tx, id: number) {
  const { db, days } = tx
  await releaseStaleRoom(db, days, id)
  const room = await getRoom(tx, id)
  const reason = getDeletionProblem(room)
  if (reason) throw new DomainError(reason)
  await repository.deleteRoom(db, id)
  await deleteRecordings(db, toRoomClip(id))
  return { room, change: CHANGE }
}

async function getRoom({ db, days }: Tx, id: number) {
  const room = await repository.findRoom(db, id, days)
  if (!room) throw new DomainError('This room no longer exists', { status: 404 })
  return room
}
