import { describe, expect, test } from 'bun:test'
import { dirname, join, normalize } from 'node:path'
import { Glob } from 'bun'
import { devDependencies } from '../package.json'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = '{server,routes,db,islands}/**/*.{ts,tsx}'
/** These start the program or build it; they may import anything. */
const TOP = ['server/cli', 'server/build', 'server/bootstrap.ts', 'server/main.ts']

/**
 * By value, left may import right (and itself). Type-only imports are free: they are gone before
 * anything runs. An entry ending in a colon is a prefix.
 */
const MAY_IMPORT: Record<string, string[]> = {
  'server/domain': [],
  'server/http/schemas': ['server/domain', 'zod'],
  db: ['server/domain', 'drizzle-orm', 'drizzle-kit', '@libsql', 'node:'],
  'server/observability': ['server/domain', 'server/config/version', 'prom-client', 'node:'],
  'server/security': [
    'server/domain',
    'db',
    'server/observability',
    'hono/jwt',
    'ipaddr.js',
    'node:',
  ],
  'server/config': [
    'server/domain',
    'server/observability',
    'server/security',
    'db',
    '@libsql',
    'package.json',
    'node:',
  ],
  'server/tls': ['server/config', 'server/observability', 'node:'],
  'server/integrations': ['server/domain', 'server/observability', 'adhan', 'zod'],
  'server/storage': [
    'server/config/paths',
    'server/domain',
    'server/observability',
    'db',
    'age-encryption',
    'zod',
    'node:',
  ],
  'server/realtime': [
    'server/domain',
    'server/observability',
    'server/security',
    'socket.io',
    '@socket.io',
    'zod',
    'node:',
  ],
  'server/cluster': [
    'server/observability',
    'server/realtime',
    'server/security',
    'rate-limiter-flexible',
    '@redis',
    'zod',
    'node:',
  ],
  'server/queries': [
    'server/domain',
    'db',
    'server/security',
    'server/integrations',
    'server/storage',
    'server/context.ts',
    'server/pauses.ts',
  ],
  'server/actions': [
    'server/queries',
    'server/domain',
    'db',
    'server/realtime',
    'server/security',
    'server/storage',
    'server/observability',
    'server/context.ts',
    'server/pauses.ts',
  ],
  'server/render': [
    'server/domain',
    'server/config/paths',
    'islands',
    'react',
    'react-dom',
    'd3-scale',
    'hono',
    'node:',
  ],
  routes: [
    'server/config/version',
    'server/render',
    'server/queries',
    'server/actions',
    'server/domain',
    'islands',
    'react',
  ],
  'server/http': [
    'server/actions',
    'server/queries',
    'server/http/schemas',
    'server/realtime',
    'server/security',
    'server/observability',
    'server/domain',
    'server/config/version',
    'server/config/licenses',
    'server/config/paths',
    'server/config/lan-addresses',
    'server/render',
    'db/connection/errors',
    // Effects that are to happen once are carried out in turn.
    'db/connection/mutex',
    // A response is stored with the request that it answers.
    'db/repositories/idempotency-keys',
    'routes',
    'islands',
    'hono',
    '@hono',
    'zod',
    'react',
    'node:',
  ],
  islands: [
    'server/domain',
    'react',
    'react-dom',
    '@preact/signals-react',
    'hono/client',
    'socket.io-client',
    'lucide-react',
    'qrcode',
    // Loaded only for a recording of one's own.
    '@breezystack/lamejs',
    // The build's settings are in the folder that they build.
    'vite',
    '@vitejs',
    'node:path',
  ],
}

type Source = { path: string; code: string; values: string[]; all: string[] }

const sources = await readSources()
const paths = new Set(sources.keys())

describe('imports', () => {
  for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
    test(`${folder} imports only what it may`, () => {
      const own = [...sources.values()].filter(({ path }) => getRuleFolder(path) === folder)
      expect(own.length).toBeGreaterThan(0)
      const violations = own.flatMap(({ path, values }) =>
        values
          .filter(target => !isBelow(target, [folder, ...allowed]))
          .map(
            target => `${path} imports ${target}: ${folder} may not. Move the code, or pass it in`,
          ),
      )
      expect(violations).toEqual([])
    })
  }

  test('what is shipped is among the dependencies, whose licenses are listed', () => {
    const development = Object.keys(devDependencies)
    const violations = [...sources.values()].flatMap(({ path, values }) =>
      values.filter(target => isBelow(target, development)).map(target => `${path}: ${target}`),
    )
    const isBuilding = (path: string) => /^server\/build\/|\.config\.ts: /.test(path)
    expect(violations.filter(path => !isBuilding(path))).toEqual([])
  })

  test('every folder has a rule', () => {
    const roots = [...Object.keys(MAY_IMPORT), ...TOP]
    const unassigned = [...paths].filter(
      path => !isBelow(path, roots) && path.split('/').length > 2,
    )
    expect(unassigned.map(path => `${path}: add its folder to MAY_IMPORT`)).toEqual([])
  })
})

describe('no cycles', () => {
  test('of files, types included', () => {
    const edges = new Map([...sources].map(([path, { all }]) => [path, all]))
    expect(describeCycle(edges)).toBe('no cycle')
  })

  test('of folders at any depth, types included', () => {
    const edges = new Map<string, string[]>()
    for (const { path, all } of sources.values()) {
      const from = dirname(path)
      // Files of one folder may use a sub-folder, whose files may use theirs.
      const others = all
        .map(dirname)
        .filter(to => !isBelow(to, [from]) && !isBelow(from, [to]))
        // The typed client knows the server's routes, as types alone.
        .filter(to => !(from.startsWith('islands') && to === 'server/http/api'))
      edges.set(from, [...(edges.get(from) ?? []), ...others])
    }
    expect(describeCycle(edges)).toBe('no cycle')
  })
})

test('no folder holds more than 20 files', () => {
  const counts = new Map<string, number>()
  for (const path of new Glob('{server,routes,db,islands,tests}/**/*.{ts,tsx,css}').scanSync(
    ROOT,
  )) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  const crowded = [...counts].filter(([, count]) => count > 20)
  expect(crowded.map(([folder, n]) => `${folder} has ${n} files: make sub-folders`)).toEqual([])
})

describe('rules of the code', () => {
  test('the domain uses no clock, network or screen', () => {
    const violations = /Date\.now|new Date\(\)|Math\.random|fetch\(|document\.|window\.|process\./g
    for (const { path, code } of sources.values()) {
      if (path.startsWith('server/domain/')) {
        expect({ path, found: code.match(violations) }).toEqual({ path, found: null })
      }
    }
  })

  test('SQL stays in db/', () => {
    const importers = [...sources.values()].filter(({ values }) => values.includes('drizzle-orm'))
    expect(importers.map(({ path }) => path).filter(path => !path.startsWith('db/'))).toEqual([])
  })

  test('only main.ts and the build commands read the command line and the environment', () => {
    const programs = [
      'cli/main.ts',
      'build/build.ts',
      'build/dev.ts',
      'build/compile.ts',
      'build/release.ts',
    ]
    for (const { path, code } of sources.values()) {
      if (programs.some(name => path === `server/${name}`)) continue
      const reads = code.match(/process\.(env|argv)|Bun\.env/g)
      expect({ path, reads }).toEqual({ path, reads: null })
    }
  })

  test('an island that reads signals calls useSignals() first', () => {
    for (const { path, code } of sources.values()) {
      if (!path.startsWith('islands/') || !path.endsWith('.tsx')) continue
      if (!/\.value\b(?!\s*=[^=])/.test(code.replaceAll(/\btarget\.value/g, ''))) continue
      const hasFirstLine = /\) \{\n {2}useSignals\(\)\n/.test(code)
      expect({ path, hasFirstLine }).toEqual({ path, hasFirstLine: true })
    }
  })
})

/** The innermost folder that has a rule. */
function getRuleFolder(path: string) {
  const folders = Object.keys(MAY_IMPORT).filter(folder => path.startsWith(`${folder}/`))
  return folders.sort((a, b) => b.length - a.length)[0]
}

async function readSources() {
  const files = new Set(await Array.fromAsync(new Glob(SOURCES).scan(ROOT)))
  const found = new Map<string, Source>()
  for (const path of [...files].toSorted()) {
    const code = await Bun.file(join(ROOT, path)).text()
    const transpiler = new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' })
    const values = transpiler.scanImports(code).map(one => resolve(one.path, path, files))
    const named = [...code.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, name = '']) => name)
    const all = named.map(name => resolve(name, path, files)).filter(target => files.has(target))
    found.set(path, { path, code, values, all })
  }
  return found
}

/** A path below the project's root with its ending, or the package's name. */
function resolve(name: string, from: string, files: Set<string>) {
  const path = name.startsWith('#domain/')
    ? name.replace('#domain/', 'server/domain/')
    : name.startsWith('#db/')
      ? name.replace('#db/', 'db/')
      : name.startsWith('.')
        ? normalize(join(dirname(from), name))
        : name
  return ['', '.ts', '.tsx'].map(ending => path + ending).find(one => files.has(one)) ?? path
}

function isBelow(path: string, roots: string[]) {
  return roots.some(home => {
    const prefixes = home.endsWith(':') ? [home] : [`${home}/`, `${home}.`]
    return path === home || prefixes.some(prefix => path.startsWith(prefix))
  })
}

/** One cycle as 'a -> b -> a', or 'no cycle'. */
function describeCycle(edges: Map<string, string[]>) {
  const done = new Set<string>()
  for (const start of edges.keys()) {
    const cycle = cycleFrom(start, [], edges, done)
    if (cycle) return `${cycle.join(' -> ')}: move what both need into a file of its own`
  }
  return 'no cycle'
}

function cycleFrom(
  at: string,
  visited: string[],
  edges: Map<string, string[]>,
  done: Set<string>,
): string[] | null {
  if (visited.includes(at)) return [...visited.slice(visited.indexOf(at)), at]
  if (done.has(at)) return null
  for (const next of edges.get(at) ?? []) {
    const cycle = cycleFrom(next, [...visited, at], edges, done)
    if (cycle) return cycle
  }
  done.add(at)
  return null
}
