import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { MEDIA_KINDS } from '#clinic/media'
import { JOURNEY_ACTIONS, STATUSES } from '#clinic/patient'
import { SESSION_KINDS } from '#clinic/session'
import { ROLES } from '#clinic/user'

/** A check that a column holds one of the rules' words. */
function oneOf(name: string, column: AnySQLiteColumn, words: readonly string[]) {
  const list = sql.raw(words.map(word => `'${word}'`).join(', '))
  return check(name, sql`${column} in (${list})`)
}

const id = () => integer().primaryKey({ autoIncrement: true })
const flag = () => integer({ mode: 'boolean' }).notNull()

export const users = sqliteTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    passwordHash: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    isActive: flag().default(true),
    createdAt: text().notNull(),
  },
  user => [
    uniqueIndex('one_user_a_name').on(sql`lower(${user.username})`),
    oneOf('user_role', user.role, ROLES),
  ],
)

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: SESSION_KINDS }).notNull(),
    createdAt: text().notNull(),
    expiresAt: integer().notNull(),
  },
  session => [
    index('sessions_of_a_user').on(session.userId),
    oneOf('session_kind', session.kind, SESSION_KINDS),
  ],
)

export const rooms = sqliteTable(
  'rooms',
  { id: id(), name: text().notNull(), isActive: flag().default(true), isPermanent: flag() },
  room => [
    uniqueIndex('one_room_a_name').on(sql`lower(${room.name})`),
    check('room_has_a_name', sql`trim(${room.name}) <> ''`),
  ],
)

/**
 * Nobody is ever erased: `deletedAt` hides. `series` counts the day's queue resets, so that numbers start
 * at 1 again and are still unique. A room in `windowId` is the room where the patient is now.
 */
export const patients = sqliteTable(
  'patients',
  {
    id: id(),
    day: text().notNull(),
    series: integer().notNull(),
    number: integer().notNull(),
    name: text(),
    type: text().notNull(),
    status: text({ enum: STATUSES }).notNull(),
    registeredAt: text().notNull(),
    calledAt: text(),
    windowId: integer().references(() => rooms.id),
    lastWindowId: integer().references(() => rooms.id, { onDelete: 'set null' }),
    requeueReason: text(),
    isPriority: flag(),
    priorityReason: text(),
    readyForDispensary: flag(),
    deletedAt: text(),
  },
  patient => [
    uniqueIndex('a_number_once_a_day').on(patient.day, patient.series, patient.number),
    uniqueIndex('one_patient_a_room')
      .on(patient.windowId)
      .where(sql`${patient.windowId} is not null`),
    index('patients_by_registration').on(patient.registeredAt),
    oneOf('patient_status', patient.status, STATUSES),
    check('numbers_start_at_1', sql`${patient.number} >= 1`),
    // 25 letters as a person counts them; some scripts need several code points for one.
    check('name_fits', sql`${patient.name} is null or length(${patient.name}) between 1 and 100`),
    check(
      'only_called_patients_are_in_a_room',
      sql`${patient.windowId} is null
        or (${patient.status} in ('called', 'in-progress') and ${patient.deletedAt} is null)`,
    ),
    check(
      'called_means_called_once',
      sql`${patient.status} not in ('called', 'in-progress') or ${patient.calledAt} is not null`,
    ),
    check(
      'completed_needs_no_dispensary',
      sql`${patient.status} <> 'completed' or not ${patient.readyForDispensary}`,
    ),
    check(
      'requeue_has_a_reason',
      sql`${patient.status} <> 'requeue' or ${patient.requeueReason} is not null`,
    ),
    check(
      'priority_has_a_reason',
      sql`${patient.isPriority} = (${patient.priorityReason} is not null)`,
    ),
  ],
)

export const journey = sqliteTable(
  'journey',
  {
    id: id(),
    patientId: integer()
      .notNull()
      .references(() => patients.id),
    action: text({ enum: JOURNEY_ACTIONS }).notNull(),
    timestamp: text().notNull(),
    roomName: text(),
    requeueReason: text(),
    fromRoom: text(),
    byUserId: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  entry => [
    index('journey_of_a_patient').on(entry.patientId),
    oneOf('journey_action', entry.action, JOURNEY_ACTIONS),
  ],
)

/** Every call, numbered without a gap by AUTOINCREMENT; TVs keep the last sequence that they played. */
export const calls = sqliteTable(
  'calls',
  {
    sequence: id(),
    patientId: integer()
      .notNull()
      .references(() => patients.id),
    roomName: text().notNull(),
    calledAt: text().notNull(),
  },
  call => [index('calls_of_a_patient').on(call.patientId, call.sequence)],
)

export const queueResets = sqliteTable(
  'queue_resets',
  {
    id: id(),
    day: text().notNull(),
    at: text().notNull(),
    byUserId: integer().references(() => users.id, { onDelete: 'set null' }),
    deletedCount: integer().notNull(),
  },
  reset => [index('resets_of_a_day').on(reset.day)],
)

export const settings = sqliteTable(
  'settings',
  {
    key: text().primaryKey(),
    value: text().notNull(),
    category: text({ enum: ['display', 'audio'] }).notNull(),
    updatedAt: text().notNull(),
  },
  setting => [oneOf('setting_category', setting.category, ['display', 'audio'])],
)

/** `filename` is the content's hash; an item is either a stored file or a link, never both. */
export const media = sqliteTable(
  'media',
  {
    id: id(),
    type: text({ enum: MEDIA_KINDS }).notNull(),
    name: text().notNull(),
    filename: text().notNull(),
    mime: text(),
    bytes: integer(),
    url: text(),
    isLogo: flag().default(false),
    createdAt: text().notNull(),
  },
  item => [
    oneOf('media_type', item.type, MEDIA_KINDS),
    check('file_or_link', sql`(${item.url} is null) = (${item.mime} is not null)`),
  ],
)

/** Codes and the secret of the browser that asked are kept as hashes only. Times in milliseconds. */
export const qrSessions = sqliteTable(
  'qr_sessions',
  {
    id: text().primaryKey(),
    secretHash: text().notNull(),
    state: text({ enum: ['waiting', 'authorized', 'completed', 'expired'] }).notNull(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    tvCodeHash: text(),
    phoneCodeHash: text(),
    failedTries: integer().notNull().default(0),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  qr => [
    oneOf('qr_state', qr.state, ['waiting', 'authorized', 'completed', 'expired']),
    check(
      'authorized_by_someone',
      sql`${qr.state} not in ('authorized', 'completed') or ${qr.userId} is not null`,
    ),
  ],
)

/** A TV's token is kept as a hash only; a revoked device keeps its row and loses its hash. */
export const tvDevices = sqliteTable(
  'tv_devices',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    tokenHash: text(),
    createdAt: text().notNull(),
    lastSeenAt: text(),
    revokedAt: text(),
  },
  device => [
    uniqueIndex('one_device_a_token').on(device.tokenHash),
    check(
      'revoked_or_usable',
      sql`(${device.revokedAt} is null) = (${device.tokenHash} is not null)`,
    ),
  ],
)

/** What a write with an Idempotency-Key was answered, so that a repeated key is answered the same. */
export const answers = sqliteTable(
  'answers',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    answer: text({ mode: 'json' }).notNull(),
    at: integer().notNull(),
  },
  answer => [
    primaryKey({ columns: [answer.userId, answer.key] }),
    index('answers_by_age').on(answer.at),
  ],
)

/** The machine's own secrets, such as the key that signs cookies. */
export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
