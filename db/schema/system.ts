import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

/** The response of a write with an Idempotency-Key. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    response: text({ mode: 'json' }).notNull(),
    at: integer().notNull(),
  },
  row => [primaryKey({ columns: [row.userId, row.key] }), index('idempotency_keys_at').on(row.at)],
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
