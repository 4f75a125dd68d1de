import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCommit, replaceRows } from '../bench/measurements.ts'
import { measureLoop, USUAL_LOOP_MS } from '../support/slowness.ts'
import { ROOT } from '../support/test-files.ts'
import { ENVIRONMENTS, type Environment } from './environments.ts'

/**
 * `bun run test:anywhere`: the suite in one hostile environment after another, each in a new copy
 * of this checkout.
 * `bun run test:anywhere LANG umask --only queue`: in those whose name has one of the words, only
 * these tests. The logs are in out/anywhere. All tests of an environment
 * replace its rows in docs/measurements.md; each row has the commit that it is of.
 */
const LOGS = join(ROOT, 'out/anywhere')
const COPIED = `tar -cf - --exclude=./.git --exclude=./dist --exclude=./out --exclude=./data \
  --exclude=./tests/.results . | tar --no-same-owner --no-same-permissions -xf - -C "$1"`
const COUNTS = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m
const HEADER = ['environment', 'passed', 'failed', 'skipped', 'seconds', 'bare loop', 'commit']

const args = process.argv.slice(2)
const only = [...args, '--only'].indexOf('--only')
const testWords = args.slice(only + 1)
const words = args.slice(0, only)
const chosen = ENVIRONMENTS.filter(
  ({ name }) => words.length === 0 || words.some(word => name.includes(word)),
)
const rows: string[][] = []
rmSync(LOGS, { recursive: true, force: true })
const names = ENVIRONMENTS.map(({ name }) => name)
for (const environment of chosen) {
  const row = await tryEnvironment(environment)
  console.log(row.map((cell, n) => `${HEADER[n]}: ${cell}`).join(', '))
  rows.push(row)
  if (testWords.length === 0) replaceRows('anywhere', HEADER, names, rows)
}
process.exit(rows.every(([, , failed]) => failed === '0' || failed === '') ? 0 : 1)

async function tryEnvironment(environment: Environment) {
  const { name, problem } = environment
  // Of the machine, before the environment slows it down.
  const loop = (measureLoop() / USUAL_LOOP_MS).toFixed(1)
  const area = mkdtempSync(join(tmpdir(), 'clinic-anywhere-'))
  try {
    if (problem) throw new Error(problem)
    chmodSync(area, 0o755)
    // The one that runs may be in root's home.
    copyFileSync(process.execPath, join(area, 'bun'))
    return [...(await runSuite(environment, area)), loop, getCommit()]
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    return [`${name}: not possible here, ${reason}`, '', '', 'all', '', loop, getCommit()]
  } finally {
    rmSync(area, { recursive: true, force: true })
  }
}

async function runSuite(environment: Environment, area: string) {
  const { name, folder = 'clinic', umask = '022', user, env, wrap, prepare } = environment
  const place = join(area, 'place')
  const checkout = join(place, folder)
  mkdirSync(checkout, { recursive: true })
  const withUmask = (script: string) => ['sh', '-c', `umask ${umask}; ${script}`, 'sh']
  Bun.spawnSync([...withUmask(COPIED), checkout], { cwd: ROOT, stderr: 'inherit' })
  if (user) Bun.spawnSync(['chown', '-R', `${user}:${user}`, place])

  const bun = join(area, 'bun')
  const undo = await prepare?.(bun, checkout)
  const logs = join(LOGS, name.replaceAll(/\W+/g, '-'))
  const log = join(logs, 'run.log')
  await Bun.write(log, '')
  const startedAt = performance.now()
  const suite = [...(wrap?.(place) ?? []), bun, 'run', 'test', ...testWords]
  await Bun.spawn([...withUmask('exec "$@" 2>&1'), ...suite], {
    cwd: checkout,
    env: {
      ...process.env,
      PATH: `${area}:${process.env.PATH}`,
      ...(user ? { HOME: place } : {}),
      ...env,
    },
    stdio: ['ignore', Bun.file(log), 'inherit'],
  }).exited
  await undo?.()
  const results = join(checkout, 'tests/.results')
  if (existsSync(results)) cpSync(results, logs, { recursive: true })
  const output = await Bun.file(log).text()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const [, passed = '', failed = 'all', skipped = '0'] = COUNTS.exec(output) ?? []
  const note = passed ? '' : `: ${output.trim().split('\n').at(-1)}`
  return [name + note, passed, failed, skipped, seconds]
}
