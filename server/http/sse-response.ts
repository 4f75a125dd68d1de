import type { Context } from 'hono'
import { type EventStreams, type ProgramFeed, SSE_HEADERS } from '../realtime/sse.ts'
import type { Client } from '../realtime/subscriber.ts'
import { getClientAddress } from './client-address.ts'

/** Checks validity after subscribing, because nothing closes the stream of an ended session. */
export async function sendEventStream(
  c: Context,
  events: EventStreams,
  client: Client,
  isStillValid: () => Promise<boolean>,
  feed?: ProgramFeed,
) {
  // Hono drops the body of HEAD without cancelling it, so the stream would stay subscribed.
  if (c.req.method === 'HEAD') return c.body(null, 200, SSE_HEADERS)
  const stream = events.stream(client, getClientAddress(c), feed)
  let isValid = false
  try {
    isValid = await isStillValid()
  } finally {
    if (!isValid) await stream.cancel()
  }
  return isValid ? c.body(stream, 200, SSE_HEADERS) : null
}
