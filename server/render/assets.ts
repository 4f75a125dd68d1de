import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Next } from 'hono'
import { byteRange } from '#clinic/byte-range'
import { SHIPPED } from '../shipped.ts'

/** What a page has to load: made by Vite's build, or linked to Vite itself while developing. */
export type PageAssets = { styles: string[]; scripts: string[]; preloads: string[]; isDev: boolean }
export type Assets = {
  isDev: boolean
  has(path: string): boolean
  serve(c: Context, next: Next): Promise<Response | undefined>
  forIslands(names: string[]): PageAssets
  forTv(): PageAssets
}

type Chunk = { file: string; css?: string[]; imports?: string[]; isDynamicEntry?: boolean }
type Manifest = Record<string, Chunk>

const ENTRY = 'islands/hydrate.ts'
const TV_ENTRY = 'islands/tv/entry.tsx'
const A_DAY = 'public, max-age=86400'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Everything under dist/ and static/, held in memory with its compressed forms. */
export function openAssets({ viteOrigin }: { viteOrigin?: string | undefined } = {}): Assets {
  const files = new Map<string, File>()
  collect(files, join(SHIPPED, 'static'), '/')
  if (viteOrigin) {
    return {
      isDev: true,
      ...serving(files),
      forIslands: () => fromVite(viteOrigin),
      forTv: () => ({
        ...fromVite(viteOrigin),
        styles: [],
        scripts: viteScripts(viteOrigin, TV_ENTRY),
      }),
    }
  }

  const dist = join(SHIPPED, 'dist')
  collect(files, dist, '/')
  const manifest = readManifest(join(dist, '.vite/manifest.json'))
  const tv = tvFromBuild(readManifest(join(dist, '.vite/tv-manifest.json')))
  return {
    isDev: false,
    ...serving(files),
    forIslands: names => fromBuild(manifest, names),
    forTv: () => tv,
  }
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function fromVite(origin: string): PageAssets {
  const styles = [`${origin}/islands/styles/index.css`]
  return { styles, scripts: viteScripts(origin, ENTRY), preloads: [], isDev: true }
}

function viteScripts(origin: string, entry: string) {
  return [`${origin}/@vite/client`, `${origin}/${entry}`]
}

/** The display's build makes one script and one sheet. */
function tvFromBuild(manifest: Manifest): PageAssets {
  const files = [manifest[TV_ENTRY], manifest['style.css']].map(chunk => `/${chunk?.file}`)
  const [script = '', style = ''] = files
  return { styles: [style], scripts: [script], preloads: [], isDev: false }
}

function fromBuild(manifest: Manifest, names: string[]): PageAssets {
  const entry = manifest[ENTRY]
  if (!entry) throw new Error('dist/ has no entry: run the build (bun run build) once more')
  const islands = names.flatMap(name =>
    Object.keys(manifest).filter(key => key.endsWith(`/${name}.tsx`)),
  )
  const preloads = [...new Set([ENTRY, ...islands].flatMap(key => withImports(manifest, key)))]
  return {
    styles: (entry.css ?? []).map(file => `/${file}`),
    scripts: [`/${entry.file}`],
    preloads: preloads.filter(file => file !== entry.file).map(file => `/${file}`),
    isDev: false,
  }
}

function withImports(manifest: Manifest, key: string): string[] {
  const chunk = manifest[key]
  if (!chunk) return []
  return [chunk.file, ...(chunk.imports ?? []).flatMap(other => withImports(manifest, other))]
}

type File = { bodies: Record<string, Uint8Array<ArrayBuffer>>; headers: Record<string, string> }

function collect(files: Map<string, File>, folder: string, url: string) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name === '.vite' || /\.(br|gz|map|ts)$/.test(name)) continue
    if (statSync(path).isDirectory()) collect(files, path, `${url}${name}/`)
    else files.set(url + name, read(path, url))
  }
}

function read(path: string, url: string): File {
  const identity = readFileSync(path)
  const br = readIfThere(`${path}.br`)
  const gzip = readIfThere(`${path}.gz`)
  return {
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
    headers: {
      'content-type': Bun.file(path).type,
      'cache-control': lifetime(url),
      etag: `"${Bun.hash(identity).toString(36)}"`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      ...(br || gzip ? { vary: 'accept-encoding' } : {}),
    },
  }
}

/** A display must not wait for the network before each sound. */
function lifetime(url: string) {
  if (url.startsWith('/assets/')) return FOR_EVER
  return url.startsWith('/sounds/') ? A_DAY : 'no-cache'
}

function readIfThere(path: string) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function serving(files: Map<string, File>) {
  return {
    has: (path: string) => files.has(path),
    async serve(c: Context, next: Next) {
      const file = files.get(c.req.path)
      if (!file || !['GET', 'HEAD'].includes(c.req.method)) return void (await next())
      return answer(c, file)
    },
  }
}

function answer(c: Context, { bodies, headers }: File) {
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = ['br', 'gzip'].find(name => bodies[name] && accepted.includes(name))
  const told = encoding ? { ...headers, 'content-encoding': encoding } : headers
  if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, told)

  const body = bodies[encoding ?? 'identity'] ?? new Uint8Array()
  // Players ask for parts of a sound.
  const range = encoding ? null : byteRange(c.req.header('range'), body.length)
  if (!range) return c.body(body, 200, told)
  if (range === 'none') return c.body(null, 416, { 'content-range': `bytes */${body.length}` })
  const { from, to } = range
  const about = { ...told, 'content-range': `bytes ${from}-${to}/${body.length}` }
  return c.body(body.slice(from, to + 1), 206, about)
}
