import type { Query } from '#db/connection/query'
import { releaseStaleRooms } from '#db/repositories/patients'
import * as repository from '#db/repositories/rooms'
import { deleteRecordings } from '#db/repositories/voice-recordings'
import { DomainError } from '#domain/errors'
import {
  getDeletionProblem,
  type Room,
  type RoomInput,
  validateRename,
  validateRoom,
} from '#domain/rooms/room'
import { toRoomClip } from '#domain/voice/sentence'
import { type App, getListedRange } from '../context.ts'
import { publishChange } from '../realtime/queue-changes.ts'

export async function addRoom(app: App, input: RoomInput): Promise<Room> {
  return writeAndPublish(app, async tx => {
    const listed = getListedRange(app)
    const room = validateRoom(input, await repository.listRooms(tx, listed))
    return getRoom(tx, app, await repository.createRoom(tx, room))
  })
}

export async function renameRoom(app: App, id: number, input: RoomInput): Promise<Room> {
  return writeAndPublish(app, async tx => {
    const room = await getRoom(tx, app, id)
    const all = await repository.listRooms(tx, getListedRange(app))
    const others = all.filter(other => other.id !== id)
    const named = { ...room, ...validateRename(room, input, others) }
    if (named.name.toLowerCase() === room.name.toLowerCase()) {
      await repository.updateRoom(tx, named)
      return named
    }
    // What was chosen and recorded for the voice would send patients to the old door.
    const renamed = { ...named, spokenAs: null }
    await repository.updateRoom(tx, renamed)
    await deleteRecordings(tx, toRoomClip(id))
    return renamed
  })
}

export async function toggleRoom(app: App, id: number): Promise<Room> {
  return writeAndPublish(app, async tx => {
    const room = await getRoom(tx, app, id)
    const toggled = { ...room, isActive: !room.isActive }
    await repository.updateRoom(tx, toggled)
    return toggled
  })
}

/** `spokenAs`: null for what its name tells. */
export async function chooseVoice(
  app: App,
  id: number,
  { spokenAs }: Pick<Room, 'spokenAs'>,
): Promise<Room> {
  return writeAndPublish(app, async tx => {
    const changed = { ...(await getRoom(tx, app, id)), spokenAs }
    await repository.updateRoom(tx, changed)
    return changed
  })
}

export async function deleteRoom(app: App, id: number): Promise<Room> {
  return writeAndPublish(app, async tx => {
    await releaseStaleRooms(tx, getListedRange(app))
    const room = await getRoom(tx, app, id)
    const reason = getDeletionProblem(room)
    if (reason) throw new DomainError(reason)
    await repository.deleteRoom(tx, id)
    await deleteRecordings(tx, toRoomClip(id))
    return room
  })
}

async function getRoom(tx: Query, app: App, id: number) {
  const room = await repository.findRoom(tx, id, getListedRange(app))
  if (!room) throw new DomainError('This room no longer exists', { status: 404 })
  return room
}

async function writeAndPublish({ write, channel }: App, work: (tx: Query) => Promise<Room>) {
  const room = await write(work)
  publishChange(channel, { what: 'rooms changed' })
  return room
}
