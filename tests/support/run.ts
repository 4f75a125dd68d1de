import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findOrGetChromium } from './browser/chromium.ts'
import { runStep } from './run-step.ts'
import { BINARY } from './server/compiled-binary.ts'
import { findTestFiles, needsBuild, ROOT } from './test-files.ts'
import { type Results, readScreenResults, readUnitResults } from './test-results.ts'

/**
 * `bun run test`: all checks and tests, from nothing but a checkout. `bun run test queue tv`: the test files
 * whose path contains one of the words. What failed is named at the end; the last line counts.
 */
const RESULTS = join(ROOT, 'tests/.results')
/** They wait in real time and compute little, so they run beside the others. */
const WAITS = /\/(reconnect|database-server|several-machines|slow)\.test\.ts$/
/** As many as a small machine has cores. Backups are packed at a low priority: with more they would starve. */
const WORKERS = 2

const words = process.argv.slice(2)
const isWhole = words.length === 0
const { unit, screens } = findTestFiles(words)
const total: Results = { passed: 0, failed: [] }

if (unit.length + screens.length === 0) {
  console.log(`No test file has ${words.map(word => `"${word}"`).join(' or ')} in its path.`)
  process.exit(1)
}
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

await need('install', ['install', '--frozen-lockfile'])
await Promise.all(isWhole ? [build(), types(), style()] : [build()])
// Before the unit tests: what an installed one brings along, the old browsers of some need too.
const chromium = screens.length > 0 ? findOrGetChromium() : null
await unitTests()
if (screens.length > 0) await screenTests()
end()

/** Whole runs test the screens of the program as it is shipped: one file, which also starts faster. */
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

async function unitTests() {
  const waiting = unit.filter(file => WAITS.test(file))
  const others = unit.filter(file => !WAITS.test(file))
  const parallel = [`--parallel=${WORKERS}`, '--no-isolate']
  await Promise.all([
    runUnitTests('waiting tests', waiting, [], { collectIn: RESULTS }),
    runUnitTests('unit tests', others, parallel),
  ])
}

async function runUnitTests(name: string, files: string[], args: string[], options = {}) {
  if (files.length === 0) return
  const report = join(RESULTS, `${name}.xml`)
  const output = ['--reporter=junit', `--reporter-outfile=${report}`]
  const all = ['test', ...args, ...output, ...files.map(file => `./${file}`)]
  const isRight = await runStep(name, all, { env: program(), ...options })
  add(name, isRight, await readUnitResults(report, files))
}

async function screenTests() {
  if (!chromium) {
    console.log('screens: no Chromium to be had. Install one, or set CHROMIUM to its path.')
    return add('screens', false, { passed: 0, failed: [] })
  }
  const config = join(ROOT, 'tests/support/playwright.config.ts')
  const args = ['--bun', 'node_modules/playwright/cli.js', 'test', '-c', config]
  const env = { CHROMIUM: chromium, ...program() }
  const isRight = await runStep('screens', [...args, ...(isWhole ? [] : screens)], { env })
  add('screens', isRight, await readScreenResults(join(RESULTS, 'screens.json')))
}

function program(): Record<string, string> {
  return isWhole ? { CLINIC_BINARY: BINARY } : {}
}

/** A step that is either right or wrong, beside others. */
async function check(name: string, args: string[]) {
  const isRight = await runStep(name, args, { collectIn: RESULTS })
  add(name, isRight, { passed: Number(isRight), failed: [] })
  return isRight
}

/** A step that everything after it depends on. */
async function need(name: string, args: string[]) {
  if (!(await check(name, args))) end()
}

/** A runner that ended badly without a failed test of its own still counts as one. */
function add(name: string, isRight: boolean, { passed, failed }: Results) {
  total.passed += passed
  total.failed.push(...failed)
  if (!isRight && failed.length === 0) total.failed.push(name)
}

function end(): never {
  const { passed, failed } = total
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map(name => `  ${name}`).join('\n')}`)
  console.log(`${passed} passed, ${failed.length} failed`)
  process.exit(failed.length === 0 && passed > 0 ? 0 : 1)
}
