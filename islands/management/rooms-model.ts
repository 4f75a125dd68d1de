import { computed, signal } from '@preact/signals-react'
import type { Room } from '#domain/rooms/room'
import { api, unwrap, withIdempotencyKey } from '../data/api.ts'
import { createRowMutations, type MutationMessages } from '../data/mutations.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'

/** The rooms: added, renamed, switched on and off, deleted. */
export function createRoomsModel(first: { rooms: Room[] }) {
  const rooms = query('windows', () => unwrap(api.windows.$get()), first.rooms, {
    every: POLL_MS.windows,
    onlyWithoutLive: true,
  })
  const { busyIds, attempt, change } = createRowMutations(rooms.refetch)
  const isAdding = signal(false)

  /** Answers whether the room was added. */
  async function add(input: string) {
    const name = input.trim()
    if (isAdding.value || name === '') return false
    isAdding.value = true
    const isDone = await attempt(messages('Room successfully added', 'Failed to add room.'), () =>
      unwrap(api.windows.$post({ json: { name } }, withIdempotencyKey())),
    )
    isAdding.value = false
    return isDone
  }

  /** Answers whether the new name was taken. */
  function rename(room: Room, name: string) {
    return change(room, messages('Room successfully updated', 'Failed to update room.'), param =>
      unwrap(api.windows[':id'].$put({ param, json: { name } }, withIdempotencyKey())),
    )
  }

  function toggle(room: Room) {
    void change(room, messages('Room status updated', 'Failed to change room status.'), param =>
      unwrap(api.windows[':id'].status.$patch({ param }, withIdempotencyKey())),
    )
  }

  function remove(room: Room) {
    void change(room, messages('Room successfully deleted', 'Failed to delete room.'), param =>
      unwrap(api.windows[':id'].$delete({ param }, withIdempotencyKey())),
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

function messages(done: string, failed: string): MutationMessages {
  return { done: [done], failed }
}
