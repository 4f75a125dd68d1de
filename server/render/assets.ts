import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Next } from 'hono'
import { ASSETS_ROOT } from '../config/paths.ts'
import { type Asset, listAssets, sendAsset } from '../http/static-files.ts'

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

/** Everything under dist/ and static/. Only the names are read at start. */
export function openAssets({ viteOrigin }: { viteOrigin?: string | undefined } = {}): Assets {
  const files = listAssets(join(ASSETS_ROOT, 'static'))
  if (viteOrigin) {
    return {
      isDev: true,
      ...createFileServer(files),
      forIslands: () => fromVite(viteOrigin),
      forTv: () => ({
        ...fromVite(viteOrigin),
        styles: [],
        scripts: viteScripts(viteOrigin, TV_ENTRY),
      }),
    }
  }

  const dist = join(ASSETS_ROOT, 'dist')
  for (const [url, asset] of listAssets(dist)) files.set(url, asset)
  const manifest = readManifest(join(dist, '.vite/manifest.json'))
  const tv = tvFromBuild(readManifest(join(dist, '.vite/tv-manifest.json')))
  return {
    isDev: false,
    ...createFileServer(files),
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

function createFileServer(files: Map<string, Asset>) {
  return {
    has: (path: string) => files.has(path),
    async serve(c: Context, next: Next) {
      const asset = files.get(c.req.path)
      if (!asset || !['GET', 'HEAD'].includes(c.req.method)) return void (await next())
      return sendAsset(c, asset)
    },
  }
}
