import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Next } from 'hono'
import { ASSETS_ROOT, DIST } from '../config/paths.ts'
import { type LinkedAssets, linkViteAssets, readBuiltAssets } from '../render/page-assets.ts'
import { sendFile } from './send-file.ts'

const ONE_DAY = 'public, max-age=86400'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const NOT_SERVED = /\.(br|gz|map|ts)$/
/** Larger files are not cached, because they are mostly sounds and rarely requested. */
const MAX_CACHED_BYTES = Bun.isStandaloneExecutable ? 64 * 1024 : Number.POSITIVE_INFINITY

/** The preferred encoding comes first. */
const EXTENSIONS = { br: '.br', gzip: '.gz' }
type Encoding = keyof typeof EXTENSIONS | 'identity'
type Body = Uint8Array<ArrayBuffer>

type Asset = {
  path: string
  cacheControl: string
  encodings: Encoding[]
  hash: string | null
  cachedBodies: Map<Encoding, Body>
}

export type Assets = LinkedAssets & {
  has(path: string): boolean
  serve(c: Context, next: Next): Promise<Response | undefined>
}

export function loadAssets({ viteOrigin }: { viteOrigin?: string | undefined } = {}): Assets {
  const built = viteOrigin ? [] : listAssets(DIST)
  const files = new Map([...listAssets(join(ASSETS_ROOT, 'static')), ...built])
  // Without a single binary, a build or another version may replace the running program's files.
  if (!Bun.isStandaloneExecutable && !viteOrigin) for (const asset of files.values()) load(asset)
  return {
    ...(viteOrigin ? linkViteAssets(viteOrigin) : readBuiltAssets(DIST)),
    has: path => files.has(path),
    async serve(c, next) {
      const asset = files.get(c.req.path)
      if (!asset || !['GET', 'HEAD'].includes(c.req.method)) return void (await next())
      return sendAsset(c, asset)
    },
  }
}

function load(asset: Asset) {
  getEtag(asset, 'identity')
  for (const encoding of ['identity', ...asset.encodings] as const) getBody(asset, encoding)
}

export function listAssets(folder: string, url = '/'): Map<string, Asset> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.'),
  )
  const names = new Set(entries.map(({ name }) => name))
  const assets = new Map<string, Asset>()
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      for (const [childUrl, asset] of listAssets(path, `${url}${entry.name}/`))
        assets.set(childUrl, asset)
    } else if (!NOT_SERVED.test(entry.name)) {
      const encodings = (['br', 'gzip'] as const).filter(encoding =>
        names.has(entry.name + EXTENSIONS[encoding]),
      )
      assets.set(url + entry.name, {
        path,
        cacheControl: getCacheControl(url),
        encodings,
        hash: null,
        cachedBodies: new Map(),
      })
    }
  }
  return assets
}

function getCacheControl(url: string) {
  if (url.startsWith('/assets/')) return IMMUTABLE
  return url.startsWith('/sounds/') ? ONE_DAY : 'no-cache'
}

function sendAsset(c: Context, asset: Asset) {
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = asset.encodings.find(name => accepted.includes(name)) ?? 'identity'
  const body = getBody(asset, encoding)
  return sendFile(c, {
    size: body.length,
    etag: getEtag(asset, encoding),
    headers: getHeaders(asset, encoding),
    read: ({ from, to }) => body.subarray(from, to + 1),
    hasRanges: encoding === 'identity',
  })
}

/** Each encoding has a separate ETag, because the bytes differ (RFC 9110). */
function getEtag(asset: Asset, encoding: Encoding) {
  asset.hash ??= Bun.hash(readFileSync(asset.path)).toString(36)
  return encoding === 'identity' ? `"${asset.hash}"` : `"${asset.hash}-${encoding}"`
}

function getHeaders(asset: Asset, encoding: Encoding): Record<string, string> {
  return {
    'content-type': Bun.file(asset.path).type,
    'cache-control': asset.cacheControl,
    'x-content-type-options': 'nosniff',
    ...(asset.encodings.length > 0 ? { vary: 'accept-encoding' } : {}),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
}

function getBody({ path, cachedBodies }: Asset, encoding: Encoding): Body {
  const cached = cachedBodies.get(encoding)
  if (cached) return cached
  const body = readFileSync(encoding === 'identity' ? path : path + EXTENSIONS[encoding])
  if (body.length <= MAX_CACHED_BYTES) cachedBodies.set(encoding, body)
  return body
}
