import type { Patient } from '#domain/patients/patient'
import { isMovable } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import type { ClinicQueue, QueueInput } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import { api, getErrorMessage, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { queryQueues } from '../data/queries/queues-query.ts'
import { query } from '../data/query.ts'
import { toastError } from '../data/toasts.ts'

export type QueuesData = { queues: ClinicQueue[]; rooms: Room[] }

export function createQueuesModel(initial: QueuesData) {
  const queues = queryQueues(initial.queues)
  const rooms = query('rooms', () => unwrap(api.windows.$get()), initial.rooms, {
    every: STAFF_POLL_MS.windows,
    onlyWithoutLive: true,
  })
  const { busy, mutate } = createMutations<number | 'add'>(queues.refetch)

  /** Null adds one. Resolves to whether it was saved. */
  async function save(id: number | null, json: QueueInput) {
    const saved = await mutate({
      keys: [id ?? 'add'],
      done: [id === null ? 'Queue added' : 'Queue changed'],
      failed: 'Failed to save the queue.',
      send: headers =>
        id === null
          ? unwrap(api.queues.$post({ json }, headers))
          : unwrap(api.queues[':id'].$put({ param: { id: String(id) }, json }, headers)),
    })
    return saved !== null
  }

  function remove({ id }: ClinicQueue) {
    void mutate({
      keys: [id],
      done: ['Queue deleted'],
      failed: 'Failed to delete the queue.',
      send: headers => unwrap(api.queues[':id'].$delete({ param: { id: String(id) } }, headers)),
    })
  }

  /** Who waits for it, and which TVs show it; null if that could not be read, which is said. */
  async function findUse({ id }: ClinicQueue) {
    try {
      const patients: Patient[] = (await unwrap(api.patients.$get())).map(fromPatientJson)
      const tvs = await unwrap(api['tv-devices'].$get({ query: {} }))
      return {
        waiting: patients.filter(one => one.queue?.id === id && isMovable(one)).length,
        tvs: tvs.filter(({ options }) => options.queues.includes(id)).map(({ name }) => name),
      }
    } catch (cause) {
      toastError(getErrorMessage(cause, 'Failed to count who waits. Please try again.'))
      return null
    }
  }

  return { queues, rooms, busy, save, remove, findUse }
}
