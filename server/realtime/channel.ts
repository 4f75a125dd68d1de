import {
  type Audience,
  HEARD_BY,
  type LiveEvent,
  type LiveEvents,
  type QrLiveEvent,
  type QrLiveEvents,
  type QrRoom,
} from '#domain/events'

type Said<Events> = {
  [E in keyof Events]: { event: E; payload: Events[E]; heardBy: (Audience | QrRoom)[] }
}[keyof Events]

export type Announcement = Said<LiveEvents> | Said<QrLiveEvents>

/** What machines tell one another: it was said, these sessions have ended, you may have missed something. */
export type Word = { said: Announcement } | { ended: string[] } | { missed: true }

type Hearer = {
  /** Called for each announcement, in order. */
  hear(announcement: Announcement): void
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
  publishTo<E extends QrLiveEvent>(room: QrRoom, event: E, payload: QrLiveEvents[E]): void
  endSessions(sessions: string[]): void
  subscribe(hearer: Hearer): () => void
  /** From now on whatever is published here is handed on, too. Answers what to call with others' words. */
  handOn(send: (word: Word) => void): (word: Word) => void
  /** The sessions by which this machine's listeners listen. */
  sessionsHere(): string[]
  /** Something may have been missed, here or at the other machines. */
  greetAnew(): void
}

/** The one publisher. Socket and SSE subscribe to it; nothing is published before it is committed. */
export function openChannel(): Channel {
  const hearers = new Set<Hearer>()
  let handOn: ((word: Word) => void) | undefined

  function tellHere(word: Word) {
    for (const hearer of hearers) {
      if ('said' in word) hearer.hear(word.said)
      else if ('ended' in word) hearer.end?.(word.ended)
      else hearer.greetAnew?.()
    }
  }

  function tell(word: Word) {
    tellHere(word)
    handOn?.(word)
  }

  // The pair belongs together by the signature; TypeScript cannot follow that through the union.
  const say = (announcement: object) => tell({ said: announcement as Announcement })

  return {
    publish: (event, payload) => say({ event, payload, heardBy: HEARD_BY[event] }),
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
