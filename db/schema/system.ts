import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id } from './columns.ts'

export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    owner: text().notNull(),
    /** Finds a request repeated after the user's next sign-in. Null without a session. */
    userId: integer(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    status: integer().notNull(),
    answer: text({ mode: 'json' }).notNull(),
    at: integer().notNull(),
  },
  row => [primaryKey({ columns: [row.key, row.owner] }), index('idempotency_keys_at').on(row.at)],
)

/** Rows are only added. A cleanup deletes them after twelve months unless the date is in doubt. */
export const audit = sqliteTable(
  'audit',
  {
    id: id(),
    at: text().notNull(),
    /** The user may have been deleted since. `username` is the name at the time of the change. */
    userId: integer(),
    username: text(),
    address: text(),
    action: text().notNull(),
    subject: text(),
    detail: text(),
  },
  entry => [
    index('audit_at').on(entry.at),
    index('audit_action').on(entry.action),
    index('audit_user').on(entry.username),
  ],
)

/** A report's counts for a past day, as JSON. They can be computed again from the journeys. */
export const reportDays = sqliteTable('report_days', {
  day: text().primaryKey(),
  sums: text({ mode: 'json' }).notNull(),
})

export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
