import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ASSETS_ROOT } from '../config/paths.ts'

/** The addresses of what a page loads. */
export type PageAssets = { styles: string[]; scripts: string[]; preloads: string[]; isDev: boolean }
export type LinkedAssets = {
  isDev: boolean
  forIslands(names: string[]): PageAssets
  forTv(): PageAssets
}

type Chunk = { file: string; css?: string[]; imports?: string[]; isDynamicEntry?: boolean }
type Manifest = Record<string, Chunk>

const ENTRY = 'islands/hydrate.ts'
const SHARED_SHEET = 'islands/styles/index.css'
const TV_ENTRY = 'islands/tv/entry.tsx'
const TV_PAGE_SHEET = 'islands/tv/page.css'

/** From the build in `dist`. */
export function readBuiltAssets(dist: string): LinkedAssets {
  const manifest = readManifest(join(dist, '.vite/manifest.json'))
  const tv = tvFromBuild(readManifest(join(dist, '.vite/tv-manifest.json')))
  return { isDev: false, forIslands: names => fromBuild(manifest, names), forTv: () => tv }
}

/** From Vite's development server. */
export function linkViteAssets(origin: string): LinkedAssets {
  return {
    isDev: true,
    forIslands: () => fromVite(origin),
    forTv: () => ({ ...fromVite(origin), styles: [], scripts: viteScripts(origin, TV_ENTRY) }),
  }
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Every sheet: Vite itself adds them only when the scripts run that import them. */
function fromVite(origin: string): PageAssets {
  const sheets = [...new Bun.Glob('islands/**/*.css').scanSync(ASSETS_ROOT)].filter(
    path => !path.startsWith('islands/styles/') && path !== TV_PAGE_SHEET,
  )
  const styles = [SHARED_SHEET, ...sheets].map(path => `${origin}/${path}`)
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

/** The shared sheet first, for it names the layers; then those of the page's islands and of what these import. */
function fromBuild(manifest: Manifest, names: string[]): PageAssets {
  const { [ENTRY]: entry, [SHARED_SHEET]: sheet } = manifest
  if (!entry || !sheet)
    throw new Error('dist/ has no entry: run the build (bun run build) once more')
  const islands = names.flatMap(name =>
    Object.keys(manifest).filter(key => key.endsWith(`/${name}.tsx`)),
  )
  const chunks = new Set<Chunk>()
  for (const key of [ENTRY, ...islands]) addChunk(manifest, key, chunks)
  const all = [...chunks]
  return {
    styles: [...new Set([sheet.file, ...all.flatMap(({ css }) => css ?? [])])].map(
      file => `/${file}`,
    ),
    scripts: [`/${entry.file}`],
    preloads: all.filter(chunk => chunk !== entry).map(({ file }) => `/${file}`),
    isDev: false,
  }
}

/** What a chunk imports comes before it: its own sheet may then rule over theirs. */
function addChunk(manifest: Manifest, key: string, chunks: Set<Chunk>) {
  const chunk = manifest[key]
  if (!chunk || chunks.has(chunk)) return
  for (const other of chunk.imports ?? []) addChunk(manifest, other, chunks)
  chunks.add(chunk)
}
