import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id } from './columns.ts'

/** What a request was answered, by its key. A patient or room in it is only named by its id. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** The session, or the program's token. */
    owner: text().notNull(),
    /** The session, the token or the kiosk: the same request may come again after the next sign-in. */
    userId: integer(),
    /** Method, path and the request's own key. */
    key: text().notNull(),
    bodyHash: text().notNull(),
    status: integer().notNull(),
    answer: text({ mode: 'json' }).notNull(),
    at: integer().notNull(),
  },
  row => [primaryKey({ columns: [row.key, row.owner] }), index('idempotency_keys_at').on(row.at)],
)

/**
 * Who changed what. Rows are only added. They are removed after twelve months, which waits while
 * the date of the computer is in doubt.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: id(),
    at: text().notNull(),
    /** The user may have been deleted since; the name is as it was. */
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

/** What a report counts of a day that is over, as JSON; it can be made again from the journeys. */
export const reportDays = sqliteTable('report_days', {
  day: text().primaryKey(),
  sums: text({ mode: 'json' }).notNull(),
})

export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
