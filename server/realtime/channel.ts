import {
  type Audience,
  EVENT_AUDIENCES,
  type LiveEvent,
  type LiveEvents,
  type QrChannelName,
  type QrLiveEvent,
  type QrLiveEvents,
} from '#domain/events'

type EventOf<Events> = {
  [E in keyof Events]: { name: E; payload: Events[E]; audience: (Audience | QrChannelName)[] }
}[keyof Events]

export type ChannelEvent = EventOf<LiveEvents> | EventOf<QrLiveEvents>

/** What the processes of one clinic send each other; `resync` says that events may have been missed. */
export type ClusterMessage =
  | { event: ChannelEvent }
  | { endedSessions: string[] }
  | { resync: true }

type Subscriber = {
  onEvent(event: ChannelEvent): void
  onSessionsEnded?(sessions: string[]): void
  getSessions?(): string[]
  /** Greets every client again, which makes it refetch. */
  onResync?(): void
}

export type Channel = {
  publish<E extends LiveEvent>(name: E, payload: LiveEvents[E]): void
  publishTo<E extends QrLiveEvent>(
    channelName: QrChannelName,
    name: E,
    payload: QrLiveEvents[E],
  ): void
  endSessions(sessions: string[]): void
  subscribe(subscriber: Subscriber): () => void
  /** Sends every message to the other processes, too. Returns the handler for their messages. */
  relay(send: (message: ClusterMessage) => void): (message: ClusterMessage) => void
  getLocalSessions(): string[]
  resyncAll(): void
}

/** The only publisher: sockets and event streams subscribe to it. Publish after the commit, never before. */
export function createChannel(): Channel {
  const subscribers = new Set<Subscriber>()
  let send: ((message: ClusterMessage) => void) | undefined

  function deliver(message: ClusterMessage) {
    for (const subscriber of subscribers) {
      if ('event' in message) subscriber.onEvent(message.event)
      else if ('endedSessions' in message) subscriber.onSessionsEnded?.(message.endedSessions)
      else subscriber.onResync?.()
    }
  }

  function broadcast(message: ClusterMessage) {
    deliver(message)
    send?.(message)
  }

  // The signatures pair name and payload; TypeScript cannot follow that through the union.
  const emit = (event: object) => broadcast({ event: event as ChannelEvent })

  return {
    publish: (name, payload) => emit({ name, payload, audience: EVENT_AUDIENCES[name] }),
    publishTo: (channelName, name, payload) => emit({ name, payload, audience: [channelName] }),
    endSessions(sessions) {
      if (sessions.length > 0) broadcast({ endedSessions: sessions })
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    relay(sendToOthers) {
      send = sendToOthers
      return deliver
    },
    getLocalSessions: () => [...subscribers].flatMap(({ getSessions }) => getSessions?.() ?? []),
    resyncAll: () => broadcast({ resync: true }),
  }
}
