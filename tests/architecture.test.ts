import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Glob } from 'bun'
import { devDependencies } from '../package.json'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = '{server,routes,db,islands}/**/*.{ts,tsx}'
/** These start the program or build it; they may import anything. */
const TOP = ['server/cli', 'server/build', 'server/bootstrap.ts', 'server/main.ts']

/**
 * By value, left may import right (and itself). Type-only imports are free: they are gone before
 * anything runs.
 */
const MAY_IMPORT: Record<string, string> = {
  'server/domain': '',
  'server/http/schemas': 'server/domain zod',
  db: 'server/domain drizzle-orm drizzle-kit @libsql zod node',
  'server/observability': 'server/domain server/config/version prom-client node',
  'server/security': 'server/domain db server/observability hono/jwt ipaddr.js node',
  'server/config': `server/domain server/observability server/security db @libsql package.json
    node`,
  'server/tls': 'server/config server/domain/errors server/observability db/connection/errors node',
  'server/integrations': 'server/domain server/observability adhan zod',
  'server/storage': `server/config/paths server/config/program server/domain server/observability
    db age-encryption zod node`,
  'server/realtime': `server/domain server/observability server/security db/connection/errors
    socket.io @socket.io zod node`,
  'server/cluster': `server/observability server/realtime server/security rate-limiter-flexible
    @redis zod node`,
  // It starts this program again, as a process that reads.
  'server/long-reads': 'server/domain server/observability server/config/program db node',
  'server/queries': `server/domain db server/security server/integrations server/storage
    server/context.ts node/timers`,
  'server/actions': `server/queries server/domain db server/realtime server/security server/storage
    server/observability server/context.ts server/write.ts node/timers`,
  'server/render': 'server/domain server/config/paths islands react react-dom hono node',
  routes: `server/config/version server/render server/queries server/actions server/domain islands
    react`,
  // A response is stored with the request that it answers (idempotency-keys).
  'server/http': `server/actions server/queries server/write.ts server/http/schemas server/realtime server/security
    server/observability server/domain server/config/version server/config/licenses
    server/config/paths server/config/lan-addresses server/render db/connection/errors
    db/repositories/idempotency-keys routes hono @hono zod react node`,
  // lamejs is loaded only for a recording of one's own. vite is for the build's settings, which are
  // in the folder that they build.
  islands: `server/domain react react-dom @preact/signals-react hono/client socket.io-client
    lucide-react qrcode @breezystack/lamejs vite @vitejs node/path`,
}

const TOP_LEVEL = `server islands routes db static tests docs package.json bun.lock bunfig.toml
  tsconfig.json biome.json Dockerfile compose.yaml README.md CHANGELOG.md CONTRIBUTING.md LICENSE
  SECURITY.md`.split(/\s+/)
/** As .gitignore has them. */
const MAY_BE_MADE = ['node_modules', 'dist', 'data', 'out', '*.log']

type Source = { path: string; code: string; values: string[]; all: string[] }

const sources = await readSources()

test.each(Object.entries(MAY_IMPORT))('%s imports only what it may', (folder, allowed) => {
  const own = sources.filter(({ path }) => getRuleFolder(path) === folder)
  expect(own.length).toBeGreaterThan(0)
  const roots = [folder, ...allowed.split(/\s+/)]
  const violations = own.flatMap(({ path, values }) =>
    values.filter(target => !isBelow(target, roots)).map(target => `${path} imports ${target}`),
  )
  expect(violations, `${folder} may not. Move the code, or pass it in`).toEqual([])
})

test('what is shipped is among the dependencies, whose licenses are listed', () => {
  const shipped = sources.filter(({ path }) => !/^server\/build\/|\.config\.ts$/.test(path))
  const violations = shipped.flatMap(({ path, values }) =>
    values
      .filter(target => isBelow(target, Object.keys(devDependencies)))
      .map(target => `${path}: ${target}`),
  )
  expect(violations).toEqual([])
})

test('every folder has a rule', () => {
  const roots = [...Object.keys(MAY_IMPORT), ...TOP]
  const paths = sources.map(({ path }) => path)
  const unassigned = paths.filter(path => !isBelow(path, roots) && path.split('/').length > 2)
  expect(unassigned, 'add their folder to MAY_IMPORT').toEqual([])
})

test('no files import each other in a circle, types included', () => {
  const edges = new Map(sources.map(({ path, all }) => [path, all]))
  expect(findCircle(edges), 'move what both need into a file of its own').toEqual([])
})

test('no folders at any depth import each other in a circle, types included', () => {
  const edges = new Map<string, string[]>()
  for (const { path, all } of sources) {
    const from = dirname(path)
    // Files of one folder may use a sub-folder, whose files may use theirs.
    const others = all
      .map(dirname)
      .filter(to => !isBelow(to, [from]) && !isBelow(from, [to]))
      // The typed client knows the server's routes, as types alone.
      .filter(to => !(from.startsWith('islands') && to === 'server/http/api'))
    edges.set(from, [...(edges.get(from) ?? []), ...others])
  }
  expect(findCircle(edges), 'move what both need into a folder of its own').toEqual([])
})

test('only the TV uses what is of the TV alone', () => {
  const users = sources.filter(({ all }) => all.some(target => isBelow(target, ['islands/tv'])))
  const others = users.map(({ path }) => path).filter(path => !path.startsWith('islands/tv/'))
  expect(others, 'what others share with it is in islands/stage').toEqual([
    'server/render/tv-document.tsx',
  ])
})

test('no page loads the reader of tables', () => {
  const values = new Map(sources.map(source => [source.path, source.values]))
  const loaded = new Set([...values.keys()].filter(path => path.startsWith('islands/')))
  // A set also goes on to what is added meanwhile.
  for (const path of loaded) for (const target of values.get(path) ?? []) loaded.add(target)
  expect(loaded).toContain('server/domain/fold.ts')
  expect(loaded).not.toContain('server/domain/tables/read-table.ts')
})

test('the top level holds what a newcomer expects, and nothing left over', () => {
  const ignored = new Glob(`{${MAY_BE_MADE.join(',')}}`)
  const left = readdirSync(ROOT).filter(name => !name.startsWith('.') && !ignored.match(name))
  expect(left.filter(name => !TOP_LEVEL.includes(name))).toEqual([])
})

test('no folder holds more than 20 files', () => {
  const files = new Glob('{server,routes,db,islands,tests}/**/*.{ts,tsx,css}').scanSync(ROOT)
  const crowded = [...Map.groupBy(files, dirname)].filter(([, all]) => all.length > 20)
  expect(crowded.map(([folder, { length }]) => `${folder} has ${length} files`)).toEqual([])
})

test('SQL stays in db/', () => {
  const importers = sources.filter(({ values }) => values.includes('drizzle-orm'))
  expect(importers.map(({ path }) => path).filter(path => !path.startsWith('db/'))).toEqual([])
})

const MAY_READ_ENVIRONMENT = /^server\/((cli\/)?main|build\/(build|dev|compile|release|start))\.ts$/

test.each<[string, (path: string) => boolean, RegExp]>([
  [
    'the domain uses no clock, network or screen',
    path => path.startsWith('server/domain/'),
    /Date\.now|new Date\(\)|Math\.random|fetch\(|document\.|window\.|process\./,
  ],
  [
    'only main.ts and the build commands read the command line and the environment',
    path => !MAY_READ_ENVIRONMENT.test(path),
    /process\.(env|argv)|Bun\.env/,
  ],
])('%s', (_, isRuled, forbidden) => {
  const violations = sources.filter(({ path, code }) => isRuled(path) && forbidden.test(code))
  expect(violations.map(({ path }) => path)).toEqual([])
})

/** Browsers would look through a list of 300 patients at each change of it. */
test('no style sheet looks for something anywhere on a page', async () => {
  const anywhere = /(?:body|:root)(?![^\s,{]*\[data-page=)[^\s,{]*:has\((?!> )[^{]*/g
  const found: string[] = []
  for await (const path of new Glob('islands/**/*.css').scan(ROOT)) {
    const sheet = await Bun.file(join(ROOT, path)).text()
    found.push(...[...sheet.matchAll(anywhere)].map(([selector]) => `${path}: ${selector}`))
  }
  expect(found).toEqual([])
})

test('an island that reads signals calls useSignals() first', () => {
  const readsSignals = (code: string) =>
    /\.value\b(?!\s*=[^=])/.test(code.replaceAll(/\b(target|current\?)\.value/g, ''))
  const violations = sources.filter(
    ({ path, code }) =>
      /^islands\/.*\.tsx$/.test(path) &&
      readsSignals(code) &&
      !/\) \{\n {2}useSignals\(\)\n/.test(code),
  )
  expect(violations.map(({ path }) => path)).toEqual([])
})

/** The innermost folder that has a rule. */
function getRuleFolder(path: string) {
  const folders = Object.keys(MAY_IMPORT).filter(folder => path.startsWith(`${folder}/`))
  return folders.sort((a, b) => b.length - a.length)[0]
}

async function readSources(): Promise<Source[]> {
  const files = new Set(await Array.fromAsync(new Glob(SOURCES).scan(ROOT)))
  return Promise.all(
    [...files].toSorted().map(async path => {
      const code = await Bun.file(join(ROOT, path)).text()
      const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' })
      const values = transpiler.scanImports(code).map(one => resolve(one.path, path, files))
      const named = [...code.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, name = '']) => name)
      const all = named.map(name => resolve(name, path, files)).filter(target => files.has(target))
      return { path, code, values, all }
    }),
  )
}

/** A path below the project's root with its ending, or the package's name. */
function resolve(name: string, from: string, files: Set<string>) {
  const path = name.startsWith('.')
    ? normalize(join(dirname(from), name))
    : name.replace('#domain/', 'server/domain/').replace('#db/', 'db/').replace('node:', 'node/')
  return ['', '.ts', '.tsx'].map(ending => path + ending).find(one => files.has(one)) ?? path
}

function isBelow(path: string, roots: string[]) {
  return roots.some(
    root => path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}.`),
  )
}

/** One circle, such as a, b, a; none without one. */
function findCircle(edges: Map<string, string[]>) {
  const left = new Map(edges)
  const findNext = (name = '') => edges.get(name)?.find(target => left.has(target))
  // Without those that import nothing that is left, every one leads into a circle.
  for (let ends = ['']; ends.length > 0; ) {
    ends = [...left.keys()].filter(name => !findNext(name))
    for (const name of ends) left.delete(name)
  }
  const circle: string[] = []
  for (let name = [...left.keys()][0]; name; name = findNext(name)) {
    if (circle.includes(name)) return [...circle.slice(circle.indexOf(name)), name]
    circle.push(name)
  }
  return circle
}
