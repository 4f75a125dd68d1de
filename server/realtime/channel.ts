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
  toCallJson,
} from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import { getChangedViews, hideAdminSettings } from '#domain/settings/settings'
import type { ChangedKey } from '#domain/settings-record'

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
    publish<E extends PublishedEvent>(name: E, payload: LiveEvents[E]) {
      // Safe: the signature pairs name and payload, but TypeScript loses the pair in the union.
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

type Event = { [E in PublishedEvent]: { name: E; payload: LiveEvents[E] } }[PublishedEvent]

/** The form of a change that is safe to send to other machines: patient ids, no names. */
export type TellableFact = Fact<Pick<Patient, 'id'>>

function toEvents(facts: TellableFact[]): Event[] {
  const keys = facts.flatMap(getSettingKey)
  return [...facts.flatMap(toFactEvents), ...(keys.length > 0 ? toSettingsEvents(keys) : [])]
}

function toFactEvents(fact: TellableFact): Event[] {
  const toQueue = (payload: LiveEvents['queue:updated']): Event[] => [
    { name: 'queue:updated', payload },
  ]
  switch (fact.kind) {
    case 'registered':
      return toQueue({ patientId: fact.patient.id })
    case 'stepped':
      return [{ name: 'patient:updated', payload: { patientId: fact.patient.id } }]
    case 'called':
      return [{ name: 'patient:called', payload: toCallJson(fact.call) }]
    // A TV stops its announcement of this patient's call.
    case 'withdrawn':
    case 'gone':
      return toQueue({ patientId: fact.patientId, isGone: true })
    case 'reset':
      return toQueue({ patientId: null, isGone: true })
    case 'rooms':
    case 'queues':
    case 'all':
      return toQueue({ patientId: null })
    case 'tvs':
      return [{ name: 'tvs:updated', payload: {} }]
    default:
      return []
  }
}

function getSettingKey(fact: TellableFact): ChangedKey[] {
  if (fact.kind === 'media') return ['media']
  return fact.kind === 'setting' ? [fact.key] : []
}

function toSettingsEvents(keys: ChangedKey[]) {
  const { themes, textGroups } = getChangedViews(keys)
  const events: Event[] = [{ name: 'settings:updated', payload: { keys } }]
  if (themes) events.push({ name: 'themes:updated', payload: {} })
  if (textGroups) events.push({ name: 'text-groups:updated', payload: {} })
  return events
}
