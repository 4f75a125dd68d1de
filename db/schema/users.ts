import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { TV_KINDS } from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import { PAIRING_STATES } from '#domain/display/tv-pairing'
import type { Scope } from '#domain/programs/api-token'
import { ROLES } from '#domain/users/user'
import { boolean, checkOneOf, id } from './columns.ts'

/** Versions up to 1.1.0 saved 'tv' sessions for displays. */
const SESSION_KINDS = ['staff', 'tv'] as const
const QR_STATES = ['active', 'authorized', 'complete', 'expired'] as const

export const users = sqliteTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    /** The username in lower case, because SQLite folds only ASCII letters. */
    folded: text().notNull(),
    passwordHash: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    isActive: boolean().default(true),
    createdAt: text().notNull(),
  },
  user => [
    uniqueIndex('users_username_unique').on(user.folded),
    checkOneOf('users_role_check', user.role, ROLES),
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
    index('sessions_user').on(session.userId),
    checkOneOf('sessions_kind_check', session.kind, SESSION_KINDS),
  ],
)

/** Codes and the browser's secret are stored as hashes only. Times in milliseconds. */
export const qrSessions = sqliteTable(
  'qr_sessions',
  {
    id: text().primaryKey(),
    /** Secret hash of the browser that shows the QR code; '' after it signs in. */
    secretHash: text().notNull(),
    /** Browser description shown on the phone. Null in rows of version 1.0.0. */
    browser: text(),
    address: text(),
    state: text({ enum: QR_STATES }).notNull(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    tvCodeHash: text(),
    phoneCodeHash: text(),
    failedTries: integer().notNull().default(0),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  qr => [
    checkOneOf('qr_sessions_state_check', qr.state, QR_STATES),
    check(
      'qr_sessions_user_check',
      sql`${qr.state} not in ('authorized', 'complete') or ${qr.userId} is not null`,
    ),
  ],
)

/** A TV's token is stored as a hash only; revoking a device deletes the hash and keeps the row. */
export const tvDevices = sqliteTable(
  'tv_devices',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    kind: text({ enum: TV_KINDS }).notNull().default('tv'),
    tokenHash: text(),
    createdAt: text().notNull(),
    lastSeenAt: text(),
    revokedAt: text(),
    options: text({ mode: 'json' }).$type<Partial<TvOptions>>(),
  },
  device => [
    uniqueIndex('tv_devices_token_unique').on(device.tokenHash),
    check(
      'tv_devices_revoked_check',
      sql`(${device.revokedAt} is null) = (${device.tokenHash} is not null)`,
    ),
  ],
)

/** Devices that wait for pairing or were paired recently. Stores hashes of their ids and tokens. */
export const tvPairings = sqliteTable(
  'tv_pairings',
  {
    idHash: text().primaryKey(),
    code: text().notNull(),
    kind: text({ enum: TV_KINDS }).notNull().default('tv'),
    tokenHash: text().notNull(),
    address: text().notNull(),
    state: text({ enum: PAIRING_STATES }).notNull(),
    endsAt: integer().notNull(),
  },
  pairing => [checkOneOf('tv_pairings_state_check', pairing.state, PAIRING_STATES)],
)

export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
    tokenHash: text().notNull(),
    createdAt: text().notNull(),
    lastUsedAt: text(),
  },
  token => [
    uniqueIndex('api_tokens_token_unique').on(token.tokenHash),
    index('api_tokens_user').on(token.userId),
  ],
)
