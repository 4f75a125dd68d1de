import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, runProgram } from '../../support/server/program.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const ROOT = join(import.meta.dirname, '../../..')
const PARTS = 'server db islands routes static package.json bun.lock tsconfig.json LICENSE'.split(
  ' ',
)

/** A checkout of its own, with the clinic running from it. */
let checkout: string
let clinic: Program

const run = (script: string, args: string[] = []) =>
  runProgram({ command: [process.execPath, script], args, cwd: checkout })

beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), 'clinic-checkout-'))
  for (const part of PARTS) cpSync(join(ROOT, part), join(checkout, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  const built = run('server/build/build.ts')
  expect({ code: await built.exit(), text: built.printed.text }).toEqual({ code: 0, text: '' })
  clinic = run('server/main.ts')
  await clinic.url()
})

afterAll(async () => {
  await clinic?.end()
  rmSync(checkout, { recursive: true, force: true })
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
  appendFileSync(join(checkout, 'islands/hydrate.ts'), '\nconsole.info("a newer version")\n')
  expect(await run('server/build/build.ts').exit()).toBe(0)
  expect(linked.filter(path => !existsSync(join(checkout, 'dist', path)))).not.toEqual([])
  for (const path of linked) {
    const { status } = await fetch(url + path)
    expect({ path, status }).toEqual({ path, status: 200 })
  }
  const left = [...new Bun.Glob('**').scanSync({ cwd: join(checkout, 'out'), dot: true })]
  expect(left).toEqual([])
})

test.each<[string, string[], string]>([
  ['a start', [], 'is already running on'],
  ['a start on the same folder', ['serve', '--data-dir=data'], 'is already running on'],
  ['a demo of a version with other packages', ['--demo'], 'needs other packages. Stop it first'],
])('%s changes nothing while the clinic runs', async (_, args, words) => {
  if (args.includes('--demo')) appendFileSync(join(checkout, 'bun.lock'), '\n')
  rmSync(join(checkout, 'dist'), { recursive: true, force: true })
  const second = run('server/build/start.ts', args)
  expect(await second.exit()).toBe(1)
  expect(second.printed.text).toContain(words)
  expect(existsSync(join(checkout, 'dist'))).toBe(false)
})
