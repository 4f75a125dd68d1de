import { createClient } from '@redis/client'
import { z } from 'zod'
import type { Log } from '../observability/log.ts'
import type { Channel, ClusterMessage } from './channel.ts'

const RECONNECT_DELAY_MS = 500
const PING_INTERVAL_MS = 1_000
const SOCKET_TIMEOUT_MS = 4_000
/** What was published while a connection was made may be known only a moment after it. */
const CHECKS_AFTER_CONNECT = 2

const announcement = z.object({
  event: z.string(),
  payload: z.looseObject({}),
  heardBy: z.string().array(),
})
const envelope = z.object({
  /** The process that published it. */
  from: z.string(),
  message: z.union([
    z.object({ said: announcement }),
    z.object({ ended: z.string().array() }),
    z.object({ missed: z.literal(true) }),
  ]),
})

type Options = {
  redisUrl: string
  /** The Redis channel: the same for all processes of one clinic, and for no other's. */
  name: string
  log: Log
}

/**
 * Publishes what is broadcast here to the clinic's other processes, and relays theirs to this one, those of
 * each process in order. Redis stores nothing: a process that is not connected misses messages, so
 * `mayHaveMissed` has to be asked regularly.
 */
export function createRedisRelay(channel: Channel, { redisUrl, name, log }: Options) {
  const instanceId = crypto.randomUUID()
  const publisher = newClient(redisUrl)
  const subscriber = publisher.duplicate()
  const disconnected = new Set<Client>()
  const loggedErrors = new Set<string>()
  let checksDue = 0

  const relay = channel.handOn(broadcast)
  publisher.on('ready', () => onConnected(publisher))
  // Only the first time does this send anything: a client subscribes again by itself.
  subscriber.on('ready', () => {
    subscriber
      .subscribe(name, receive)
      .then(() => onConnected(subscriber))
      .catch(logOnce)
  })
  for (const client of [publisher, subscriber]) {
    disconnected.add(client)
    client.on('error', logOnce)
    client.on('reconnecting', () => disconnected.add(client))
    client.connect().catch(logOnce)
  }

  function broadcast(message: ClusterMessage) {
    publisher.publish(name, JSON.stringify({ from: instanceId, message })).catch(logOnce)
  }

  function receive(text: string) {
    try {
      const { from, message } = envelope.parse(JSON.parse(text))
      // Which payload belongs to an event is the sender's affair: it runs this same program.
      if (from !== instanceId) relay(message as ClusterMessage)
    } catch (cause) {
      logOnce(cause, 'a message of another machine was ignored')
    }
  }

  function onConnected(client: Client) {
    disconnected.delete(client)
    if (disconnected.size > 0) return
    checksDue = CHECKS_AFTER_CONNECT
    loggedErrors.clear()
    log('info', 'the other machines are reached')
  }

  /** Once a kind, until all is well again. */
  function logOnce(cause: unknown, message = 'the other machines are not reached') {
    const error = kindOf(cause)
    if (!loggedErrors.has(error)) log('warn', message, { error })
    loggedErrors.add(error)
  }

  return {
    isDisconnected: () => disconnected.size > 0,
    /** Whether clients have to refetch: while a connection is missing, and for a moment afterwards. */
    mayHaveMissed: () => disconnected.size > 0 || checksDue-- > 0,
  }
}

type Client = ReturnType<typeof newClient>

function newClient(url: string) {
  return createClient({
    url,
    // What cannot be published at once is not published later: whoever missed it refetches.
    disableOfflineQueue: true,
    // Without pings and a timeout a server that hangs is not noticed.
    pingInterval: PING_INTERVAL_MS,
    socket: {
      reconnectStrategy: () => RECONNECT_DELAY_MS,
      connectTimeout: SOCKET_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
    },
  })
}

/** No more than its kind, such as ECONNREFUSED or WRONGPASS: the rest may hold a name or a secret. */
function kindOf(cause: unknown) {
  if (!(cause instanceof Error)) return typeof cause
  const code = 'code' in cause ? String(cause.code) : ''
  return code || (/^[A-Z]{4,}\b/.exec(cause.message)?.[0] ?? cause.name)
}
