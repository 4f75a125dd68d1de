import type { TvOptions } from './display/tv-options.ts'
import type { CallReceipts } from './display/tv-report.ts'
import { getTvName, type Patient } from './patients/patient.ts'
import type { PatientQueue } from './queues/patient-queue.ts'
import type { PatientRoom } from './rooms/room.ts'
import type { ChangedKey } from './settings-record.ts'

/** `sequence` rises with every call; `calledAt` is ISO 8601 in UTC. */
export type Call = {
  sequence: number
  patientId: number
  /** Null if the patient has no name, or if the receiver may not show it. */
  name: string | null
  number: number
  label: string
  day: string
  queue: PatientQueue | null
  room: PatientRoom
  calledAt: string
}

/** The time shows if the sequence belongs to other data, such as a restored backup. */
export type CallPlace = Pick<Call, 'sequence' | 'calledAt'>

export const BEFORE_ALL_CALLS: CallPlace = { sequence: 0, calledAt: '' }

export function formatCallPlace({ sequence, calledAt }: CallPlace) {
  return `${sequence}@${calledAt}`
}

/** Ids from version 1.0.0 have no time, so `calledAt` is ''. Returns null for an invalid id. */
export function parseCallPlace(text: string): CallPlace | null {
  const [, sequence, calledAt = ''] = /^(\d{1,15})(?:@(.{0,40}))?$/.exec(text) ?? []
  return sequence === undefined ? null : { sequence: Number(sequence), calledAt }
}

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
  /** Moves the position of a TV that does not show the room. */
  'call:skipped': CallPlace
  'patient:updated': { patientId: number }
  /** `isGone`: the patient was deleted, or the call undone. `patientId: null`: all were deleted. */
  'queue:updated': { patientId: number | null; isGone?: boolean }
  'settings:updated': { keys: ChangedKey[] }
  'themes:updated': Record<string, never>
  'text-groups:updated': Record<string, never>
  'tvs:updated': Record<string, never>
  'call:shown': CallReceipts
  error: { message: string }
}
export type LiveEvent = keyof LiveEvents

/** A greeting has the version of the newest change, which shows a client if it missed changes. */
export type Greeting = 'clinic:joined' | 'tv:connected'

/** `page`: a page of this program, which gets `change`. `staff`: other clients of staff. */
export type Audience = 'page' | 'staff' | 'tv' | 'program'

export type PublishedEvent = Exclude<LiveEvent, Greeting | 'error'>

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

/** Events only for the browser that shows the QR code. `code`: the code on its screen. */
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

/** Notice to a program about a patient who is called soon. It never has the patient's name. */
export type NextNotice = Pick<Patient, 'number' | 'label' | 'day' | 'queue'> & {
  /** Identifies one wait of one patient, and stays the same after a restore. */
  id: string
  ticket: string | null
  /** Present only if the clinic asks for phone numbers and the patient gave a number. */
  phone?: string
}

export function getNoticeId({ id, journey, registeredAt }: Patient) {
  return `${id}.${journey.length}@${registeredAt}`
}
