import { computed, signal } from '@preact/signals-react'
import type { Room } from '#domain/rooms/room'
import { api, unwrap, withIdempotencyKey } from '../data/api.ts'
import { createRowMutations, type MutationMessages } from '../data/mutations.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'

export function createRoomsModel(initial: { rooms: Room[] }) {
  const rooms = query('windows', () => unwrap(api.windows.$get()), initial.rooms, {
    every: POLL_MS.windows,
    onlyWithoutLive: true,
  })
  const { busyIds, mutate, mutateRow } = createRowMutations(rooms.refetch)
  const isAdding = signal(false)

  async function add(input: string) {
    const name = input.trim()
    if (isAdding.value || name === '') return false
    isAdding.value = true
    const isAdded = await mutate(messages('Room successfully added', 'Failed to add room.'), () =>
      unwrap(api.windows.$post({ json: { name } }, withIdempotencyKey())),
    )
    isAdding.value = false
    return isAdded
  }

  function rename(room: Room, name: string) {
    return mutateRow(room, messages('Room successfully updated', 'Failed to update room.'), param =>
      unwrap(api.windows[':id'].$put({ param, json: { name } }, withIdempotencyKey())),
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
