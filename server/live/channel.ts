import { type Audience, HEARD_BY, type LiveEvent, type LiveEvents } from '#clinic/live-events'

export type Announcement = {
  [E in LiveEvent]: { event: E; payload: LiveEvents[E]; heardBy: Audience[] }
}[LiveEvent]

type Hearer = {
  /** Called for each announcement, in order. */
  hear(announcement: Announcement): void
  /** Called when sessions have ended: whoever listened by them must be let go. */
  end?(sessions: string[]): void
}

export type Channel = {
  publish<E extends LiveEvent>(event: E, payload: LiveEvents[E]): void
  endSessions(sessions: string[]): void
  subscribe(hearer: Hearer): () => void
}

/** The one publisher. Socket and SSE subscribe to it; nothing is published before it is committed. */
export function openChannel(): Channel {
  const hearers = new Set<Hearer>()

  return {
    publish(event, payload) {
      // The pair belongs together by the signature; TypeScript cannot follow that through the union.
      const announcement = { event, payload, heardBy: HEARD_BY[event] } as Announcement
      for (const hearer of hearers) hearer.hear(announcement)
    },
    endSessions(sessions) {
      if (sessions.length > 0) for (const hearer of hearers) hearer.end?.(sessions)
    },
    subscribe(hearer) {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}
