import { signal } from '@preact/signals-react'
import type { LiveEvent, LiveEvents } from '#domain/events'
import { serverNow } from './server-clock.ts'

/** True while live events arrive. */
export const isListening = signal(false)

/** False from the moment a connection was lost until one is back: what is shown may be old. */
export const isConnected = signal(true)

let heardAt = serverNow()

/** When the clinic was last heard of, as ISO 8601 in UTC. */
export function lastHeardAt() {
  return heardAt
}

/** To be called whenever an answer or an event came. */
export function heard() {
  heardAt = serverNow()
}

type Hearer<E extends LiveEvent> = (payload: LiveEvents[E]) => void
const hearers = new Map<string, Set<(payload: never) => void>>()

/** Hears one kind of event until the returned function is called. */
export function onLive<E extends LiveEvent>(event: E, hear: Hearer<E>) {
  const those = hearers.get(event) ?? new Set()
  hearers.set(event, those.add(hear))
  return () => void those.delete(hear)
}

export function tellHearers<E extends LiveEvent>(event: E, payload: LiveEvents[E]) {
  heard()
  // A set under an event's name only ever holds hearers of that event.
  for (const hear of hearers.get(event) ?? []) (hear as Hearer<E>)(payload)
}
