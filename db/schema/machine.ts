import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './users.ts'

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

export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
