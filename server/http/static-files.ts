import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from 'hono'
import { sendFile } from './send-file.ts'

const ONE_DAY = 'public, max-age=86400'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const NOT_SERVED = /\.(br|gz|map|ts)$/
/** Larger ones, sounds above all, are seldom asked for and quickly read. */
const MAX_CACHED_BYTES = 64 * 1024

/** The endings of a file's compressed forms, by the name of their encoding, the better one first. */
const EXTENSIONS = { br: '.br', gzip: '.gz' }
type Encoding = keyof typeof EXTENSIONS | 'identity'
type Body = Uint8Array<ArrayBuffer>

/** A file that is served as it is, in up to three forms; nothing of it is read before it is asked for. */
export type Asset = {
  path: string
  lifetime: string
  encodings: Encoding[]
  etag: string | null
  kept: Map<Encoding, Body>
}

/** The files of a folder and those below it, by their addresses. */
export function listAssets(folder: string, url = '/'): Map<string, Asset> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => name !== '.vite',
  )
  const names = new Set(entries.map(({ name }) => name))
  const assets = new Map<string, Asset>()
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      for (const [below, asset] of listAssets(path, `${url}${entry.name}/`))
        assets.set(below, asset)
    } else if (!NOT_SERVED.test(entry.name)) {
      const encodings = (['br', 'gzip'] as const).filter(one =>
        names.has(entry.name + EXTENSIONS[one]),
      )
      const kept = new Map()
      assets.set(url + entry.name, {
        path,
        lifetime: getCacheControl(url),
        encodings,
        etag: null,
        kept,
      })
    }
  }
  return assets
}

/** A display must not wait for the network before each sound. */
function getCacheControl(url: string) {
  if (url.startsWith('/assets/')) return IMMUTABLE
  return url.startsWith('/sounds/') ? ONE_DAY : 'no-cache'
}

/** In the best encoding that the client accepts; the bytes of a small file stay in memory. */
export function sendAsset(c: Context, asset: Asset) {
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = asset.encodings.find(name => accepted.includes(name)) ?? 'identity'
  const body = getBody(asset, encoding)
  return sendFile(c, {
    size: body.length,
    etag: getEtag(asset),
    headers: getHeaders(asset, encoding),
    read: range => (range ? body.slice(range.from, range.to + 1) : body),
    hasRanges: encoding === 'identity',
  })
}

function getEtag(asset: Asset) {
  asset.etag ??= `"${Bun.hash(readFileSync(asset.path)).toString(36)}"`
  return asset.etag
}

function getHeaders(asset: Asset, encoding: Encoding): Record<string, string> {
  return {
    'content-type': Bun.file(asset.path).type,
    'cache-control': asset.lifetime,
    'x-content-type-options': 'nosniff',
    ...(asset.encodings.length > 0 ? { vary: 'accept-encoding' } : {}),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
}

function getBody({ path, kept }: Asset, encoding: Encoding): Body {
  const known = kept.get(encoding)
  if (known) return known
  const body = readFileSync(encoding === 'identity' ? path : path + EXTENSIONS[encoding])
  if (body.length <= MAX_CACHED_BYTES) kept.set(encoding, body)
  return body
}
