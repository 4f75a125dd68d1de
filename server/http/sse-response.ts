import type { Context } from 'hono'
import { type EventStreams, SSE_HEADERS } from '../realtime/sse.ts'
import type { Client } from '../realtime/subscriber.ts'
import { getClientAddress } from './client-address.ts'

/** Live events for one listener, for as long as he stays. */
export function sendEventStream(c: Context, events: EventStreams, listener: Client) {
  // The answer to HEAD loses its body without ending it: the stream would listen for ever.
  if (c.req.method === 'HEAD') return c.body(null, 200, SSE_HEADERS)
  return c.body(events.stream(listener, getClientAddress(c)), 200, SSE_HEADERS)
}
