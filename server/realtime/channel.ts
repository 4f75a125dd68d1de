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
  [E in keyof Events]: { event: E; payload: Events[E]; heardBy: (Audience | QrChannelName)[] }
}[keyof Events]

export type ChannelEvent = EventOf<LiveEvents> | EventOf<QrLiveEvents>

/** What machines tell one another: it was said, these sessions have ended, you may have missed something. */
export type ClusterMessage = { said: ChannelEvent } | { ended: string[] } | { missed: true }

type Subscriber = {
  /** Called for each announcement, in order. */
  hear(announcement: ChannelEvent): void
  /** Called when sessions have ended: whoever listened by them must be let go. */
  end?(sessions: string[]): void
  /** The sessions by which somebody listens here. */
  sessions?(): string[]
  /** Called when something may have been missed: whoever is greeted looks at everything again. */
  greetAnew?(): void
}

export type Channel = {
  publish<E extends LiveEvent>(event: E, payload: LiveEvents[E]): void
  /** To one room alone. */
  publishTo<E extends QrLiveEvent>(room: QrChannelName, event: E, payload: QrLiveEvents[E]): void
  endSessions(sessions: string[]): void
  subscribe(hearer: Subscriber): () => void
  /** From now on whatever is published here is handed on, too. Answers what to call with others' words. */
  handOn(send: (word: ClusterMessage) => void): (word: ClusterMessage) => void
  /** The sessions by which this machine's listeners listen. */
  sessionsHere(): string[]
  /** Something may have been missed, here or at the other machines. */
  greetAnew(): void
}

/** The one publisher. Socket and SSE subscribe to it; nothing is published before it is committed. */
export function createChannel(): Channel {
  const hearers = new Set<Subscriber>()
  let handOn: ((word: ClusterMessage) => void) | undefined

  function tellHere(word: ClusterMessage) {
    for (const hearer of hearers) {
      if ('said' in word) hearer.hear(word.said)
      else if ('ended' in word) hearer.end?.(word.ended)
      else hearer.greetAnew?.()
    }
  }

  function tell(word: ClusterMessage) {
    tellHere(word)
    handOn?.(word)
  }

  // The pair belongs together by the signature; TypeScript cannot follow that through the union.
  const say = (announcement: object) => tell({ said: announcement as ChannelEvent })

  return {
    publish: (event, payload) => say({ event, payload, heardBy: EVENT_AUDIENCES[event] }),
    publishTo: (room, event, payload) => say({ event, payload, heardBy: [room] }),
    endSessions(sessions) {
      if (sessions.length > 0) tell({ ended: sessions })
    },
    subscribe(hearer) {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
    handOn(send) {
      handOn = send
      return tellHere
    },
    sessionsHere: () => [...hearers].flatMap(hearer => hearer.sessions?.() ?? []),
    greetAnew: () => tell({ missed: true }),
  }
}
