import type { TvOptions } from './display/tv-options.ts'
import type { CallReceipts } from './display/tv-report.ts'
import { getTvName } from './patients/patient.ts'
import type { PatientQueue } from './queues/patient-queue.ts'
import type { PatientRoom } from './rooms/room.ts'
import type { ChangedKey } from './settings-record.ts'

/** `sequence` rises with every call; `calledAt` is ISO 8601 in UTC. */
export type Call = {
  sequence: number
  patientId: number
  /** Null for a patient without one, or who must not be named. */
  name: string | null
  number: number
  label: string
  /** The clinic's day of the number, YYYY-MM-DD. */
  day: string
  queue: PatientQueue | null
  room: PatientRoom
  calledAt: string
}

/**
 * Where a client is in the calls. The time belongs to it: other data, such as a restored backup, have
 * other calls of the same sequences.
 */
export type CallPlace = Pick<Call, 'sequence' | 'calledAt'>

export const BEFORE_ALL_CALLS: CallPlace = { sequence: 0, calledAt: '' }

export function formatCallPlace({ sequence, calledAt }: CallPlace) {
  return `${sequence}@${calledAt}`
}

/** The time is '' in the ids that version 1.0.0 gave to programs. Null for any other text. */
export function parseCallPlace(text: string): CallPlace | null {
  const [, sequence, calledAt = ''] = /^(\d{1,15})(?:@(.{0,40}))?$/.exec(text) ?? []
  return sequence === undefined ? null : { sequence: Number(sequence), calledAt }
}

/** The specified fields, and the call as it is. */
export type CallJson = Omit<Call, 'name' | 'room'> & {
  name: string
  room: string
  roomId: number | null
  call: Call
}

export function toCallJson(call: Call): CallJson {
  const { room, ...rest } = call
  return { ...rest, name: getTvName(call), room: room.name, roomId: room.id, call }
}

export type LiveEvents = {
  'clinic:joined': { username: string; version: string }
  'tv:connected': { name: string; version: string }
  'patient:called': CallJson
  /** A TV that does not show the room moves its place in the sequence, and shows nothing. */
  'call:skipped': CallPlace
  'patient:updated': { patientId: number }
  /** `isGone`: deleted, or the call withdrawn; without a `patientId`, all were deleted. */
  'queue:updated': { patientId: number | null; isGone?: boolean }
  'settings:updated': { keys: ChangedKey[] }
  'themes:updated': Record<string, never>
  'text-groups:updated': Record<string, never>
  'tvs:updated': Record<string, never>
  'call:shown': CallReceipts
  error: { message: string }
}
export type LiveEvent = keyof LiveEvents

/** The greetings tell the version of the newest change: a client that has it has missed nothing. */
export type Greeting = 'clinic:joined' | 'tv:connected'

/** A page of this program gets `change` instead of the specified events of other staff clients. */
export type Audience = 'page' | 'staff' | 'tv' | 'program'

export type PublishedEvent = Exclude<LiveEvent, Greeting | 'error'>

/** A TV receives only what it shows. */
export const EVENT_AUDIENCES: Record<PublishedEvent, Audience[]> = {
  'patient:called': ['staff', 'tv', 'program'],
  'call:skipped': ['tv'],
  'patient:updated': ['staff', 'tv', 'program'],
  'queue:updated': ['staff', 'tv', 'program'],
  'settings:updated': ['staff', 'tv'],
  'themes:updated': ['staff', 'tv'],
  'text-groups:updated': ['staff', 'tv'],
  'tvs:updated': ['staff', 'tv'],
  'call:shown': ['page', 'staff'],
}

/** The events that all clients of an audience receive. */
export const PUBLISHED_EVENTS = Object.keys(EVENT_AUDIENCES) as PublishedEvent[]

export const TV_COMMANDS = ['identify', 'chime', 'reload'] as const
export type TvCommand = (typeof TV_COMMANDS)[number]

export type TvLiveEvents = {
  'tv:changed': { options: TvOptions; isNewView: boolean }
  'tv:command': { command: TvCommand; name: string }
}
export type TvLiveEvent = keyof TvLiveEvents
export const TV_LIVE_EVENTS: TvLiveEvent[] = ['tv:changed', 'tv:command']

export type TvChannelName = `tv:${number}`

/** Sent only to the browser that shows the QR code; `code` is the one that it shows. */
export type QrLiveEvents = {
  'qr:authorization_complete': { code: string; user: { username: string } }
  'qr:login_complete': { user: { username: string } }
  'qr:expired': Record<string, never>
}

export type DirectEvents = QrLiveEvents & TvLiveEvents

export const QR_JOIN = 'qr:join'

export type QrChannelName = `qr:${string}`

export function getQrChannelName(qrId: string): QrChannelName {
  return `qr:${qrId}`
}

export const SOCKET_PATH = '/engine.io/'
export const SSE_PATH = '/api/events'

export const RECONNECT = {
  firstDelayMs: 1_000,
  longestDelayMs: 5_000,
  attempts: 5,
  connectTimeoutMs: 20_000,
  slowDelayMs: 30_000,
}
