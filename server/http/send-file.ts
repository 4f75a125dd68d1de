import type { BunFile } from 'bun'
import type { Context } from 'hono'
import { Refusal } from '#domain/errors'
import type { Clinic } from '../context.ts'
import { byteRange } from './byte-range.ts'
import { contentDisposition } from './content-disposition.ts'

type Stored = { name: string; filename: string; mime: string | null }

/** Answers with an item's file, whole or in part; 404 for a link, and for a file that is gone. */
export async function answerMedia(c: Context, item: Stored | null) {
  const { mediaStore }: Clinic = c.get('clinic')
  const file = item?.mime ? await mediaStore.find(item.filename) : null
  if (!item?.mime || !file) throw new Refusal('Not found', { status: 404 })

  const etag = `"${item.filename.replace(/\..*/, '')}"`
  const headers = headersOf(item.name, item.mime, etag)
  if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return answerFile(c, file, headers)
}

function answerFile(c: Context, file: BunFile, headers: Record<string, string>) {
  const { size } = file
  const isHead = c.req.method === 'HEAD'
  const isSame = [undefined, headers.etag].includes(c.req.header('if-range'))
  const range = isSame && !isHead ? byteRange(c.req.header('range'), size) : null
  if (range === 'none') return c.body(null, 416, { 'content-range': `bytes */${size}` })

  const { from, to } = range ?? { from: 0, to: size - 1 }
  const told: Record<string, string> = { ...headers, 'content-length': String(to + 1 - from) }
  if (range) told['content-range'] = `bytes ${from}-${to}/${size}`
  const status = range ? 206 : 200
  if (isHead) return c.body(null, status, told)
  return c.body(range ? file.slice(from, to + 1) : file, status, told)
}

/** Whatever was uploaded, it is only ever looked at: no script, no other type, no page of its own. */
function headersOf(name: string, mime: string, etag: string) {
  return {
    'content-type': mime,
    'content-disposition': contentDisposition(name, mime),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    // The id is never used again, so what it stands for never changes.
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag,
  }
}

function isKnown(header: string | undefined, etag: string) {
  const known = (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
