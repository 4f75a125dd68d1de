import type { Context } from 'hono'
import { CSV_SEPARATORS, type CsvSeparator } from '#domain/reports/csv'
import { readOwnCookies, writeCookie } from './cookies.ts'
import type { AppEnv } from './middleware/auth.ts'
import { streamChunks } from './stream-chunks.ts'

const SEPARATOR_COOKIE = 'csv-separator'
const MAX_AGE_S = 400 * 24 * 60 * 60

type Csv = {
  fileName: string
  separator: CsvSeparator
  chunks: AsyncIterable<string>
  assertAllowed(): Promise<void>
}

/** Remembers the separator in this browser, because it suits this computer's spreadsheets. */
export function sendCsv(c: Context<AppEnv>, { fileName, separator, chunks, assertAllowed }: Csv) {
  writeCookie(c, SEPARATOR_COOKIE, separator, MAX_AGE_S)
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${fileName}"`)
  return c.body(streamChunks(chunks, assertAllowed))
}

/** Returns the separator that was last chosen in this browser. */
export function getCsvSeparator(c: Context): CsvSeparator {
  const chosen = readOwnCookies(c, SEPARATOR_COOKIE)[0]?.value
  return CSV_SEPARATORS.find(separator => separator === chosen) ?? 'comma'
}
