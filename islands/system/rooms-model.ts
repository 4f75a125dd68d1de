import { computed, signal } from '@preact/signals-react'
import { cleanName } from '#domain/names'
import type { Room, RoomInput } from '#domain/rooms/room'
import { api, unwrap, withIdempotencyKey } from '../data/api.ts'
import { createRowMutations, type MutationMessages } from '../data/mutations.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'

export function createRoomsModel(initial: { rooms: Room[] }) {
  const rooms = query('room-patients', () => unwrap(api.windows.$get()), initial.rooms, {
    every: POLL_MS.windows,
    onlyWithoutLive: true,
  })
  const { busyIds, mutate, mutateRow } = createRowMutations(rooms.refetch)
  const isAdding = signal(false)

  /** Resolves to whether the room was added. */
  async function add(room: RoomInput) {
    if (isAdding.value || cleanName(room.name) === '') return false
    isAdding.value = true
    const isAdded = await mutate(messages('Room successfully added', 'Failed to add room.'), () =>
      unwrap(api.windows.$post({ json: room }, withIdempotencyKey())),
    )
    isAdding.value = false
    return isAdded
  }

  /** Resolves to whether the change was saved. */
  function rename(room: Room, json: RoomInput) {
    return mutateRow(room, messages('Room successfully updated', 'Failed to update room.'), param =>
      unwrap(api.windows[':id'].$put({ param, json }, withIdempotencyKey())),
    )
  }

  function toggle(room: Room) {
    void mutateRow(room, messages('Room status updated', 'Failed to change room status.'), param =>
      unwrap(api.windows[':id'].status.$patch({ param }, withIdempotencyKey())),
    )
  }

  function remove(room: Room) {
    void mutateRow(room, messages('Room successfully deleted', 'Failed to delete room.'), param =>
      unwrap(api.windows[':id'].$delete({ param }, withIdempotencyKey())),
    )
  }

  const count = (matches: (room: Room) => boolean) =>
    computed(() => rooms.data.value.filter(matches).length)

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
