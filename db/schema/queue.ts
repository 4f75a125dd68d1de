import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { HOLD_KINDS, JOURNEY_ACTIONS, type PatientState, STATUSES } from '#domain/patients/patient'
import { PLACE_TYPES } from '#domain/rooms/spoken-place'
import { boolean, checkOneOf, id } from './columns.ts'
import { users } from './users.ts'

export const rooms = sqliteTable(
  'rooms',
  {
    id: id(),
    name: text().notNull(),
    isActive: boolean().default(true),
    isPermanent: boolean(),
    spokenAs: text({ enum: PLACE_TYPES }),
  },
  room => [
    uniqueIndex('rooms_name_unique').on(sql`lower(${room.name})`),
    check('rooms_name_check', sql`trim(${room.name}) <> ''`),
  ],
)

/** Queues of patients. Rows are only hidden, never deleted, because reports name them. */
export const queues = sqliteTable('queues', {
  id: id(),
  name: text().notNull(),
  prefix: text(),
  servesGeneral: boolean().default(false),
  isActive: boolean().default(true),
  deletedAt: text(),
})

export const queueRooms = sqliteTable(
  'queue_rooms',
  {
    queueId: integer()
      .notNull()
      .references(() => queues.id, { onDelete: 'cascade' }),
    roomId: integer()
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
  },
  row => [primaryKey({ columns: [row.queueId, row.roomId] })],
)

/** True if the patient may have texts. Staff may add texts until two days after `day`. */
export function isRemembered({ day, forgottenAt }: Record<'day' | 'forgottenAt', SQLWrapper>) {
  return sql`(${forgottenAt} is null or ${forgottenAt} < date(${day}, '+2 days'))`
}

/** Rows are only hidden. `series` counts the day's queue resets, so numbers stay unique. */
export const patients = sqliteTable(
  'patients',
  {
    id: id(),
    day: text().notNull(),
    series: integer().notNull(),
    /** The letter before the number, or ''. A patient who is moved to another queue keeps it. */
    prefix: text().notNull().default(''),
    number: integer().notNull(),
    queueId: integer().references(() => queues.id),
    name: text(),
    /** Digits, perhaps after a plus. Removed at the end of the day. */
    phone: text(),
    type: text().notNull(),
    status: text({ enum: STATUSES }).notNull(),
    registeredAt: text().notNull(),
    appointmentAt: text(),
    calledAt: text(),
    windowId: integer().references(() => rooms.id),
    lastWindowId: integer().references(() => rooms.id, { onDelete: 'set null' }),
    requeueReason: text(),
    isPriority: boolean(),
    priorityReason: text(),
    isDiscreet: boolean().default(false),
    readyForDispensary: boolean(),
    holdKind: text({ enum: HOLD_KINDS }),
    holdUntil: text(),
    holdCallsLeft: integer(),
    missedCount: integer().notNull().default(0),
    deletedAt: text(),
    /** The reset that hid the patient. A foreign key would search all patients at every reset. */
    resetId: integer(),
    /** Time at which the name and the reasons were removed for good. */
    forgottenAt: text(),
  },
  patient => [
    uniqueIndex('patients_day_number_unique').on(
      patient.day,
      patient.series,
      patient.prefix,
      patient.number,
    ),
    index('patients_queue').on(patient.queueId).where(sql`${patient.queueId} is not null`),
    uniqueIndex('patients_room_unique')
      .on(patient.windowId)
      .where(sql`${patient.windowId} is not null`),
    index('patients_registered_at').on(patient.registeredAt),
    index('patients_called_at').on(patient.calledAt),
    index('patients_phone').on(patient.day).where(sql`${patient.phone} is not null`),
    index('patients_remembered').on(patient.day).where(isRemembered(patient)),
    index('patients_hold').on(patient.holdKind).where(sql`${patient.holdKind} is not null`),
    checkOneOf('patients_status_check', patient.status, STATUSES),
    check('patients_number_check', sql`${patient.number} >= 1`),
    // 25 graphemes; some scripts need several code points for one.
    check(
      'patients_name_check',
      sql`${patient.name} is null or length(${patient.name}) between 1 and 100`,
    ),
    check(
      'patients_room_check',
      sql`${patient.windowId} is null
        or (${patient.status} in ('called', 'in-progress') and ${patient.deletedAt} is null)`,
    ),
    check(
      'patients_called_at_check',
      sql`${patient.status} not in ('called', 'in-progress') or ${patient.calledAt} is not null`,
    ),
    check(
      'patients_dispensary_check',
      sql`${patient.status} not in ('completed', 'no-show') or not ${patient.readyForDispensary}`,
    ),
    check(
      'patients_hold_check',
      sql`case ${patient.holdKind}
        when 'missed' then ${patient.holdCallsLeft} >= 0 and ${patient.holdUntil} is null
        when 'timed' then ${patient.holdUntil} is not null and ${patient.holdCallsLeft} is null
        when 'away' then coalesce(${patient.holdCallsLeft}, 0) >= 0 and ${patient.holdUntil} is null
        else ${patient.holdKind} is null and ${patient.holdUntil} is null and ${patient.holdCallsLeft} is null end`,
    ),
    check(
      'patients_hold_status_check',
      sql`${patient.holdKind} is null or ${patient.status} = 'requeue'`,
    ),
    check('patients_missed_count_check', sql`${patient.missedCount} >= 0`),
    check(
      'patients_requeue_reason_check',
      sql`${patient.status} <> 'requeue' or ${patient.requeueReason} is not null or ${patient.forgottenAt} is not null`,
    ),
    check(
      'patients_priority_reason_check',
      sql`${patient.isPriority} = (${patient.priorityReason} is not null) or ${patient.forgottenAt} is not null`,
    ),
  ],
)

/** Expected patients. `time` is HH:MM in the clinic's time zone. */
export const appointments = sqliteTable(
  'appointments',
  {
    id: id(),
    day: text().notNull(),
    time: text().notNull(),
    name: text(),
    queueId: integer().references(() => queues.id),
    /** The queue's name on that day. On the next day the queue may belong to another doctor. */
    queueName: text(),
    patientId: integer().references(() => patients.id),
  },
  appointment => [
    index('appointments_day').on(appointment.day, appointment.time),
    index('appointments_named').on(appointment.day).where(sql`${appointment.name} is not null`),
    uniqueIndex('appointments_patient_unique')
      .on(appointment.patientId)
      .where(sql`${appointment.patientId} is not null`),
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
    queueName: text(),
    byUserId: integer().references(() => users.id, { onDelete: 'set null' }),
    byUsername: text(),
  },
  entry => [
    index('journey_patient').on(entry.patientId),
    checkOneOf('journey_action_check', entry.action, JOURNEY_ACTIONS),
  ],
)

/** AUTOINCREMENT numbers calls without gaps; TVs store the last sequence that they played. */
export const calls = sqliteTable(
  'calls',
  {
    sequence: id(),
    patientId: integer()
      .notNull()
      .references(() => patients.id),
    roomName: text().notNull(),
    windowId: integer().references(() => rooms.id, { onDelete: 'set null' }),
    calledAt: text().notNull(),
    isWithdrawn: boolean().default(false),
  },
  call => [index('calls_patient').on(call.patientId, call.sequence)],
)

/** Changes of each patient's newest step. A row is kept while the step can be undone. */
export const undoableSteps = sqliteTable('undoable_steps', {
  patientId: integer()
    .primaryKey()
    .references(() => patients.id),
  /** Undo reverts all steps of a group together. */
  groupId: text().notNull(),
  state: text({ mode: 'json' }).$type<PatientState>().notNull(),
  /** The patient's number of journey entries. If it differs, something happened after the step. */
  steps: integer().notNull(),
  at: text().notNull(),
  callSequence: integer(),
  /** Patients on hold whom this call brought one call nearer. */
  countedDown: text({ mode: 'json' }).$type<number[]>().notNull(),
})

export const queueResets = sqliteTable(
  'queue_resets',
  {
    id: id(),
    day: text().notNull(),
    at: text().notNull(),
    byUserId: integer().references(() => users.id, { onDelete: 'set null' }),
    deletedCount: integer().notNull(),
    undoneAt: text(),
  },
  reset => [index('queue_resets_day').on(reset.day, reset.undoneAt, reset.at)],
)
