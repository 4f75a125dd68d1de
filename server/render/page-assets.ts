import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ASSETS_ROOT } from '../config/paths.ts'

export type PageAssets = {
  styles: string[]
  scripts: string[]
  preloads: string[]
  /** Fonts for the first paint, because a font that arrives later moves the page. */
  fonts?: string[]
  isDev: boolean
}
export type LinkedAssets = {
  isDev: boolean
  /** Identifies the build by its scripts, or '' while developing. */
  build: string
  forIslands(names: string[], sheet?: string): PageAssets
  forTv(): PageAssets
  forTicket(medium: keyof typeof TICKET_ENTRIES): PageAssets
}

type Chunk = {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
type Manifest = Record<string, Chunk>
type Built = { manifest: Manifest; islands: Record<string, string> }

const ENTRY = 'islands/hydrate.ts'
/** Every page with this part of the shell listens for live events. */
const SIGNED_IN = 'Sidebar'
const LIVE = 'islands/data/live.ts'
const SHARED_SHEET = 'islands/styles/index.css'
const TICKET_ENTRIES = { phone: 'islands/ticket/phone.ts', paper: 'islands/ticket/paper.ts' }
const TV_ENTRY = 'islands/tv/entry.tsx'
const TV_PAGE_SHEET = 'islands/tv/page.css'

export function readBuiltAssets(dist: string): LinkedAssets {
  const read = (name: string) => JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8'))
  const built: Built = { manifest: read('manifest.json'), islands: read('islands.json') }
  const tv = tvFromBuild(read('tv-manifest.json'))
  const tickets: Manifest = read('ticket-manifest.json')
  return {
    isDev: false,
    build: built.manifest[ENTRY]?.file ?? '',
    forIslands: (names, sheet) => fromBuild(built, names, sheet),
    forTv: () => tv,
    forTicket: medium => fromTicketBuild(tickets[TICKET_ENTRIES[medium]]),
  }
}

export function linkViteAssets(origin: string): LinkedAssets {
  return {
    isDev: true,
    build: '',
    forIslands: () => fromVite(origin),
    forTv: () => ({ ...fromVite(origin), styles: [], scripts: viteScripts(origin, TV_ENTRY) }),
    forTicket: medium => ({
      ...fromVite(origin),
      styles: [`${origin}/islands/ticket/${medium}.css`],
      scripts: viteScripts(origin, TICKET_ENTRIES[medium]),
    }),
  }
}

/** Links all sheets, because Vite adds a sheet only after its script has run. */
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

function tvFromBuild(manifest: Manifest): PageAssets {
  const files = [manifest[TV_ENTRY], manifest['style.css']].map(chunk => `/${chunk?.file}`)
  const [script = '', style = ''] = files
  return { styles: [style], scripts: [script], preloads: [], isDev: false }
}

function fromTicketBuild(chunk: Chunk | undefined): PageAssets {
  if (!chunk) throw new Error('dist/ has no tickets: run the build (bun run build) once more')
  const { file, css = [] } = chunk
  return { styles: css.map(toUrl), scripts: [toUrl(file)], preloads: [], isDev: false }
}

/** The shared sheet comes first because it declares the layers. */
function fromBuild({ manifest, islands }: Built, names: string[], own = ''): PageAssets {
  const { [ENTRY]: entry, [SHARED_SHEET]: sheet } = manifest
  if (!entry || !sheet)
    throw new Error('dist/ has no entry: run the build (bun run build) once more')
  const paths = Object.keys(islands)
  const files = names.map(name => islands[paths.find(path => path.endsWith(`/${name}.tsx`)) ?? ''])
  const keys = Object.keys(manifest)
  const chunks = new Set<Chunk>()
  for (const file of [entry.file, ...files]) {
    addChunk(manifest, keys.find(key => manifest[key]?.file === file) ?? '', chunks)
  }
  if (names.includes(SIGNED_IN)) addChunk(manifest, LIVE, chunks)
  const all = [...chunks]
  const onDemand = new Set(chunks)
  for (const key of all.flatMap(chunk => (chunk === entry ? [] : (chunk.dynamicImports ?? [])))) {
    addChunk(manifest, key, onDemand)
  }
  return {
    styles: unique([
      sheet.file,
      ...[...onDemand].flatMap(({ css }) => css ?? []),
      ...(manifest[own] ? [manifest[own].file] : []),
    ]).map(toUrl),
    scripts: [toUrl(entry.file)],
    preloads: all.filter(chunk => chunk !== entry).map(({ file }) => toUrl(file)),
    fonts: (sheet.assets ?? []).map(toUrl),
    isDev: false,
  }
}

const toUrl = (file: string) => `/${file}`
const unique = (files: string[]) => [...new Set(files)]

/** Imported chunks come first, so that a chunk's own sheet overrides theirs. */
function addChunk(manifest: Manifest, key: string, chunks: Set<Chunk>) {
  const chunk = manifest[key]
  if (!chunk || chunks.has(chunk)) return
  for (const other of chunk.imports ?? []) addChunk(manifest, other, chunks)
  chunks.add(chunk)
}
