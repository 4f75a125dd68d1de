import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS, formatCommandHelp, formatHelp } from '../../server/cli/commands.ts'
import { assertListenable } from '../../server/cli/port.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { ConfigError } from '../../server/domain/errors.ts'
import { FROM_SOURCE } from '../support/server/compiled-binary.ts'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { runProgram } from '../support/server/program.ts'

const ROOT = join(import.meta.dirname, '../..')
const ctx = setUpDataFolder()

test.each<[string[], Record<string, string>, string]>([
  [['--port', 'x'], {}, 'The port must be a number'],
  [['--port', ''], {}, '--port needs a value.'],
  [['--port=-1'], {}, 'The port must be a number from 0 to 65535, not "-1".'],
  [['--port', '65536'], {}, 'not "65536"'],
  [['--port', '0x50'], {}, 'not "0x50"'],
  [[], { PORT: '80 # the web' }, 'not "80 # the web"'],
  [['--port', '--host', 'x'], {}, "Option '--port' argument is ambiguous. --help"],
  [['--demo=yes'], {}, "Option '--demo' does not take an argument"],
  [['--constructor'], {}, "Unknown option '--constructor'. --help lists all options."],
  [['--host', 'http://192.168.1.9'], {}, 'without http:// and port'],
  [['--host', '192.168.1.9:80'], {}, 'without http:// and port'],
  [['--database', 'C:\\clinic.db'], {}, 'DATABASE_URL (--database) must be an address'],
  [['--database', 'libsql://'], {}, 'DATABASE_URL (--database) must be an address'],
  [['--data-dir', '~/clinic'], {}, 'must be the whole path'],
  [[], { BACKUP_DIR: '"/mnt/stick"' }, 'has quotes around it'],
  [['--time-zone', 'Mars/Base'], {}, 'is not a time zone'],
  [['--weather-url', 'open-meteo.com'], {}, 'The weather URL must be an address with http'],
  [['dance'], {}, 'Unknown command: dance. The commands are serve, demo, backup,'],
  [['doctor', '--time-zone', 'Asia/Kuala_Lumpur'], {}, 'doctor takes no --time-zone'],
  [['reset-password'], {}, 'reset-password needs a username'],
  [['restore'], {}, 'restore needs a file'],
  [['doctor', 'twice'], {}, 'unexpected argument: "twice"'],
  [[], { REDIS_URL: 'http://:hidden@127.0.0.1' }, 'must be an address with redis:// or rediss://'],
  [[], { TRUSTED_PROXIES: '10.0.0.5, proxy' }, 'not "proxy"'],
  [
    [],
    { DATABASE_URL: 'no-address?authToken=hidden' },
    'DATABASE_URL (--database) must be an address',
  ],
  [[], { METRICS_TOKEN: 'hidden' }, 'METRICS_TOKEN must be at least 16 '],
  [[], { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error'],
  [[], { BACKUP_PASSPHRASE: 'hidden' }, 'BACKUP_PASSPHRASE must be at least 12 characters.'],
])('%j with %j is rejected with a sentence that has no secrets', (args, env, words) => {
  expect(() => parseConfig(args, env, COMMANDS)).toThrow(ConfigError)
  expect(() => parseConfig(args, env, COMMANDS)).toThrow(words)
  expect(() => parseConfig(args, env, COMMANDS)).not.toThrow(/hidden|\n/)
})

test('a line end of Windows or a blank around a setting is no part of it', () => {
  const env = { PORT: ' 80\r', BACKUP_PASSPHRASE: 'twelve letters \r', LOG_LEVEL: 'warn\r' }
  expect(parseConfig([], env, COMMANDS)).toMatchObject({
    port: 80,
    backupPassphrase: 'twelve letters ',
    logLevel: 'warn',
  })
  expect(parseConfig(['--host', '[::1]'], {}, COMMANDS).host).toBe('::1')
})

test('help and version are to be had with any settings', () => {
  expect(parseConfig(['--help'], { PORT: 'x' }, COMMANDS).wantsHelp).toBe(true)
  expect(parseConfig(['version'], { PORT: 'x' }, COMMANDS).command.name).toBe('version')
})

test.each(['203.0.113.9', 'nowhere.invalid'])('the host %s cannot be listened on', host => {
  const sentence = `cannot listen on ${host} (--host, HOST). Its own addresses`
  expect(() => assertListenable({ host, port: 0 })).toThrow(sentence)
})

test('a rejected command ends with its sentence alone', async () => {
  const output = 'doctor has an unexpected argument: "twice".\n'
  expect(await ctx.run(['doctor', 'twice'])).toEqual({ code: 1, output })
})

test.each<[Record<string, string>, string]>([
  [{ REDIS_URL: 'redis://:hidden@127.0.0.1' }, 'Set DATABASE_URL to a libSQL server as well'],
  [{ DATABASE_URL: 'http://127.0.0.1:9?authToken=hidden' }, 'cannot be opened'],
])('a service with %j ends with one line in its log, which has no secrets', async (env, words) => {
  const { code, output } = await ctx.run([], env)
  expect(code).toBe(1)
  expect(JSON.parse(output)).toMatchObject({
    message: 'start failed',
    error: expect.stringContaining(words),
  })
  expect(output).not.toContain('hidden')
})

const PAGES = [
  'docs/install.md',
  'docs/backups.md',
  'docs/network.md',
  'docs/operations.md',
  'docs/log-messages.md',
  'README.md',
  'docs/architecture.md',
  'SECURITY.md',
]
const texts = PAGES.map(page => readFileSync(join(ROOT, page), 'utf8'))

test('the examples on these pages agree on the port, need no rights in secret, and grow not stale', () => {
  const text = texts.join('\n')
  const ports = text.matchAll(/(?:localhost|clinic-pc|\.lan|\d+\.\d+\.\d+\.\d+):(\d+)/g)
  expect([...new Set([...ports].map(([, port]) => port))]).toEqual(['3000'])
  const alone = /(?<!sudo )(journalctl|systemctl (?!status|start`)\w+)|clinic-queue_\d/g
  expect(text.match(alone)).toBeNull()
  // The service's commands know their folder and port.
  const spare = /sudo clinic-queue (?!restore \/var)\S+[^`\n]*--(data-dir|port)[^`\n]*/g
  expect(text.match(spare)).toBeNull()
})

test('every command line on the pages for operators is one that the program takes', async () => {
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

test('help and --version are understood, because people try them first', async () => {
  expect(parseConfig(['help'], {}, COMMANDS).wantsHelp).toBe(true)
  for (const word of ['--version', '-v']) {
    expect(parseConfig([word], {}, COMMANDS).command.name).toBe('version')
  }
  const program = runProgram({ args: ['help', 'restore'] })
  expect(await program.exit()).toBe(0)
  expect(program.printed.text).toContain(
    'Replaces the data with a backup, or with a kept database.',
  )
})

test('--help lists every option and command, and that of a command its own', () => {
  const help = formatHelp()
  const options = '--port --host --data-dir --demo --time-zone PUBLIC_URL WEATHER_URL LOG_LEVEL'
  const names = `${options} METRICS_TOKEN REDIS_URL TRUSTED_PROXIES`.split(' ')
  for (const name of names) expect(help).toContain(name)
  for (const command of COMMANDS) {
    expect(help).toContain(`\n  ${command.name} `)
    const own = formatCommandHelp(command)
    expect(own).toMatch(new RegExp(`^Usage: .* ${command.name}( .*)? \\[options\\]\n`))
    expect(own.includes('--time-zone')).toBe(command.flags.includes('time-zone'))
    expect(own.includes('Environment only')).toBe(command.variables !== undefined)
  }
})

test('version prints its own version and that of Bun', async () => {
  const program = runProgram({ args: ['version'], command: FROM_SOURCE })
  expect(await program.exit()).toBe(0)
  expect(program.printed.text).toMatch(/^clinic-queue \d+\.\d+\.\d+, from source\nBun \d/)
})

test('LOG_LEVEL sets how much is logged', async () => {
  const quiet = ctx.start([], { LOG_LEVEL: 'warn' })
  await quiet.url()
  await quiet.stop()
  expect(JSON.parse(quiet.printed.text)).toMatchObject({ message: 'program started' })
})
