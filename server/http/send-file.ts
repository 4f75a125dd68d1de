import type { Context } from 'hono'

/** Byte positions. Both ends are included. */
type Range = { from: number; to: number }

type FileResponse = {
  size: number
  etag: string
  headers: Record<string, string>
  read(range: Range): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
  /** False for a compressed body. */
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
