import type { Context } from 'hono'
import { type LiveEventStreams, SSE_HEADERS } from '../realtime/sse.ts'
import type { Listener } from '../realtime/subscriber.ts'
import { addressOf } from './client-address.ts'

/** Live events for one listener, for as long as he stays. */
export function answerEvents(c: Context, events: LiveEventStreams, listener: Listener) {
  // The answer to HEAD loses its body without ending it: the stream would listen for ever.
  if (c.req.method === 'HEAD') return c.body(null, 200, SSE_HEADERS)
  return c.body(events.stream(listener, addressOf(c)), 200, SSE_HEADERS)
}
