import { RETRY_AFTER_S } from './connection-limiter.ts'
import type { Client } from './subscriber.ts'

/** Someone who reads an event stream. `leave` is called when he is let go. */
export type SseClient = Client & {
  stream: ReadableStreamDefaultController<Uint8Array>
  leave(): void
}

export function sendToClients(
  readers: Set<SseClient>,
  mayHear: (reader: SseClient) => boolean,
  message: Uint8Array,
) {
  for (const reader of readers) {
    if (!mayHear(reader)) continue
    // Who does not read is let go before his backlog eats the memory; he comes back and looks again.
    if ((reader.stream.desiredSize ?? 0) <= 0) dropClient(readers, reader)
    else reader.stream.enqueue(message)
  }
}

export function dropClient(readers: Set<SseClient>, reader: SseClient, lastWord?: Uint8Array) {
  readers.delete(reader)
  reader.leave()
  try {
    if (lastWord) reader.stream.enqueue(lastWord)
    reader.stream.close()
  } catch {
    // It was closed from the other side in the meantime.
  }
}

/**
 * The oldest streams of a session go when there are too many: a TV on bad wireless leaves streams behind
 * that look alive for minutes, and must not be locked out by them.
 */
export function dropOldestClients(readers: Set<SseClient>, session: string, most: number) {
  const own = [...readers].filter(reader => reader.session === session)
  const later = formatRetry(RETRY_AFTER_S * 1_000)
  for (const reader of own.slice(0, Math.max(0, own.length - most + 1)))
    dropClient(readers, reader, later)
}

/** How long an EventSource waits before it comes back. */
export function formatRetry(ms: number) {
  return encoder.encode(`retry: ${ms}\n\n`)
}

export function formatEvent(event: string, payload: unknown) {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`)
}

const encoder = new TextEncoder()
