import { computed, signal } from '@preact/signals-react'
import type { Room } from '#clinic/room'
import { answer, api, refusalIn, writeOnce } from '../api.ts'
import { PACE } from '../data/pace.ts'
import { query } from '../data/query.ts'
import { alarm, toast } from '../data/toasts.ts'

/** The rooms: added, renamed, switched on and off, deleted. */
export function openManagementDesk(first: { rooms: Room[] }) {
  const rooms = query('windows', () => answer(api.windows.$get()), first.rooms, {
    every: PACE.windows,
    onlyWithoutLive: true,
  })
  const isAdding = signal(false)
  const busyIds = signal<ReadonlySet<number>>(new Set())

  /** Answers whether the room was added. */
  async function add(name: string) {
    if (isAdding.value || name.trim() === '') return false
    isAdding.value = true
    const isDone = await attempt('Failed to add room.', 'Room successfully added', () =>
      answer(api.windows.$post({ json: { name: name.trim() } }, writeOnce())),
    )
    isAdding.value = false
    return isDone
  }

  /** Ignored when there is nothing new in the name. */
  async function rename(room: Room, input: string) {
    const name = input.trim()
    if (name === '' || name === room.name) return
    await change(room, 'Failed to update room.', 'Room successfully updated', param =>
      answer(api.windows[':id'].$put({ param, json: { name } }, writeOnce())),
    )
  }

  async function toggle(room: Room) {
    await change(room, 'Failed to change room status.', 'Room status updated', param =>
      answer(api.windows[':id'].status.$patch({ param }, writeOnce())),
    )
  }

  async function remove(room: Room) {
    await change(room, 'Failed to delete room.', 'Room successfully deleted', param =>
      answer(api.windows[':id'].$delete({ param }, writeOnce())),
    )
  }

  async function change(
    { id }: Room,
    failed: string,
    done: string,
    send: (param: { id: string }) => Promise<unknown>,
  ) {
    if (busyIds.value.has(id)) return
    busyIds.value = new Set(busyIds.value).add(id)
    await attempt(failed, done, () => send({ id: String(id) }))
    busyIds.value = new Set([...busyIds.value].filter(busy => busy !== id))
  }

  async function attempt(failed: string, done: string, send: () => Promise<unknown>) {
    try {
      await send()
      toast(done)
      return true
    } catch (cause) {
      alarm('Error', refusalIn(cause) ?? failed)
      return false
    } finally {
      await rooms.refetch().catch(() => {})
    }
  }

  const count = (isSo: (room: Room) => boolean) =>
    computed(() => rooms.data.value.filter(isSo).length)

  return {
    rooms,
    busyIds,
    isAdding,
    active: count(room => room.isActive),
    inUse: count(room => room.currentPatientId !== null),
    add,
    rename,
    toggle,
    remove,
  }
}
