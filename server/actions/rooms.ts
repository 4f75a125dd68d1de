import type { Query } from '#db/connection/query'
import { releaseStaleRoom } from '#db/repositories/patients'
import * as repository from '#db/repositories/rooms'
import { deleteRecordings } from '#db/repositories/voice-recordings'
import { DomainError } from '#domain/errors'
import { isFoldedAlike } from '#domain/fold'
import { validateName } from '#domain/names'
import { getDeletionProblem, type Room, type RoomChange, type RoomInput } from '#domain/rooms/room'
import { toRoomClip } from '#domain/voice/sentence'
import { type App, getCurrentDays } from '../context.ts'
import { publishChange } from '../realtime/queue-changes.ts'

export async function addRoom(app: App, input: RoomInput): Promise<Room> {
  return writeAndPublish(app, async tx => {
    const listed = getCurrentDays(app)
    const name = validateName('room', input.name, await repository.listRooms(tx, listed))
    return getRoom(tx, app, await repository.createRoom(tx, { ...input, name }))
  })
}

export async function renameRoom(app: App, id: number, input: RoomInput): Promise<Room> {
  return changeRoom(app, id, async (tx, room) => {
    const all = await repository.listRooms(tx, getCurrentDays(app))
    const others = all.filter(other => other.id !== id)
    // The dispensary screen finds its room by the name.
    if (room.isPermanent) throw new DomainError('A permanent room cannot be renamed')
    const name = validateName('room', input.name, others)
    if (isFoldedAlike(name, room.name)) return { ...input, name }
    // What was chosen and recorded for the voice would send patients to the old door.
    await deleteRecordings(tx, toRoomClip(id))
    return { ...input, name, spokenAs: null }
  })
}

export async function toggleRoom(app: App, id: number): Promise<Room> {
  return changeRoom(app, id, (_, { isActive }) => ({ isActive: !isActive }))
}

/** `spokenAs`: null for what its name tells. */
export async function chooseVoice(
  app: App,
  id: number,
  { spokenAs }: Pick<Room, 'spokenAs'>,
): Promise<Room> {
  return changeRoom(app, id, () => ({ spokenAs }))
}

type Decide = (tx: Query, room: Room) => RoomChange | Promise<RoomChange>

function changeRoom(app: App, id: number, decide: Decide) {
  return writeAndPublish(app, async tx => {
    const room = await getRoom(tx, app, id)
    const change = await decide(tx, room)
    await repository.updateRoom(tx, id, change)
    return { ...room, ...change }
  })
}

export async function deleteRoom(app: App, id: number): Promise<Room> {
  return writeAndPublish(app, async tx => {
    await releaseStaleRoom(tx, getCurrentDays(app), id)
    const room = await getRoom(tx, app, id)
    const reason = getDeletionProblem(room)
    if (reason) throw new DomainError(reason)
    await repository.deleteRoom(tx, id)
    await deleteRecordings(tx, toRoomClip(id))
    return room
  })
}

async function getRoom(tx: Query, app: App, id: number) {
  const room = await repository.findRoom(tx, id, getCurrentDays(app))
  if (!room) throw new DomainError('This room no longer exists', { status: 404 })
  return room
}

async function writeAndPublish({ write, channel }: App, work: (tx: Query) => Promise<Room>) {
  const room = await write(work)
  publishChange(channel, { what: 'rooms changed' })
  return room
}
