import { createClient } from '@redis/client'
import { z } from 'zod'
import type { Log } from '../observability/log.ts'
import type { Channel, ClusterMessage } from '../realtime/channel.ts'

const RECONNECT_DELAY_MS = 500
const PACE: Pace = { pingInterval: 1_000, timeout: 4_000 }
/** A message published just before the connection was ready may have been lost. */
const CHECKS_AFTER_CONNECT = 2

const event = z.object({
  name: z.string(),
  payload: z.looseObject({}),
  audience: z.string().array(),
})
const envelope = z.object({
  from: z.string(),
  message: z.union([
    z.object({ change: z.looseObject({ kind: z.string() }).array() }),
    z.object({ event }),
    z.object({ endedSessions: z.string().array() }),
    z.object({ resync: z.literal(true) }),
  ]),
})

type Options = {
  redisUrl: string
  name: string
  log: Log
}

/** Redis stores nothing for a machine that is disconnected, so call `mayHaveMissed` regularly. */
export function createRedisRelay(channel: Channel, { redisUrl, name, log }: Options) {
  const instanceId = crypto.randomUUID()
  const publisher = createRedisClient(redisUrl, PACE)
  const subscriber = publisher.duplicate()
  const disconnected = new Set<Client>()
  const loggedErrors = new Set<string>()
  let checksDue = 0

  const deliver = channel.relay(broadcast)
  publisher.on('ready', () => onConnected(publisher))
  // After a reconnect the client has already subscribed again, so this sends nothing.
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
      // Safe: the sender runs this same program, so the payload matches the event's name.
      if (from !== instanceId) deliver(message as ClusterMessage)
    } catch (cause) {
      logOnce(cause, 'Redis message ignored: malformed')
    }
  }

  function onConnected(client: Client) {
    disconnected.delete(client)
    if (disconnected.size > 0) return
    checksDue = CHECKS_AFTER_CONNECT
    loggedErrors.clear()
    log('info', 'Redis connected')
  }

  function logOnce(cause: unknown, message = 'Redis connection failed') {
    const error = getErrorKind(cause)
    if (!loggedErrors.has(error)) log('warn', message, { error })
    loggedErrors.add(error)
  }

  return {
    isDisconnected: () => disconnected.size > 0,
    mayHaveMissed: () => disconnected.size > 0 || checksDue-- > 0,
  }
}

type Client = ReturnType<typeof createRedisClient>

type Pace = { pingInterval: number; timeout: number }

/** Sends nothing late, because clients refetch and each machine counts its own limits. */
export function createRedisClient(url: string, { pingInterval, timeout }: Pace) {
  return createClient({
    url,
    disableOfflineQueue: true,
    pingInterval,
    socket: {
      reconnectStrategy: () => RECONNECT_DELAY_MS,
      connectTimeout: timeout,
      socketTimeout: timeout,
    },
  })
}

/** Returns ECONNREFUSED or WRONGPASS, for example. A message may hold a name or a secret. */
export function getErrorKind(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  if ('code' in cause && cause.code) return String(cause.code)
  if (cause instanceof AggregateError && cause.errors.length > 0)
    return getErrorKind(cause.errors[0])
  const [reply] = /^[A-Z]{4,}\b/.exec(cause.message) ?? []
  if (reply) return reply
  // Redis's client does not name its errors, such as SocketTimeoutError.
  return cause.name === 'Error' ? cause.constructor.name : cause.name
}
