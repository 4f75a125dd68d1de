import { REFUSED_COME_BACK_AFTER_S } from './connection-limiter.ts'
import type { Listener } from './subscriber.ts'

/** Someone who reads an event stream. `leave` is called when he is let go. */
export type Reader = Listener & {
  stream: ReadableStreamDefaultController<Uint8Array>
  leave(): void
}

export function tellAll(
  readers: Set<Reader>,
  mayHear: (reader: Reader) => boolean,
  message: Uint8Array,
) {
  for (const reader of readers) {
    if (!mayHear(reader)) continue
    // Who does not read is let go before his backlog eats the memory; he comes back and looks again.
    if ((reader.stream.desiredSize ?? 0) <= 0) drop(readers, reader)
    else reader.stream.enqueue(message)
  }
}

export function drop(readers: Set<Reader>, reader: Reader, lastWord?: Uint8Array) {
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
export function makeRoom(readers: Set<Reader>, session: string, most: number) {
  const own = [...readers].filter(reader => reader.session === session)
  const later = comeBackAfter(REFUSED_COME_BACK_AFTER_S * 1_000)
  for (const reader of own.slice(0, Math.max(0, own.length - most + 1)))
    drop(readers, reader, later)
}

/** How long an EventSource waits before it comes back. */
export function comeBackAfter(ms: number) {
  return encoder.encode(`retry: ${ms}\n\n`)
}

export function frame(event: string, payload: unknown) {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`)
}

const encoder = new TextEncoder()
