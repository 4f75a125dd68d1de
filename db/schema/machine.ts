import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

/** The response to a write with an Idempotency-Key; the same key gets the same response. */
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

/** Such as the key that signs cookies. */
export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
