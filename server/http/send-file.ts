import type { Context } from 'hono'
import { DomainError } from '#domain/errors'
import { cutText } from '#domain/text'
import type { App } from '../context.ts'

/** Byte positions. Both ends are included. */
type Range = { from: number; to: number }

type FileResponse = {
  size: number
  etag: string
  headers: Record<string, string>
  read(range: Range): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
  hasRanges?: boolean
}

/** Handles ETag, 304, HEAD and byte ranges (RFC 9110). Calls `read` only to send a body. */
export async function sendFile(c: Context, file: FileResponse) {
  const { size, etag, read, hasRanges = true } = file
  const headers: Record<string, string> = {
    ...file.headers,
    etag,
    'accept-ranges': hasRanges ? 'bytes' : 'none',
  }
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)

  const isHead = c.req.method === 'HEAD'
  const isSameFile = [undefined, etag].includes(c.req.header('if-range'))
  const wantsRange = hasRanges && isSameFile && !isHead
  const range = wantsRange ? parseByteRange(c.req.header('range'), size) : null
  if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${size}` })

  const part = range ?? { from: 0, to: size - 1 }
  const { from, to } = part
  headers['content-length'] = String(to + 1 - from)
  if (range) headers['content-range'] = `bytes ${from}-${to}/${size}`
  const status = range ? 206 : 200
  return isHead ? c.body(null, status, headers) : c.body(await read(part), status, headers)
}

/** Parses `bytes=0-99`, `bytes=100-` or `bytes=-500`. Null means the whole file. */
function parseByteRange(
  header: string | undefined,
  length: number,
): Range | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') return toRange(Math.max(0, length - Number(last)), length - 1)
  if (last !== '' && Number(last) < Number(first)) return null
  return toRange(Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1))
}

function toRange(from: number, to: number) {
  return from <= to ? { from, to } : 'unsatisfiable'
}

export function matchesEtag(header: string | undefined, etag: string) {
  const tags = (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

type StoredFile = { name: string; filename: string; mime: string | null; bytes: number | null }

const EXTENSIONS: Record<string, RegExp> = {
  'image/png': /\.png$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/gif': /\.gif$/i,
  'image/webp': /\.webp$/i,
}
const MAX_NAME_LENGTH = 120
const IMMUTABLE = 'private, max-age=31536000, immutable'
const NO_NAME = 'media'

/** Throws a 404 for a link. */
export function sendMedia(c: Context, item: StoredFile | null, { v }: { v?: string | undefined }) {
  const { mediaStorage }: App = c.get('app')
  if (!item?.mime || item.bytes === null) throw new DomainError('Not found', { status: 404 })

  return sendFile(c, {
    size: item.bytes,
    etag: `"${item.filename.replace(/\..*/, '')}"`,
    headers: {
      'content-type': item.mime,
      'content-disposition': formatContentDisposition(item.name, item.mime),
      // An upload must never run as a page or a script of this site.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      // Only an address with the file's version always has this content.
      'cache-control': v === item.filename ? IMMUTABLE : 'private, no-cache',
    },
    read: range => mediaStorage.read(item.filename, range),
  })
}

/** Browsers keep a clip but check for a newer one, because a clinic may record it again. */
export function sendVoice(c: Context, mp3: Uint8Array<ArrayBuffer>) {
  return sendFile(c, {
    size: mp3.length,
    etag: `"${Bun.hash(mp3).toString(36)}"`,
    headers: {
      'content-type': 'audio/mpeg',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    },
    read: ({ from, to }) => mp3.slice(from, to + 1),
  })
}

/** `inline` with the item's name and the extension of its content (RFC 6266, RFC 5987). */
export function formatContentDisposition(name: string, mime: string) {
  const stem = cutText(name.toWellFormed(), MAX_NAME_LENGTH) || NO_NAME
  const full = EXTENSIONS[mime]?.test(stem) ? stem : `${stem}.${mime.replace(/^.*\//, '')}`
  const ascii = full.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
