import { sql } from 'drizzle-orm'
import { blob, check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MEDIA_KINDS } from '#domain/media/media'
import { VOICE_LANGUAGES } from '#domain/voice/languages'
import { boolean, checkOneOf, id } from './columns.ts'

export const settings = sqliteTable(
  'settings',
  {
    key: text().primaryKey(),
    value: text().notNull(),
    category: text({ enum: ['display', 'audio'] }).notNull(),
    updatedAt: text().notNull(),
  },
  setting => [checkOneOf('settings_category_check', setting.category, ['display', 'audio'])],
)

/** A stored file, named by the hash of its content and its type, or a link without `filename`. */
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
    isLogo: boolean().default(false),
    createdAt: text().notNull(),
  },
  item => [
    index('media_filename').on(item.filename),
    checkOneOf('media_type_check', item.type, MEDIA_KINDS),
    check('media_file_check', sql`(${item.url} is null) = (${item.mime} is not null)`),
  ],
)

/** Stored files in parts. `at`: time of the last save, in ms. */
export const mediaParts = sqliteTable(
  'media_parts',
  {
    filename: text().notNull(),
    part: integer().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
    at: integer().notNull(),
  },
  row => [
    primaryKey({ columns: [row.filename, row.part] }),
    index('media_parts_at').on(row.at, row.filename),
  ],
)

/** `clip` is the name of the replaced clip, or `room-` and a room's id. */
export const voiceRecordings = sqliteTable(
  'voice_recordings',
  {
    language: text({ enum: VOICE_LANGUAGES }).notNull(),
    clip: text().notNull(),
    mp3: blob({ mode: 'buffer' }).notNull(),
    savedAt: text().notNull(),
  },
  recording => [primaryKey({ columns: [recording.language, recording.clip] })],
)
