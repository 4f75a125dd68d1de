import { type Call, formatCallPlace, type NextNotice } from '#domain/events'
import { getTvName } from '#domain/patients/patient'
import type { Scope } from '#domain/programs/api-token'
import type { ChannelEvent } from '../../../realtime/channel.ts'
import type { ClientEvent, ProgramFeed } from '../../../realtime/sse.ts'
import { v1 } from '../../schemas/v1.ts'

const QUEUE_CHANGED: ClientEvent = { name: 'queue', payload: {} }

type Options = {
  scopes: Scope[]
  /** Reads the calls that a program missed, if its request names the last call it knows. */
  loadMissed?: (() => Promise<Call[]>) | undefined
  getTicketUrl(ticket: string): string | null
  subscribe(send: (notice: NextNotice) => void): () => void
}

/** Each right allows different events. */
export function createFeed({ scopes, loadMissed, getTicketUrl, subscribe }: Options): ProgramFeed {
  const readsQueue = scopes.includes('queue')
  function toNextEvent({ ticket, ...notice }: NextNotice): ClientEvent {
    const ticketUrl = ticket === null ? null : getTicketUrl(ticket)
    const payload = v1.patientNext.parse({ ...notice, ticketId: ticket, ticketUrl })
    // Omit the id if the stream also has calls, because its last id must belong to a call.
    return { name: 'patient:next', payload, ...(readsQueue ? {} : { id: notice.id }) }
  }
  const listen: ProgramFeed['listen'] = send => subscribe(notice => send(toNextEvent(notice)))
  return {
    greeting: readsQueue ? QUEUE_CHANGED : null,
    toEvent: event => (readsQueue ? toQueueEvent(event) : null),
    listen: scopes.includes('notify') ? listen : undefined,
    loadMissed:
      readsQueue && loadMissed ? async () => (await loadMissed()).map(toCallEvent) : undefined,
  }
}

function toQueueEvent(event: ChannelEvent) {
  return event.name === 'patient:called' ? toCallEvent(event.payload.call) : QUEUE_CHANGED
}

/** Sends only the promised fields, because the schema omits all others. */
function toCallEvent(call: Call): ClientEvent {
  const payload = v1.call.parse({ ...call, name: getTvName(call), room: call.room.name })
  return { name: 'call', sequence: call.sequence, id: formatCallPlace(call), payload }
}
