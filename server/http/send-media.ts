import type { Context } from 'hono'
import { DomainError } from '#domain/errors'
import { cutText } from '#domain/text'
import type { App } from '../context.ts'
import { sendFile } from './send-file.ts'

type StoredFile = { name: string; filename: string; mime: string | null; bytes: number | null }

const EXTENSIONS: Record<string, RegExp> = {
  'image/png': /\.png$/i,
  'image/jpeg': /\.jpe?g$/i,
  'image/gif': /\.gif$/i,
  'image/webp': /\.webp$/i,
}
const MAX_NAME_LENGTH = 120
/** The name of a file if its own name is hidden. */
const NO_NAME = 'media'

/** Throws a 404 for a link. */
export function sendMedia(c: Context, item: StoredFile | null, { v }: { v?: string | undefined }) {
  const { mediaStorage }: App = c.get('app')
  if (!item?.mime || item.bytes === null) throw new DomainError('Not found', { status: 404 })

  return sendFile(c, {
    size: item.bytes,
    etag: `"${item.filename.replace(/\..*/, '')}"`,
    headers: { ...getHeaders(item.name, item.mime), 'cache-control': getCacheControl(item, v) },
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

/** An upload must never run as a page or a script of this site. */
function getHeaders(name: string, mime: string) {
  return {
    'content-type': mime,
    'content-disposition': formatContentDisposition(name, mime),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
}

/** An address without the file's version must be revalidated, because its file may change. */
function getCacheControl({ filename }: StoredFile, version?: string) {
  const isVersioned = version === filename
  return isVersioned ? 'private, max-age=31536000, immutable' : 'private, no-cache'
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
