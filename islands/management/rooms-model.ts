import { computed, signal } from '@preact/signals-react'
import type { Room } from '#domain/rooms/room'
import { answer, api, writeOnce } from '../data/api.ts'
import { openRowWrites, type Words } from '../data/mutations.ts'
import { PACE } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'

/** The rooms: added, renamed, switched on and off, deleted. */
export function openManagementDesk(first: { rooms: Room[] }) {
  const rooms = query('windows', () => answer(api.windows.$get()), first.rooms, {
    every: PACE.windows,
    onlyWithoutLive: true,
  })
  const { busyIds, attempt, change } = openRowWrites(rooms.refetch)
  const isAdding = signal(false)

  /** Answers whether the room was added. */
  async function add(input: string) {
    const name = input.trim()
    if (isAdding.value || name === '') return false
    isAdding.value = true
    const isDone = await attempt(say('Room successfully added', 'Failed to add room.'), () =>
      answer(api.windows.$post({ json: { name } }, writeOnce())),
    )
    isAdding.value = false
    return isDone
  }

  /** Answers whether the new name was taken. */
  function rename(room: Room, name: string) {
    return change(room, say('Room successfully updated', 'Failed to update room.'), param =>
      answer(api.windows[':id'].$put({ param, json: { name } }, writeOnce())),
    )
  }

  function toggle(room: Room) {
    void change(room, say('Room status updated', 'Failed to change room status.'), param =>
      answer(api.windows[':id'].status.$patch({ param }, writeOnce())),
    )
  }

  function remove(room: Room) {
    void change(room, say('Room successfully deleted', 'Failed to delete room.'), param =>
      answer(api.windows[':id'].$delete({ param }, writeOnce())),
    )
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

function say(done: string, failed: string): Words {
  return { done: [done], failed }
}
