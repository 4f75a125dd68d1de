import { type Call, formatCallPlace } from '#domain/events'
import { getTvName } from '#domain/patients/patient'
import type { ChannelEvent } from '../../../realtime/channel.ts'
import type { ClientEvent, ProgramFeed } from '../../../realtime/sse.ts'
import { v1 } from '../../schemas/v1.ts'

const QUEUE_CHANGED: ClientEvent = { name: 'queue', payload: {} }

/** `loadMissed` is for a program that names the last call it knows. */
export function createFeed(loadMissed?: () => Promise<Call[]>): ProgramFeed {
  return {
    greeting: QUEUE_CHANGED,
    toEvent: (event: ChannelEvent) =>
      event.name === 'patient:called' ? toCallEvent(event.payload.call) : QUEUE_CHANGED,
    loadMissed: loadMissed && (async () => (await loadMissed()).map(toCallEvent)),
  }
}

/** The schema leaves out every field that is not promised. */
function toCallEvent(call: Call): ClientEvent {
  const payload = v1.call.parse({ ...call, name: getTvName(call), room: call.room.name })
  return { name: 'call', sequence: call.sequence, id: formatCallPlace(call), payload }
}
