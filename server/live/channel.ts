import {
  type Audience,
  HEARD_BY,
  type LiveEvent,
  type LiveEvents,
  type QrLiveEvent,
  type QrLiveEvents,
  type QrRoom,
} from '#clinic/live-events'

type Said<Events> = {
  [E in keyof Events]: { event: E; payload: Events[E]; heardBy: (Audience | QrRoom)[] }
}[keyof Events]

export type Announcement = Said<LiveEvents> | Said<QrLiveEvents>

type Hearer = {
  /** Called for each announcement, in order. */
  hear(announcement: Announcement): void
  /** Called when sessions have ended: whoever listened by them must be let go. */
  end?(sessions: string[]): void
}

export type Channel = {
  publish<E extends LiveEvent>(event: E, payload: LiveEvents[E]): void
  /** To one room alone. */
  publishTo<E extends QrLiveEvent>(room: QrRoom, event: E, payload: QrLiveEvents[E]): void
  endSessions(sessions: string[]): void
  subscribe(hearer: Hearer): () => void
}

/** The one publisher. Socket and SSE subscribe to it; nothing is published before it is committed. */
export function openChannel(): Channel {
  const hearers = new Set<Hearer>()

  function tell(announcement: Announcement) {
    for (const hearer of hearers) hearer.hear(announcement)
  }

  return {
    // The pair belongs together by the signature; TypeScript cannot follow that through the union.
    publish: (event, payload) => tell({ event, payload, heardBy: HEARD_BY[event] } as Announcement),
    publishTo: (room, event, payload) => tell({ event, payload, heardBy: [room] } as Announcement),
    endSessions(sessions) {
      if (sessions.length > 0) for (const hearer of hearers) hearer.end?.(sessions)
    },
    subscribe(hearer) {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}
