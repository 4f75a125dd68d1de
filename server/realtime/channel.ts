import { randomUUID } from 'node:crypto'
import {
  type Change,
  type ChangeJson,
  type Fact,
  formatVersion,
  mapPatient,
  toChangeJson,
} from '#domain/change'
import type { TvOptions } from '#domain/display/tv-options'
import {
  type Audience,
  type DirectEvents,
  EVENT_AUDIENCES,
  type LiveEvents,
  type PublishedEvent,
  type QrChannelName,
  type TvChannelName,
} from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import { hideAdminSettings } from '#domain/settings/settings'
import { type TellableFact, toEvents } from './change-events.ts'

/** An event for only one browser. */
export type DirectEvent = {
  [E in keyof DirectEvents]: {
    to: QrChannelName | TvChannelName
    name: E
    payload: DirectEvents[E]
  }
}[keyof DirectEvents]

type EventOf<Events> = {
  [E in keyof Events]: {
    name: E
    payload: Events[E]
    audience: (Audience | QrChannelName | TvChannelName)[]
  }
}[keyof Events]

export type ChannelEvent =
  | EventOf<LiveEvents>
  | EventOf<DirectEvents>
  | EventOf<{ change: ChangeJson }>

/** `resync` means that events may be missing. */
export type ClusterMessage =
  | { change: TellableFact[] }
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

/** Publish a change only after its commit. */
export function createChannel(now: () => string = () => new Date().toISOString()) {
  const subscribers = new Set<Subscriber>()
  const version = { boot: randomUUID().slice(0, 8), seq: 0 }
  let send: ((message: ClusterMessage) => void) | undefined

  function emit(event: ChannelEvent) {
    for (const { onEvent } of subscribers) onEvent(event)
  }

  function deliverChange(forPages: Fact<Patient | null>[], change: TellableFact[]) {
    version.seq++
    const json = toChangeJson(hideAdminSettings(forPages), version, now())
    emit({ name: 'change', payload: json, audience: ['page'] })
    for (const { name, payload } of toEvents(change)) {
      emit({ name, payload, audience: EVENT_AUDIENCES[name] } as ChannelEvent)
    }
    return json
  }

  function deliver(message: Exclude<ClusterMessage, { change: TellableFact[] }>) {
    if ('event' in message) return emit(message.event)
    if ('resync' in message) version.seq++
    for (const subscriber of subscribers) {
      if ('endedSessions' in message) subscriber.onSessionsEnded?.(message.endedSessions)
      else subscriber.onResync?.()
    }
  }

  function broadcast(message: Exclude<ClusterMessage, { change: TellableFact[] }>) {
    deliver(message)
    send?.(message)
  }

  return {
    /** Returns the change in the form that pages receive. */
    publishChange(change: Change) {
      const json = deliverChange(change, change)
      send?.({ change: change.map(fact => mapPatient(fact, ({ id }) => ({ id }))) })
      return json
    },
    /** Publishes an event that does not come from a change in the database. */
    publish<E extends PublishedEvent>(name: E, payload: LiveEvents[E]) {
      // The signature pairs name and payload; TypeScript cannot follow that through the union.
      broadcast({ event: { name, payload, audience: EVENT_AUDIENCES[name] } as ChannelEvent })
    },
    publishTo({ to, name, payload }: DirectEvent) {
      broadcast({ event: { name, payload, audience: [to] } as ChannelEvent })
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
      return (message: ClusterMessage) => {
        if (!('change' in message)) return deliver(message)
        // Changes of several machines may arrive in any order, so the desks fetch the list.
        const told = message.change.map(fact => mapPatient(fact, () => null))
        deliverChange([...told, { kind: 'all' }], message.change)
      }
    },
    getTvs() {
      const connected = [...subscribers].flatMap(({ getTvs }) => getTvs?.() ?? [])
      return [...new Map(connected.map(client => [client.session, client])).values()]
    },
    getLocalSessions: () => [...subscribers].flatMap(({ getSessions }) => getSessions?.() ?? []),
    resyncAll: () => broadcast({ resync: true }),
    /** Returns the version of the newest change. Read it before the data that it describes. */
    getVersion: () => formatVersion(version),
  }
}
