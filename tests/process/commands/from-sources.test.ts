import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, runProgram } from '../../support/server/program.ts'
import { until } from '../../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const ROOT = join(import.meta.dirname, '../../..')
const PARTS = 'server db islands routes static package.json bun.lock tsconfig.json LICENSE'.split(
  ' ',
)

/** A checkout of its own, with the clinic running from it. Its name is one that URLs escape. */
let folder: string
let checkout: string
let clinic: Program

const inCheckout = (path: string) => join(checkout, path)
const run = (script: string, args: string[] = [], cwd = checkout) =>
  runProgram({ command: [process.execPath, inCheckout(script)], args, cwd })

async function build() {
  const program = run('server/build/build.ts')
  expect({ code: await program.exit(), text: program.printed.text }).toEqual({ code: 0, text: '' })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-checkout-'))
  checkout = join(folder, 'the clínic %20')
  for (const part of PARTS) cpSync(join(ROOT, part), inCheckout(part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), inCheckout('node_modules'))
  await build()
  clinic = run('server/main.ts')
  await clinic.url()
})

afterAll(async () => {
  await clinic?.end()
  rmSync(folder, { recursive: true, force: true })
})

/** Of the sign-in page: its own scripts and styles. */
async function listLinkedFiles(url: string) {
  const page = await (await fetch(`${url}/login`)).text()
  return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

test('a build under the running program takes none of its files, and leaves nothing behind', async () => {
  const url = await clinic.url()
  const linked = await listLinkedFiles(url)
  expect(linked.length).toBeGreaterThan(1)
  changeWithOldTime('islands/hydrate.ts', '\nconsole.info("a newer version")\n')
  await build()
  expect(linked.filter(path => !existsSync(inCheckout(`dist/${path}`)))).not.toEqual([])
  for (const path of linked) {
    const { status } = await fetch(url + path)
    expect({ path, status }).toEqual({ path, status: 200 })
  }
  const left = [...new Bun.Glob('**').scanSync({ cwd: inCheckout('out'), dot: true })]
  expect(left).toEqual([])
})

/** A checkout or a copy may give a newer file the older time. */
function changeWithOldTime(path: string, text: string) {
  const { atime, mtime } = statSync(inCheckout(path))
  appendFileSync(inCheckout(path), text)
  utimesSync(inCheckout(path), atime, mtime)
}

const PAGES = ['/', '/login', '/queue', '/tv', '/kiosk', '/t/x', '/nothing']
const OTHERS = ['/theme.js', '/voice/ms/1.mp3', '/api/auth/me', '/healthz']
const readStatuses = async (url: string) =>
  Promise.all([...PAGES, ...OTHERS].map(async path => [path, (await fetch(url + path)).status]))

test('a program that is started in another folder shows the same, and keeps its data there', async () => {
  const elsewhere = join(folder, 'another folder # %41')
  mkdirSync(elsewhere)
  const react = { jsx: 'react', jsxImportSource: 'preact', paths: { '#domain/*': ['./nothing'] } }
  writeFileSync(join(elsewhere, 'tsconfig.json'), JSON.stringify({ compilerOptions: react }))
  const expected = await readStatuses(await clinic.url())
  expect(expected).toContainEqual(['/', 200])
  for (const cwd of [elsewhere, inCheckout('server')]) {
    const program = run('server/main.ts', ['--data-dir', './its data'], cwd)
    expect({ cwd, statuses: await readStatuses(await program.url()) }).toEqual({
      cwd,
      statuses: expected,
    })
    expect(existsSync(join(cwd, 'its data/clinic.db'))).toBe(true)
    await program.stop()
  }
})

test('a program that is started in a deleted folder says so, and makes no data', async () => {
  const gone = join(folder, 'gone')
  mkdirSync(gone)
  const command = ['sh', '-c', 'rmdir "$PWD" && exec "$@"', 'sh', process.execPath]
  const program = runProgram({ command, args: [inCheckout('server/main.ts')], cwd: gone })
  expect(await program.exit()).toBe(1)
  expect(JSON.parse(program.printed.text)).toMatchObject({
    message: 'start failed',
    error: expect.stringMatching(/^The current folder was deleted\. Change to another folder/),
  })
})

/** What tells one build from the next: the folder is replaced as a whole. */
const getBuild = () => statSync(inCheckout('dist')).ino

test('a build is made again only after a source has changed, also if one was killed', async () => {
  await build()
  const before = getBuild()
  utimesSync(inCheckout('islands/hydrate.ts'), new Date(0), new Date('2099-01-01'))
  // The server reads this file itself.
  appendFileSync(inCheckout('routes/login.tsx'), '\n')
  await build()
  expect(getBuild()).toBe(before)

  rmSync(inCheckout('server/build/dev.ts'))
  const killed = run('server/build/build.ts')
  await until('it has begun', () => readdirSync(inCheckout('out')).length > 0)
  await killed.end()
  expect(getBuild()).toBe(before)
  await build()
  expect(getBuild()).not.toBe(before)
})

function findTvScript() {
  const name = readdirSync(inCheckout('dist/assets')).find(name => /^tv-.*\.js$/.test(name))
  return inCheckout(`dist/assets/${name}`)
}

test.each<[string, () => void]>([
  ['lacks a file', () => rmSync(findTvScript())],
  ['is missing', () => rmSync(inCheckout('dist'), { recursive: true })],
])('a start ends with a sentence if the build %s, before it makes data', async (_, damage) => {
  damage()
  const program = run('server/main.ts', ['--data-dir', 'new-data'], folder)
  expect(await program.exit()).toBe(1)
  const { error } = JSON.parse(program.printed.text)
  expect(error).toContain(`The screens are not built, or a file is missing. In ${checkout}, run`)
  expect(error).toContain('bun run build')
  expect(existsSync(join(folder, 'new-data'))).toBe(false)
})

test.each<[string, string[], string]>([
  ['a start on the same folder', ['serve', '--data-dir=data'], 'is already running on'],
  ['a demo of a version with other packages', ['--demo'], 'needs other packages. Stop it first'],
])('%s changes nothing while the clinic runs', async (_, args, words) => {
  if (args.includes('--demo')) appendFileSync(inCheckout('bun.lock'), '\n')
  const second = run('server/build/start.ts', args)
  expect(await second.exit()).toBe(1)
  expect(second.printed.text).toContain(words)
  expect(existsSync(inCheckout('dist'))).toBe(false)
})
