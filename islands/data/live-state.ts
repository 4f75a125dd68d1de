import { signal } from '@preact/signals-react'
import type { LiveEvents, TvLiveEvents } from '#domain/events'
import { serverNow } from './server-clock.ts'
import { rethrowLater } from './timeout.ts'

export const isLive = signal(false)

export const isConnected = signal(true)

let lastAliveAt = serverNow()

/** Time of the last response or event, as ISO 8601 in UTC. */
export function getLastAliveAt() {
  return lastAliveAt
}

const STALE_AFTER_MS = 6_000

export function isStale() {
  return Date.parse(serverNow()) - Date.parse(lastAliveAt) >= STALE_AFTER_MS
}

export function markAlive() {
  lastAliveAt = serverNow()
}

type Events = LiveEvents & TvLiveEvents
type Handler<E extends keyof Events> = (payload: Events[E]) => void
const handlers = new Map<string, Set<(payload: never) => void>>()

export function onLiveEvent<E extends keyof Events>(event: E, handler: Handler<E>) {
  const eventHandlers = handlers.get(event) ?? new Set()
  handlers.set(event, eventHandlers.add(handler))
  return () => void eventHandlers.delete(handler)
}

const missedHandlers = new Set<() => void>()

export function onEventsMissed(handler: () => void) {
  missedHandlers.add(handler)
  return () => void missedHandlers.delete(handler)
}

export function emitEventsMissed() {
  for (const handler of missedHandlers) runHandler(handler)
}

export function emitLiveEvent<E extends keyof Events>(event: E, payload: Events[E]) {
  markAlive()
  for (const handler of handlers.get(event) ?? []) {
    runHandler(() => (handler as Handler<E>)(payload))
  }
}

/** A failing handler does not stop the others, because the event is not delivered again. */
function runHandler(handler: () => void) {
  try {
    handler()
  } catch (cause) {
    rethrowLater(cause)
  }
}

/** The version of the page's data: the rendered version, then the version of each change. */
let known: string | null = null
let rendered: string | null = null

export function setRenderedVersion(version: string) {
  known = version
  rendered = version
}

export const getKnownVersion = () => known

export function setKnownVersion(version: string) {
  known = version
}

/** The server greets each new connection. Returns true if changes were missed before. */
export function acceptGreeting(version: string) {
  isLive.value = true
  isConnected.value = true
  const isSame = known === version
  known = version
  if (!isSame) emitEventsMissed()
  return !isSame
}

export function isAsRendered() {
  return known !== null && known === rendered
}
