import type { BunFile } from 'bun'
import type { Context } from 'hono'
import { DomainError } from '#domain/errors'
import type { App } from '../context.ts'
import { parseByteRange } from './byte-range.ts'
import { formatContentDisposition } from './content-disposition.ts'

type Stored = { name: string; filename: string; mime: string | null }

/** Answers with an item's file, whole or in part; 404 for a link, and for a file that is gone. */
export async function sendMedia(c: Context, item: Stored | null) {
  const { mediaStorage }: App = c.get('app')
  const file = item?.mime ? await mediaStorage.find(item.filename) : null
  if (!item?.mime || !file) throw new DomainError('Not found', { status: 404 })

  const etag = `"${item.filename.replace(/\..*/, '')}"`
  const headers = getHeaders(item.name, item.mime, etag)
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return sendFile(c, file, headers)
}

function sendFile(c: Context, file: BunFile, headers: Record<string, string>) {
  const { size } = file
  const isHead = c.req.method === 'HEAD'
  const isSame = [undefined, headers.etag].includes(c.req.header('if-range'))
  const range = isSame && !isHead ? parseByteRange(c.req.header('range'), size) : null
  if (range === 'none') return c.body(null, 416, { 'content-range': `bytes */${size}` })

  const { from, to } = range ?? { from: 0, to: size - 1 }
  const told: Record<string, string> = { ...headers, 'content-length': String(to + 1 - from) }
  if (range) told['content-range'] = `bytes ${from}-${to}/${size}`
  const status = range ? 206 : 200
  if (isHead) return c.body(null, status, told)
  return c.body(range ? file.slice(from, to + 1) : file, status, told)
}

/** Whatever was uploaded, it is only ever looked at: no script, no other type, no page of its own. */
function getHeaders(name: string, mime: string, etag: string) {
  return {
    'content-type': mime,
    'content-disposition': formatContentDisposition(name, mime),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    // The id is never used again, so what it stands for never changes.
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag,
  }
}

function matchesEtag(header: string | undefined, etag: string) {
  const known = (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
