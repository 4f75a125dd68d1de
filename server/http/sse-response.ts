import type { Context } from 'hono'
import { type EventStreams, SSE_HEADERS } from '../realtime/sse.ts'
import type { Client } from '../realtime/subscriber.ts'
import { getClientAddress } from './client-address.ts'

export function sendEventStream(c: Context, events: EventStreams, client: Client) {
  // Hono drops the body of HEAD without cancelling it: the stream would stay subscribed forever.
  if (c.req.method === 'HEAD') return c.body(null, 200, SSE_HEADERS)
  return c.body(events.stream(client, getClientAddress(c)), 200, SSE_HEADERS)
}
