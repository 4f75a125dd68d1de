import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

/** The response of a write with an Idempotency-Key. Table and columns keep the names of the first release. */
export const idempotencyKeys = sqliteTable(
  'answers',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    response: text('answer', { mode: 'json' }).notNull(),
    at: integer().notNull(),
  },
  row => [primaryKey({ columns: [row.userId, row.key] }), index('answers_by_age').on(row.at)],
)

export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
