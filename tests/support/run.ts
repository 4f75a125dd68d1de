import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findOrGetChromium } from './chromium.ts'

/** All checks and tests, from nothing but a checkout: `bun run test`. The last line counts them. */
const ROOT = join(import.meta.dirname, '../..')
const RESULTS = join(ROOT, 'tests/.results')
const BUN = process.execPath

type Tally = { passed: number; failed: number }
const total: Tally = { passed: 0, failed: 0 }

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

check('install', ['install', '--frozen-lockfile'])
check('build', ['server/build/build.ts'])
check('types', ['--bun', 'node_modules/.bin/tsc', '--noEmit'])
check('style', ['--bun', 'node_modules/.bin/biome', 'ci', '--error-on-warnings', '.'])
// Before the tests: what an installed one brings along, old browsers need too.
const chromium = findOrGetChromium()
const [waiting, busy] = testFolders()
// Side by side: the one waits for most of the time, the other computes. Screens need the machine for themselves.
const suites = [
  unitTests('live, old engines', waiting),
  unitTests('rules, actions, doors, islands', busy),
]
for (const tally of await Promise.all(suites)) add(tally)
add(await screenTests())

const { passed, failed } = total
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

/** A step that is either right or wrong; what it depends on is not tried after it failed. */
function check(name: string, args: string[]) {
  const isRight = run(name, args)
  add({ passed: Number(isRight), failed: Number(!isRight) })
  if (isRight || !['install', 'build'].includes(name)) return
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exit(1)
}

/** The folders whose tests wait for real programs, and all others: a new one is among them. */
function testFolders() {
  const all = readdirSync(join(ROOT, 'tests')).map(name => `./tests/${name}`)
  const waits = (path: string) => /\/(process|realtime)$/.test(path)
  return [all.filter(waits), all.filter(path => !waits(path))] as const
}

async function unitTests(name: string, places: readonly string[]): Promise<Tally> {
  const report = join(RESULTS, `${name}.xml`)
  const args = ['test', ...places, '--reporter=junit', `--reporter-outfile=${report}`]
  const isRight = await runBeside(name, args)
  const [, attributes = ''] = /<testsuites([^>]*)>/.exec(await textOf(report)) ?? []
  const count = (name: string) =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(attributes)?.[1] ?? 0)
  const failures = count('failures') + count('errors')
  return tally(count('tests') - failures - count('skipped'), failures, isRight)
}

async function screenTests(): Promise<Tally> {
  if (!chromium) {
    console.log('screens: no Chromium to be had. Install one, or set CHROMIUM to its path.')
    return { passed: 0, failed: 1 }
  }
  const config = join(ROOT, 'tests/support/playwright.config.ts')
  const args = ['--bun', 'node_modules/playwright/cli.js', 'test', '-c', config]
  const isRight = run('screens', args, { CHROMIUM: chromium })
  const { stats } = JSON.parse((await textOf(join(RESULTS, 'screens.json'))) || '{"stats":{}}')
  if (stats.flaky) console.log(`screens: ${stats.flaky} needed a second try (named above as flaky)`)
  return tally((stats.expected ?? 0) + (stats.flaky ?? 0), stats.unexpected ?? 0, isRight)
}

/** A runner that ended badly without a failed test of its own still counts as one. */
function tally(right: number, wrong: number, isRight: boolean): Tally {
  return { passed: right, failed: isRight ? wrong : Math.max(1, wrong) }
}

function add({ passed: right, failed: wrong }: Tally) {
  total.passed += right
  total.failed += wrong
}

function run(name: string, args: string[], env: Record<string, string> = {}) {
  console.log(`\n— ${name}`)
  const started = performance.now()
  const { success } = Bun.spawnSync([BUN, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`— ${name}: ${success ? 'ok' : 'FAILED'} in ${seconds} s`)
  return success
}

/** Like `run`, beside others: what it says is kept in a file and shown when it is over. */
async function runBeside(name: string, args: string[]) {
  const started = performance.now()
  const said = Bun.file(join(RESULTS, `${name.replace(/\W+/g, '-')}.log`))
  const child = Bun.spawn([BUN, ...args], {
    cwd: ROOT,
    stdio: ['ignore', said, said],
  })
  const isRight = (await child.exited) === 0
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`\n— ${name}\n${await said.text()}`)
  console.log(`— ${name}: ${isRight ? 'ok' : 'FAILED'} in ${seconds} s`)
  return isRight
}

async function textOf(path: string) {
  const file = Bun.file(path)
  return (await file.exists()) ? file.text() : ''
}
