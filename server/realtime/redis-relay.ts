import { createClient } from '@redis/client'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Server } from 'socket.io'
import type { Log } from '../observability/log.ts'
import type { Channel, ClusterMessage } from './channel.ts'

const WORD = 'word'
const KNOCKS_AGAIN_AFTER_MS = 500
const PINGS_EVERY_MS = 1_000
/** Pings wait behind a reader of the stream, which waits itself. */
const READS_FOR_MS = 1_000
const SILENT_IS_DEAD_MS = 4_000
/** What was said while a connection was made may be known only a moment after it. */
const LOOKS_AFTERWARDS = 2

type Wish = {
  redisUrl: string
  /** The same for all machines of one clinic, and for no other's. */
  name: string
  log: Log
}

/**
 * Tells the clinic's other machines what is said here, and says here what they tell, in order. To socket.io
 * each is a server without sockets; Redis joins them, and keeps nothing. Whoever is not reached misses it:
 * `mayHaveMissed` is to be asked now and then.
 */
export function openBus(channel: Channel, { redisUrl, name, log }: Wish) {
  const away = new Set<Client>()
  let looksDue = LOOKS_AFTERWARDS
  const knownTroubles = new Set<string>()

  const publisher = followed(newClient(redisUrl))
  const adapter = createAdapter(
    {
      // By this the adapter knows whose client it has.
      sSubscribe: publisher.sSubscribe,
      duplicate: () => followed(publisher.duplicate({ disableOfflineQueue: false })),
      publish: (place: string, payload: Buffer) => publisher.publish(place, payload).catch(note),
    },
    { streamName: name, channelPrefix: name, blockTimeInMs: READS_FOR_MS },
  )
  const io = new Server({ adapter })
  const say = channel.handOn(word => void io.serverSideEmit(WORD, word))
  io.on(WORD, (word: ClusterMessage) => say(word))
  publisher.connect().catch(note)

  function followed(client: Client) {
    away.add(client)
    client.on('ready', () => {
      away.delete(client)
      if (away.size > 0) return
      knownTroubles.clear()
      log('info', 'the other machines are reached')
    })
    client.on('error', note)
    client.on('reconnecting', () => {
      away.add(client)
      looksDue = LOOKS_AFTERWARDS
    })
    return client
  }

  /** Once a kind, until all is well again. */
  function note(cause: unknown) {
    const error = kindOf(cause)
    if (!knownTroubles.has(error)) log('warn', 'the other machines are not reached', { error })
    knownTroubles.add(error)
  }

  return {
    isDisconnected: () => away.size > 0,
    /** Whether screens have to look again: while somebody is away, and for a moment afterwards. */
    mayHaveMissed() {
      if (away.size > 0) looksDue = LOOKS_AFTERWARDS
      return looksDue-- > 0
    },
  }
}

type Client = ReturnType<typeof newClient>

function newClient(url: string) {
  return createClient({
    url,
    // What cannot be said at once is not said later: whoever missed it asks.
    disableOfflineQueue: true,
    pingInterval: PINGS_EVERY_MS,
    socket: {
      reconnectStrategy: () => KNOCKS_AGAIN_AFTER_MS,
      connectTimeout: SILENT_IS_DEAD_MS,
      socketTimeout: SILENT_IS_DEAD_MS,
    },
  })
}

/** No more than its kind, such as ECONNREFUSED or WRONGPASS: the rest may hold a name or a secret. */
function kindOf(cause: unknown) {
  if (!(cause instanceof Error)) return typeof cause
  const code = 'code' in cause ? String(cause.code) : ''
  return code || (/^[A-Z]{4,}\b/.exec(cause.message)?.[0] ?? cause.name)
}
