import { type ClinicQueue, GENERAL, getRoomsOf, listActive } from '#domain/queues/patient-queue'
import { getCallableRooms, type Room } from '#domain/rooms/room'

type NoteProps = { queues: ClinicQueue[]; rooms: Room[] }

/** Warns if no room calls General, because General has no row in the table. */
export function GeneralNote({ queues, rooms }: NoteProps) {
  const isCalled = getRoomsOf(null, queues, getCallableRooms(rooms)).length > 0
  if (isCalled || listActive(queues).length === 0) return null
  return (
    <p className="table-card__note row soft small">
      <span className="badge tone--requeue">No active room calls General</span>
      Patients without a queue wait until somebody calls them by hand.
    </p>
  )
}

type ServingProps = NoteProps & { queue: ClinicQueue }

/** Lists the rooms of a queue. Warns if no active room calls the queue. */
export function ServingRooms({ queue, queues, rooms }: ServingProps) {
  const serving = getRoomsOf(queue.id, queues, getCallableRooms(rooms))
  if (queue.isActive && serving.length === 0) {
    return <span className="badge tone--requeue">No active room calls it</span>
  }
  const names = rooms.filter(({ id }) => queue.roomIds.includes(id)).map(({ name }) => name)
  const all = queue.servesGeneral ? [...names, `also ${GENERAL}`] : names
  return <span translate="no">{all.join(', ')}</span>
}
