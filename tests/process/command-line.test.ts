import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../../server/cli/commands.ts'
import { ConfigError } from '../../server/config/config-error.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { FROM_SOURCE } from '../support/server/compiled-binary.ts'
import {
  createDataFolder,
  type DataFolder,
  getStartError,
  runProgram,
} from '../support/server/program.ts'
import { until } from '../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const ROOT = join(import.meta.dirname, '../..')
let ctx: DataFolder
beforeEach(() => {
  ctx = createDataFolder()
})
afterEach(() => ctx.close())

test.each([
  [['--port', 'x'], 'The port must be a number'],
  [['--port', ''], 'The port must be a number'],
  [['--time-zone', 'Mars/Base'], 'is not a time zone'],
  [['--weather-url', 'open-meteo.com'], 'The weather URL must be an address with http'],
  [['--nonsense'], "Unknown option '--nonsense'. --help lists all options."],
  [['dance'], 'Unknown command: dance'],
  [['doctor', '--time-zone', 'Asia/Kuala_Lumpur'], 'doctor takes no --time-zone'],
  [['reset-password'], 'reset-password needs a username'],
  [['restore'], 'restore needs a file'],
  [['backup', '--demo'], 'backup takes no --demo'],
  [['doctor', 'twice'], 'unexpected argument: "twice"'],
])('%j is rejected with a message', (args, words) => {
  expect(getRefusal(args)).toContain(words)
})

test('a rejected command line ends the program with one line: in the log of a service, or as a sentence', async () => {
  const service = ctx.start(['--port', 'x'])
  expect(await service.exit()).toBe(1)
  expect(getStartError(service)).toStartWith('The port must be a number')
  const command = ctx.start(['doctor', 'twice'])
  expect(await command.exit()).toBe(1)
  expect(command.printed.text).toBe('doctor has an unexpected argument: "twice".\n')
  for (const { printed } of [service, command]) {
    expect(printed.text.trim().split('\n')).toHaveLength(1)
  }
})

test('every command line on the pages for operators is one that the program takes', async () => {
  const pages = [
    'docs/install.md',
    'docs/backups.md',
    'docs/network.md',
    'docs/operations.md',
    'README.md',
    'docs/architecture.md',
    'SECURITY.md',
  ]
  const texts = pages.map(page => readFileSync(join(ROOT, page), 'utf8'))
  const lines = texts.flatMap(text => [...text.matchAll(COMMAND_LINE)])
  for (const [line, args = ''] of lines) {
    const words = args.split(/\s+/).filter(word => word !== '' && word !== '\\')
    // A placeholder stands for a value.
    const given = words.map(word => (/^<.*>$/.test(word) ? '/value' : word))
    expect(() => parseConfig(given, {}, COMMANDS), line).not.toThrow()
  }
  expect(lines.length).toBeGreaterThan(8)
})

/** In a code block, or with sudo, up to a comment or the end. */
const COMMAND_LINE =
  /(?:\.\/clinic|sudo clinic-queue|^ {4}clinic)(?= [a-z-])((?: (?:\\\n *)?[^\s`#|)"]+)+)/gm

test.each([
  [{ REDIS_URL: 'http://:hidden@127.0.0.1' }, 'must be an address with redis:// or rediss://'],
  [{ TRUSTED_PROXIES: '10.0.0.5, proxy' }, 'not "proxy"'],
  [{ DATABASE_URL: 'no-address?authToken=hidden' }, 'DATABASE_URL must be an address'],
  [{ METRICS_TOKEN: 'hidden' }, 'METRICS_TOKEN must be at least 16 '],
  [{ METRICS_TOKEN: 'hidden, with a space' }, 'METRICS_TOKEN must be at least 16 '],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error'],
])('an environment with %j is rejected with a message that has no secrets', (env, words) => {
  expect(getRefusal([], env)).toContain(words)
  expect(getRefusal([], env)).not.toContain('hidden')
})

test.each([
  [{ REDIS_URL: 'redis://:hidden@127.0.0.1' }, 'Set DATABASE_URL to a libSQL server as well'],
  [{ DATABASE_URL: 'http://127.0.0.1:9?authToken=hidden' }, 'cannot be opened'],
  [{ METRICS_TOKEN: 'hidden' }, 'METRICS_TOKEN must be at least 16 '],
])('a start with %j is rejected with a message that has no secrets', async (env, words) => {
  const program = ctx.start([], env)
  expect(await program.exit()).toBe(1)
  expect(getStartError(program)).toContain(words)
  expect(program.printed.text).not.toContain('hidden')
  expect(program.printed.text.trim().split('\n')).toHaveLength(1)
})

test.each([
  [['help'], 'Usage: '],
  [['help', 'restore'], 'Replaces the data with a backup, or with a kept database.'],
  [['--version'], 'clinic-queue '],
  [['-v'], 'clinic-queue '],
])('%j is understood, because people try it first', async (args, words) => {
  const program = runProgram({ args })
  expect(await program.exit()).toBe(0)
  expect(program.printed.text).toContain(words)
})

test('--help lists every option', async () => {
  const program = ctx.start(['--help'])
  expect(await program.exit()).toBe(0)
  for (const name of [
    '--port',
    '--host',
    '--data-dir',
    '--demo',
    '--time-zone',
    'PUBLIC_URL',
    'WEATHER_URL',
    'LOG_LEVEL',
    'METRICS_TOKEN',
    'REDIS_URL',
    'TRUSTED_PROXIES',
  ]) {
    expect(program.printed.text).toContain(name)
  }
})

test('each command has a --help of its own', async () => {
  const all = ctx.start(['--help'])
  await all.exit()
  const names = COMMANDS.map(({ name }) => name)
  for (const name of names) expect(all.printed.text).toContain(`\n  ${name} `)
  const doctor = runProgram({ args: ['doctor', '--help'] })
  expect(await doctor.exit()).toBe(0)
  expect(doctor.printed.text).toMatch(/^Usage: .* doctor \[options\]\n/)
  expect(doctor.printed.text).toContain('--data-dir')
  expect(doctor.printed.text).not.toContain('--time-zone')
})

test('version prints its own version and that of Bun', async () => {
  const program = runProgram({ args: ['version'], command: FROM_SOURCE })
  expect(await program.exit()).toBe(0)
  expect(program.printed.text).toMatch(/^clinic-queue \d+\.\d+\.\d+, from source\nBun \d/)
})

test('LOG_LEVEL sets how much is logged, and a token never is', async () => {
  const chatty = ctx.start([], { LOG_LEVEL: 'debug' })
  await fetch(`${await chatty.url()}/api/tv/secrettoken/settings`)
  await until('it is logged', () => chatty.printed.text.includes('/api/tv/:token/settings'))
  expect(chatty.printed.text).not.toContain('secrettoken')
  chatty.process.kill('SIGTERM')
  await chatty.exit()
  expect(chatty.printed.text).toContain('"shutdown started"')

  const quiet = ctx.start([], { LOG_LEVEL: 'warn' })
  await quiet.url()
  quiet.process.kill('SIGTERM')
  await quiet.exit()
  expect(quiet.printed.text.trim().split('\n')).toHaveLength(1)
  expect(quiet.printed.text).toContain('"program started"')
})

/** The sentence that the program prints. */
function getRefusal(args: string[], env: Record<string, string> = {}) {
  try {
    parseConfig(args, env, COMMANDS)
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause
    expect(cause.message).not.toContain('\n')
    return cause.message
  }
  throw new Error('it was accepted')
}
