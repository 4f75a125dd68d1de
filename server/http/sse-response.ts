import type { Context } from 'hono'
import type { Call } from '#domain/events'
import { type EventStreams, SSE_HEADERS } from '../realtime/sse.ts'
import type { Client } from '../realtime/subscriber.ts'
import { getClientAddress } from './client-address.ts'

/**
 * Null if the client may no longer listen. This is checked again once it is subscribed: nothing
 * would close the stream of a client whose session ended before.
 */
export async function sendEventStream(
  c: Context,
  events: EventStreams,
  client: Client,
  isStillValid: () => Promise<boolean>,
  loadMissed?: () => Promise<Call[]>,
) {
  // Hono drops the body of HEAD without cancelling it: the stream would stay subscribed forever.
  if (c.req.method === 'HEAD') return c.body(null, 200, SSE_HEADERS)
  const stream = events.stream(client, getClientAddress(c), loadMissed)
  let isValid = false
  try {
    isValid = await isStillValid()
  } finally {
    if (!isValid) await stream.cancel()
  }
  return isValid ? c.body(stream, 200, SSE_HEADERS) : null
}
