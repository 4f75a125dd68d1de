import type { Query } from '#db/connection/query'
import { releaseForgotten } from '#db/repositories/patient-writes'
import * as kept from '#db/repositories/rooms'
import { Refusal } from '#domain/errors'
import { type Room, refuseToDelete, renameRoom, roomName } from '#domain/rooms/room'
import { type Clinic, listedNow } from '../context.ts'

export async function addRoom(clinic: Clinic, wish: string): Promise<Room> {
  return changed(clinic, async tx => {
    const listed = listedNow(clinic)
    const id = await kept.addRoom(tx, roomName(wish, await kept.allRooms(tx, listed)))
    return existing(tx, clinic, id)
  })
}

export async function rename(clinic: Clinic, id: number, wish: string): Promise<Room> {
  return changed(clinic, async tx => {
    const room = await existing(tx, clinic, id)
    const all = await kept.allRooms(tx, listedNow(clinic))
    const name = renameRoom(
      room,
      wish,
      all.filter(other => other.id !== id),
    )
    await kept.saveRoom(tx, { ...room, name })
    return { ...room, name }
  })
}

export async function toggleRoom(clinic: Clinic, id: number): Promise<Room> {
  return changed(clinic, async tx => {
    const room = await existing(tx, clinic, id)
    const toggled = { ...room, isActive: !room.isActive }
    await kept.saveRoom(tx, toggled)
    return toggled
  })
}

export async function removeRoom(clinic: Clinic, id: number): Promise<Room> {
  return changed(clinic, async tx => {
    await releaseForgotten(tx, listedNow(clinic))
    const room = await existing(tx, clinic, id)
    const no = refuseToDelete(room)
    if (no) throw new Refusal(no)
    await kept.removeRoom(tx, id)
    return room
  })
}

async function existing(tx: Query, clinic: Clinic, id: number) {
  const room = await kept.findRoom(tx, id, listedNow(clinic))
  if (!room) throw new Refusal('This room no longer exists', { status: 404 })
  return room
}

async function changed({ write, live }: Clinic, work: (tx: Query) => Promise<Room>) {
  const room = await write(work)
  live.publish('queue:updated', { patientId: null })
  return room
}
