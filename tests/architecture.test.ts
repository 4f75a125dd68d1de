import { expect, test } from 'bun:test'
import { dirname, join, normalize, relative } from 'node:path'
import { Glob } from 'bun'

const ROOT = join(import.meta.dirname, '..')

// Left may import right. Type-only imports are free: they are gone before anything runs.
const MAY_IMPORT: Record<string, string[]> = {
  'server/clinic': ['zod'],
  db: ['server/clinic', 'drizzle-orm', 'drizzle-kit', '@libsql', 'node:'],
  'server/live': ['server/clinic', 'server/log', 'socket.io', '@socket.io', '@redis'],
  'server/watch': ['server/log', 'server/version', 'prom-client', 'node:perf_hooks'],
  'server/outside': ['server/clinic', 'adhan', 'zod'],
  'server/backup': [
    'db',
    'server/clinic',
    'server/log',
    'server/durable-names',
    '@libsql',
    'drizzle-orm',
    'zod',
    'node:',
  ],
  'server/actions': ['db', 'server/clinic', 'server/live', 'server/outside', 'hono/jwt'],
  'server/api': [
    'server/actions',
    'server/live',
    'server/clinic',
    'server/log',
    'server/watch',
    'server/version',
    'db/errors',
    'hono',
    '@hono',
    'node:os',
  ],
  'server/render': [
    'server/shipped',
    'islands',
    'server/clinic',
    'react',
    'react-dom',
    'hono',
    'node:',
  ],
  routes: ['server/render', 'server/actions', 'server/clinic', 'islands', 'react'],
  islands: [
    'server/clinic',
    'react',
    'react-dom',
    '@preact/signals-react',
    'hono/client',
    'socket.io-client',
    'lucide-react',
    'qrcode',
    // The build's own settings live beside what they build.
    'vite',
    '@vitejs',
    'node:path',
  ],
}

const transpilers = {
  ts: new Bun.Transpiler({ loader: 'ts' }),
  tsx: new Bun.Transpiler({ loader: 'tsx' }),
}

for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
  test(`${folder} imports only what it may`, async () => {
    const files = await Array.fromAsync(new Glob(`${folder}/**/*.{ts,tsx}`).scan(ROOT))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const code = await Bun.file(join(ROOT, file)).text()
      const transpiler = transpilers[file.endsWith('x') ? 'tsx' : 'ts']
      const imports = transpiler.scanImports(code).map(({ path }) => resolve(path, file))
      const strays = imports.filter(path => !isAllowed(path, [folder, ...allowed]))
      expect({ file, strays }).toEqual({ file, strays: [] })
    }
  })
}

test('the rules never look at a clock, a network or a screen', async () => {
  for await (const file of new Glob('server/clinic/*.ts').scan(ROOT)) {
    const code = await Bun.file(join(ROOT, file)).text()
    const strays = code.match(
      /Date\.now|new Date\(\)|Math\.random|fetch\(|document\.|window\.|process\./g,
    )
    expect({ file, strays }).toEqual({ file, strays: null })
  }
})

test('only main.ts reads the command line and the environment', async () => {
  const programs = ['server/main.ts', 'server/build.ts', 'server/dev.ts', 'server/compile.ts']
  for await (const file of new Glob('{server,routes,db,islands}/**/*.{ts,tsx}').scan(ROOT)) {
    if (programs.includes(file)) continue
    const code = await Bun.file(join(ROOT, file)).text()
    expect({ file, reads: code.match(/process\.(env|argv)|Bun\.env/g) }).toEqual({
      file,
      reads: null,
    })
  }
})

test('an island that reads signals says so on its first line', async () => {
  for await (const file of new Glob('islands/**/*.tsx').scan(ROOT)) {
    const code = await Bun.file(join(ROOT, file)).text()
    if (!/\.value\b(?!\s*=[^=])/.test(code.replaceAll(/\btarget\.value/g, ''))) continue
    expect({ file, hasFirstLine: /\) \{\n {2}useSignals\(\)\n/.test(code) }).toEqual({
      file,
      hasFirstLine: true,
    })
  }
})

test('no file comes back to itself by what it imports, types included', async () => {
  const all = new Glob('{server,routes,db,islands}/**/*.{ts,tsx}')
  const files = new Set(await Array.fromAsync(all.scan(ROOT)))
  const imports = new Map<string, string[]>()
  for (const file of files) {
    const code = await Bun.file(join(ROOT, file)).text()
    const named = [...code.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, path = '']) => path)
    const found = named.map(path => withEnding(resolve(path, file), files))
    imports.set(
      file,
      found.filter(path => path !== null),
    )
  }
  // Whatever imports nothing that is left, or is imported by nothing, is no part of a circle.
  for (let before = 0; before !== imports.size; ) {
    before = imports.size
    const imported = new Set([...imports.values()].flat())
    for (const [file, paths] of imports) {
      if (!imported.has(file) || !paths.some(path => imports.has(path))) imports.delete(file)
    }
  }
  expect([...imports.keys()]).toEqual([])
})

function resolve(path: string, file: string) {
  if (path.startsWith('#clinic')) return path.replace('#clinic', 'server/clinic')
  if (path.startsWith('#db')) return path.replace('#db', 'db')
  if (!path.startsWith('.')) return path
  return normalize(join(relative(ROOT, join(ROOT, dirname(file))), path))
}

function isAllowed(path: string, homes: string[]) {
  return homes.some(home => {
    const starts = home.endsWith(':') ? [home] : [`${home}/`, `${home}.`]
    return path === home || starts.some(start => path.startsWith(start))
  })
}

function withEnding(path: string, files: Set<string>) {
  return ['', '.ts', '.tsx'].map(ending => path + ending).find(one => files.has(one)) ?? null
}
