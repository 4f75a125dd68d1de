import { RETRY_AFTER_S } from './connection-limiter.ts'
import type { Client } from './subscriber.ts'

export type SseClient = Client & {
  stream: ReadableStreamDefaultController<Uint8Array>
  address: string
  release(): void
}

export function sendToClients(clients: Set<SseClient>, message: Uint8Array) {
  for (const client of clients) sendToClient(clients, client, message)
}

export function sendToClient(clients: Set<SseClient>, client: SseClient, message: Uint8Array) {
  // A client that does not read would fill the memory; it reconnects and refetches.
  if ((client.stream.desiredSize ?? 0) <= 0) dropClient(clients, client)
  else client.stream.enqueue(message)
}

export function dropClient(clients: Set<SseClient>, client: SseClient, lastMessage?: Uint8Array) {
  clients.delete(client)
  client.release()
  try {
    if (lastMessage) client.stream.enqueue(lastMessage)
    client.stream.close()
  } catch {}
}

/**
 * Makes room for one more: drops the oldest stream of the address that has most. A TV on bad
 * wireless leaves streams that look alive for minutes; a stranger with its link has another address.
 */
export function makeRoom(clients: Set<SseClient>, session: string, max: number) {
  const ofSession = [...clients].filter(client => client.session === session)
  if (ofSession.length < max) return
  const byAddress = Map.groupBy(ofSession, client => client.address)
  const [oldest] = [...byAddress.values()].reduce((most, own) =>
    own.length > most.length ? own : most,
  )
  if (oldest) dropClient(clients, oldest, formatRetry(RETRY_AFTER_S * 1_000))
}

export function formatRetry(ms: number) {
  return encoder.encode(`retry: ${ms}\n\n`)
}

export function formatEvent(event: string, payload: unknown) {
  return formatEventText(event, JSON.stringify(payload))
}

export function formatEventText(event: string, json: string) {
  return encoder.encode(`event: ${event}\ndata: ${json}\n\n`)
}

const encoder = new TextEncoder()
