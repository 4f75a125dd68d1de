import type { Room, RoomInput } from '#domain/rooms/room'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'

export function createRoomsModel(initial: { rooms: Room[] }) {
  const rooms = query('room-patients', () => unwrap(api.windows.$get()), initial.rooms, {
    every: STAFF_POLL_MS.windows,
    onlyWithoutLive: true,
  })
  const { busy, mutate } = createMutations<number | 'add'>(rooms.refetch)

  async function add(json: RoomInput) {
    const added = await mutate({
      keys: ['add'],
      done: ['Room successfully added'],
      failed: 'Failed to add room.',
      send: headers => unwrap(api.windows.$post({ json }, headers)),
    })
    return added !== null
  }

  async function rename({ id }: Room, json: RoomInput) {
    const renamed = await mutate({
      keys: [id],
      done: ['Room successfully updated'],
      failed: 'Failed to update room.',
      send: headers => unwrap(api.windows[':id'].$put({ param: toParam(id), json }, headers)),
    })
    return renamed !== null
  }

  function toggle({ id }: Room) {
    void mutate({
      keys: [id],
      done: ['Room status updated'],
      failed: 'Failed to change room status.',
      send: headers => unwrap(api.windows[':id'].status.$patch({ param: toParam(id) }, headers)),
    })
  }

  function remove({ id }: Room) {
    void mutate({
      keys: [id],
      done: ['Room successfully deleted'],
      failed: 'Failed to delete room.',
      send: headers => unwrap(api.windows[':id'].$delete({ param: toParam(id) }, headers)),
    })
  }

  return { rooms, busy, add, rename, toggle, remove }
}

function toParam(id: number) {
  return { id: String(id) }
}
