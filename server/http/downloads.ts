import type { Context } from 'hono'
import { CSV_SEPARATORS, type CsvSeparator } from '#domain/reports/csv'
import { readOwnCookies, writeCookie } from './cookies.ts'
import type { AppEnv } from './middleware/auth.ts'

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

export function getCsvSeparator(c: Context): CsvSeparator {
  const chosen = readOwnCookies(c, SEPARATOR_COOKIE)[0]?.value
  return CSV_SEPARATORS.find(separator => separator === chosen) ?? 'comma'
}

/** `content` starts when the stream is read. The download fails if `assertAllowed` throws. */
export function streamChunks(
  content: AsyncIterable<Uint8Array | string>,
  assertAllowed: () => Promise<unknown>,
) {
  const chunks = content[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let hasBegun = false
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      try {
        if (hasBegun) await assertAllowed()
        hasBegun = true
      } catch (cause) {
        await chunks.return?.()
        throw cause
      }
      controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await chunks.return?.()
    },
  }
  return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
}
