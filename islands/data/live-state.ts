import { signal } from '@preact/signals-react'
import type { LiveEvent, LiveEvents } from '#domain/events'
import { serverNow } from './server-clock.ts'

/** True while live events arrive. */
export const isLive = signal(false)

/** False from the moment a connection was lost until one is back: what is shown may be old. */
export const isConnected = signal(true)

let lastAliveAt = serverNow()

/** When the clinic was last heard of, as ISO 8601 in UTC. */
export function getLastAliveAt() {
  return lastAliveAt
}

/** To be called whenever an answer or an event came. */
export function markAlive() {
  lastAliveAt = serverNow()
}

type Handler<E extends LiveEvent> = (payload: LiveEvents[E]) => void
const handlers = new Map<string, Set<(payload: never) => void>>()

/** Hears one kind of event until the returned function is called. */
export function onLiveEvent<E extends LiveEvent>(event: E, hear: Handler<E>) {
  const those = handlers.get(event) ?? new Set()
  handlers.set(event, those.add(hear))
  return () => void those.delete(hear)
}

export function emitLiveEvent<E extends LiveEvent>(event: E, payload: LiveEvents[E]) {
  markAlive()
  // A set under an event's name only ever holds hearers of that event.
  for (const hear of handlers.get(event) ?? []) (hear as Handler<E>)(payload)
}
