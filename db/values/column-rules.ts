import { sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { LOGO_TYPES } from '#domain/media/media'
import type * as schema from '../schema/index.ts'
import { FORGOTTEN_APPOINTMENTS, REMOVED_BY_RESTORE } from '../schema/marks.ts'
import * as shapes from './json-shapes.ts'
import {
  bytes,
  charactersOf,
  count,
  day,
  flag,
  id,
  instant,
  json,
  listed,
  milliseconds,
  minuteOfDay,
  name,
  oneOf,
  passwordHash,
  type Rule,
  text,
  webAddress,
} from './rules.ts'

type Schema = typeof schema
type Tables = {
  [Name in keyof Schema as Schema[Name] extends SQLiteTable ? Name : never]: Schema[Name]
}
type ColumnRules = { [Name in keyof Tables]: { [Column in keyof RowOf<Tables[Name]>]: Rule } }
type RowOf<Table> = Table extends SQLiteTable ? Table['$inferSelect'] : never

/** It is only compared. */
const hash = text(200)
/** What is never cleaned, such as a reason or a backup's path. */
const words = text(10_000)
/** The letter before a number. */
const letterOrNone = charactersOf('A-Z', 1)
/** HH:MM */
const timeOfDay: Rule = { isValid: column => sql`strftime('%H:%M', ${column}) = ${column}` }
/** Short, except the lists of what restores have removed and of forgotten names. */
const mark: Rule = {
  isValid: column => sql`(${name.isValid(column)}
    or name in (${REMOVED_BY_RESTORE}, ${FORGOTTEN_APPOINTMENTS}) and octet_length(${column}) <= 20000000)`,
}
const letter: Rule = { isValid: column => sql`${letterOrNone.isValid(column)} and ${column} <> ''` }

/**
 * What each version since 1.0.0 has ever written, and not less: a clinic may have one backup only.
 * A column without a rule does not compile.
 */
export const COLUMN_RULES: ColumnRules = {
  // A setting that is not valid counts as not saved.
  settings: { key: text(200), value: text(100_000), category: listed, updatedAt: instant },
  media: {
    id,
    type: listed,
    name: words,
    // Both become headers of a response.
    filename: charactersOf('0-9a-z.', 200),
    mime: oneOf(LOGO_TYPES),
    bytes: count,
    url: webAddress,
    isLogo: flag,
    createdAt: instant,
  },
  mediaParts: {
    filename: charactersOf('0-9a-z.', 200),
    part: count,
    bytes: bytes(1_000_000),
    at: milliseconds,
  },
  voiceRecordings: {
    language: listed,
    clip: charactersOf('0-9a-z-', 100),
    mp3: bytes(1_000_000),
    savedAt: instant,
  },
  prayerDays: {
    date: day,
    zone: charactersOf('0-9A-Z', 10),
    fajr: minuteOfDay,
    dhuhr: minuteOfDay,
    asr: minuteOfDay,
    maghrib: minuteOfDay,
    isha: minuteOfDay,
  },
  rooms: { id, name, isActive: flag, isPermanent: flag, spokenAs: listed },
  queues: {
    id,
    name,
    prefix: letter,
    servesGeneral: flag,
    isActive: flag,
    deletedAt: instant,
  },
  queueRooms: { queueId: id, roomId: id },
  patients: {
    id,
    day,
    series: count,
    prefix: letterOrNone,
    queueId: id,
    number: count,
    name,
    phone: charactersOf('0-9+', 20),
    type: words,
    status: listed,
    registeredAt: instant,
    appointmentAt: instant,
    calledAt: instant,
    windowId: id,
    lastWindowId: id,
    requeueReason: words,
    isPriority: flag,
    priorityReason: words,
    isDiscreet: flag,
    readyForDispensary: flag,
    holdKind: listed,
    holdUntil: instant,
    holdCallsLeft: count,
    missedCount: count,
    deletedAt: instant,
    resetId: id,
    forgottenAt: instant,
  },
  appointments: { id, day, time: timeOfDay, name, queueId: id, queueName: name, patientId: id },
  journey: {
    id,
    patientId: id,
    action: listed,
    timestamp: instant,
    roomName: name,
    requeueReason: words,
    fromRoom: name,
    queueName: name,
    byUserId: id,
    byUsername: name,
  },
  calls: {
    sequence: id,
    patientId: id,
    roomName: name,
    windowId: id,
    calledAt: instant,
    isWithdrawn: flag,
  },
  undoableSteps: {
    patientId: id,
    groupId: text(100),
    state: json(shapes.isPatientState),
    steps: count,
    at: instant,
    callSequence: id,
    countedDown: json(shapes.isIdList),
  },
  queueResets: { id, day, at: instant, byUserId: id, deletedCount: count, undoneAt: instant },
  idempotencyKeys: {
    owner: text(200),
    userId: id,
    key: words,
    bodyHash: hash,
    status: count,
    answer: json(shapes.isStoredAnswer),
    at: milliseconds,
  },
  audit: {
    id,
    at: instant,
    userId: id,
    username: words,
    address: words,
    action: text(200),
    subject: words,
    detail: words,
  },
  reportDays: { day, sums: json(shapes.isDaySums) },
  // Nobody can sign in with an empty key.
  secrets: { name: text(200), value: mark },
  users: {
    id,
    username: name,
    folded: name,
    passwordHash,
    role: listed,
    isActive: flag,
    createdAt: instant,
  },
  sessions: {
    id: text(200),
    userId: id,
    kind: listed,
    createdAt: instant,
    expiresAt: milliseconds,
  },
  qrSessions: {
    id: text(200),
    secretHash: hash,
    browser: text(200),
    address: text(200),
    state: listed,
    userId: id,
    tvCodeHash: hash,
    phoneCodeHash: hash,
    failedTries: count,
    createdAt: milliseconds,
    expiresAt: milliseconds,
  },
  tvDevices: {
    id,
    userId: id,
    name,
    kind: listed,
    tokenHash: hash,
    createdAt: instant,
    lastSeenAt: instant,
    revokedAt: instant,
    options: json(shapes.isTvOptions),
  },
  tvPairings: {
    idHash: hash,
    code: text(100),
    kind: listed,
    tokenHash: hash,
    address: words,
    state: listed,
    endsAt: milliseconds,
  },
  tvDays: { tvId: id, day, shown: count, unheard: count, missed: count },
  apiTokens: {
    id,
    userId: id,
    name: words,
    scopes: json(shapes.isScopeList),
    tokenHash: hash,
    createdAt: instant,
    lastUsedAt: instant,
  },
}
