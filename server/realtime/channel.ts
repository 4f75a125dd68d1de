import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { TvOptions } from '#domain/display/tv-options'
import {
  type Audience,
  type DirectEvents,
  EVENT_AUDIENCES,
  formatVersion,
  type LiveEvents,
  type PublishedEvent,
  type QrChannelName,
  type TvChannelName,
} from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import { type PatientJson, toPatientJson } from '#domain/patients/patient-json'

type EventOf<Events> = {
  [E in keyof Events]: {
    name: E
    payload: Events[E]
    patient?: PatientJson
    audience: (Audience | QrChannelName | TvChannelName)[]
  }
}[keyof Events]

/** For one browser alone. */
export type DirectEvent = {
  [E in keyof DirectEvents]: {
    to: QrChannelName | TvChannelName
    name: E
    payload: DirectEvents[E]
  }
}[keyof DirectEvents]

export type ChannelEvent = EventOf<LiveEvents> | EventOf<DirectEvents>

/** `resync` means that events may be missing. */
export type ClusterMessage =
  | { event: ChannelEvent }
  | { endedSessions: string[] }
  | { resync: true }

type ConnectedTv = { session: string; name: string; options: TvOptions }

type Subscriber = {
  onEvent(event: ChannelEvent): void
  onSessionsEnded?(sessions: string[]): void
  getSessions?(): string[]
  getTvs?(): ConnectedTv[]
  onResync?(): void
}

export type Channel = ReturnType<typeof createChannel>

const AUDIENCES: Audience[] = ['staff', 'tv', 'program']

/** Publish after the commit, never before. */
export function createChannel() {
  const subscribers = new Set<Subscriber>()
  const boot = randomUUID().slice(0, 8)
  const counts: Record<Audience, number> = { staff: 0, tv: 0, program: 0 }
  const ownVersions = new AsyncLocalStorage<string[]>()
  let send: ((message: ClusterMessage) => void) | undefined

  const getVersion = (audience: Audience) => formatVersion({ boot, count: counts[audience] })

  function countMessage(message: ClusterMessage) {
    for (const audience of AUDIENCES) {
      const changes =
        'event' in message ? message.event.audience.includes(audience) : 'resync' in message
      if (changes) counts[audience]++
    }
  }

  function deliver(message: ClusterMessage) {
    countMessage(message)
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

  function emit(event: object) {
    // The signatures pair name and payload; TypeScript cannot follow that through the union.
    const typed = event as ChannelEvent
    const { patient: _, ...forOthers } = typed
    deliver({ event: typed })
    // The events of several machines may come in another order: their desks fetch the list.
    send?.({ event: forOthers })
    if (typed.audience.includes('staff')) ownVersions.getStore()?.push(getVersion('staff'))
  }

  return {
    /** Only staff receive the patient. */
    publish<E extends PublishedEvent>(name: E, payload: LiveEvents[E], patient?: Patient) {
      const forStaff = patient && { patient: toPatientJson(patient) }
      emit({ name, payload, audience: EVENT_AUDIENCES[name], ...forStaff })
    },
    publishTo({ to, name, payload }: DirectEvent) {
      emit({ name, payload, audience: [to] })
    },
    endSessions(sessions: string[]) {
      if (sessions.length > 0) broadcast({ endedSessions: sessions })
    },
    subscribe(subscriber: Subscriber) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    relay(sendToOthers: (message: ClusterMessage) => void) {
      send = sendToOthers
      return deliver
    },
    getTvs() {
      const connected = [...subscribers].flatMap(({ getTvs }) => getTvs?.() ?? [])
      return [...new Map(connected.map(client => [client.session, client])).values()]
    },
    getLocalSessions: () => [...subscribers].flatMap(({ getSessions }) => getSessions?.() ?? []),
    resyncAll: () => broadcast({ resync: true }),
    /** Changes with every event for the audience; to be read before the data that it describes. */
    getVersion,
    async recordOwnVersions(work: () => Promise<void>) {
      const versions: string[] = []
      await ownVersions.run(versions, work)
      return versions
    },
  }
}
