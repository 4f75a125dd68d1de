import { expect, test } from 'bun:test'
import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntry } from '#domain/audit/audit-entry'
import { openCallerFiles } from '../../server/cli/caller-files.ts'
import { COMMANDS } from '../../server/cli/commands.ts'
import { runBackup } from '../../server/cli/local-commands.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { BUILD } from '../../server/config/version.ts'
import { PROGRAM } from '../support/server/compiled-binary.ts'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { runAsNobody, runProgram } from '../support/server/program.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { connectSocket, signIn, until } from '../support/server/test-server.ts'
import { SLOWNESS } from '../support/time-limit.ts'
import { rootProblem, testUnless } from '../support/unless.ts'

const ctx = setUpDataFolder()
const inFolder = (...names: string[]) => join(ctx.folder, ...names)
const isPrivate = (path: string) => (statSync(path).mode & 0o077) === 0

async function getMyStatus(url: string, password: string) {
  const admin = await signIn(url, { ...ADMIN, password })
  return (await admin.send('GET', '/api/auth/me')).status
}

test('the first start writes a password that signs in to a file, and every line of its log is JSON without it', async () => {
  const program = ctx.start([], { ADMIN_PASSWORD: '' })
  const url = await program.url()
  const password = readFileSync(inFolder('initial-password'), 'utf8').trim()
  expect(password).toHaveLength(12)
  expect(await getMyStatus(url, password)).toBe(200)
  await program.stop()
  expect(program.printed.text).not.toContain(password)
  for (const name of ['initial-password', 'clinic.db']) expect(isPrivate(inFolder(name))).toBe(true)
  const lines = program.printed.text.trim().split('\n')
  const logged = lines.map(line => JSON.parse(line))
  expect(logged.map(({ message }) => message)).toEqual([
    'first password written',
    'first administrator created',
    'program started',
    'sign-in accepted',
    'shutdown started',
  ])
  const started = { version: BUILD.version, port: expect.any(Number), dataDir: ctx.folder }
  expect(logged[2]).toMatchObject({ level: 'info', ...started })
})

test('ADMIN_PASSWORD follows the rule of every password', async () => {
  const env = { ADMIN_PASSWORD: '12345' }
  expect(await ctx.getStartError([], env)).toBe('ADMIN_PASSWORD must be at least 6 characters.')
})

test('a first start that finds its port taken says so before it makes a password, which it writes where it was told to', async () => {
  const taken = Bun.serve({ port: 0, fetch: () => new Response() })
  const file = inFolder('first.txt')
  const args = ['--port', String(taken.port), '--initial-password-file', file]
  expect(await ctx.getStartError(args, { ADMIN_PASSWORD: '' })).toBe(
    `Port ${taken.port} is taken. Choose another with --port.`,
  )
  expect(existsSync(file)).toBe(false)
  await taken.stop(true)
  const later = ctx.start(['--initial-password-file', file], { ADMIN_PASSWORD: '' })
  await later.url()
  await later.stop()
  const password = readFileSync(file, 'utf8').trim()
  expect(await getMyStatus(await ctx.start().url(), password)).toBe(200)
})

test('a terminal shows the addresses, the time of the clinic and, once, the first password', async () => {
  const shown = { text: '' }
  const command = [...PROGRAM, '--data-dir', ctx.folder, '--time-zone', 'Pacific/Kiritimati']
  const child = Bun.spawn(command, {
    env: { PORT: '0' },
    terminal: { data: (_, data) => (shown.text += new TextDecoder().decode(data)) },
  })
  await until('it has printed everything', () => shown.text.includes('Ctrl+C stops it.'))
  child.kill('SIGKILL')
  await child.exited
  expect(shown.text).toMatch(/Sign in as admin with the password {2}\S{12}\r?\n/)
  expect(shown.text).toContain('On a TV     the same address with /tv at the end')
  expect(shown.text).toMatch(/Time: \d\d:\d\d, Pacific\/Kiritimati \(--time-zone\)/)
  expect(existsSync(inFolder('initial-password'))).toBe(false)
})

test('a new data folder may have special characters in its name, and only its owner reads it', async () => {
  const odd = inFolder('a #1 %41?b')
  await ctx.start(['--data-dir', odd]).url()
  expect(existsSync(join(odd, 'clinic.db'))).toBe(true)
  expect(isPrivate(odd)).toBe(true)
})

test('a second program on the same folder ends with a sentence', async () => {
  await ctx.start().url()
  const sentence = `Another clinic queue is running on ${ctx.folder}.`
  expect(await ctx.getStartError()).toStartWith(sentence)
})

/** The new password that the command prints. */
async function resetPassword() {
  const { code, output } = await ctx.run(['reset-password', 'admin'])
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(' is ') })
  return /is (\S{12})\./.exec(output)?.[1] ?? ''
}

/** What the command line did: its lines have no user and no address. */
async function listCommandLines(admin: Awaited<ReturnType<typeof signIn>>) {
  const { body } = await admin.send('GET', '/api/audit?from=2000-01-01&to=2999-12-31')
  return (body.entries as AuditEntry[])
    .filter(({ userId, username, address }) => (userId ?? username ?? address) === null)
    .map(({ action, subject }) => [action, subject])
}

test('a lost password is reset by a command', async () => {
  const first = ctx.start()
  await first.url()
  await first.stop()
  const password = await resetPassword()
  const url = await ctx.start().url()
  const admin = await signIn(url, { ...ADMIN, password })
  expect((await admin.send('GET', '/api/auth/me')).status).toBe(200)
  expect(await getMyStatus(url, ADMIN.password)).toBe(401)
  expect(await listCommandLines(admin)).toEqual([['password reset', 'admin']])
})

test('a running program resets a password and makes a backup for the command line', async () => {
  const program = ctx.start()
  const before = await program.admin()
  const password = await resetPassword()
  const admin = await signIn(await program.url(), { ...ADMIN, password })
  expect((await admin.send('GET', '/api/auth/me')).status).toBe(200)
  expect((await before.send('GET', '/api/auth/me')).status).toBe(401)

  const unknown = await ctx.run(['reset-password', 'nobody'])
  expect(unknown.code).toBe(1)
  expect(unknown.output).toStartWith('There is no user named nobody.')

  const backup = await ctx.run(['backup'])
  expect(backup.code).toBe(0)
  const path = /The backup is (\S+)/.exec(backup.output)?.[1] ?? ''
  expect(path).toStartWith(inFolder('backups'))
  expect(statSync(path).size).toBeGreaterThan(0)
  expect((await admin.send('GET', '/api/backups')).body.backups).toHaveLength(1)
  expect(await listCommandLines(admin)).toEqual([
    ['backup started', null],
    ['password reset', 'admin'],
  ])
  const socket = { unix: inFolder('control.sock'), method: 'POST', body: '{"command":"delete"}' }
  const rejected = await fetch('http://localhost/', socket)
  expect([rejected.status, await rejected.json()]).toEqual([400, { error: 'Unknown command.' }])
})

testUnless(rootProblem)('only who may read the data can use the socket', async () => {
  await ctx.start().url()
  const stranger = await runAsNobody(['reset-password', 'admin', '--data-dir', ctx.folder])
  expect(stranger.code).toBe(1)
  expect(stranger.output).toContain(ctx.folder)
  expect(stranger.output).not.toContain('password of admin is')
})

test.each([
  ['reset-password', 'admin', 'There is no clinic in the data folder'],
  ['backup', '', 'There is no clinic in the data folder'],
  ['restore', 'nosuch.db.gz', 'There is no file'],
])('%s %s creates no clinic, and names the folder', async (name, operand, refusal) => {
  async function run(dataDir: string) {
    const args = [name, ...(operand ? [operand] : []), '--data-dir', dataDir]
    const options = parseConfig(args, {}, COMMANDS)
    const restart = () => process.exit()
    return options.command.run(options, { restart, env: {}, ...openCallerFiles(options) })
  }
  const nowhere = inFolder('nowhere')
  await expect(run(nowhere)).rejects.toThrow(`${nowhere} does not exist`)
  await expect(run(ctx.folder)).rejects.toThrow(refusal)
  expect(readdirSync(ctx.folder)).toEqual([])
})

test('a database outside the data folder cannot be backed up by command', async () => {
  const options = parseConfig(
    ['backup', '--data-dir', ctx.folder],
    { DATABASE_URL: 'file:/x.db' },
    COMMANDS,
  )
  await expect(runBackup(options)).rejects.toThrow('Back it up where it is stored')
})
const NOBODY = 65_534

testUnless(rootProblem)(
  'files that root writes for a service can be read by its user',
  async () => {
    const program = ctx.start()
    await program.url()
    await program.stop()
    const listPaths = () => ['', ...readdirSync(ctx.folder, { recursive: true })].map(String)
    // SQLite gives its files to the database's owner; the program must do so for all other new
    // files.
    for (const path of listPaths()) chownSync(inFolder(path), NOBODY, NOBODY)

    for (const command of [['doctor'], ['reset-password', 'nobody']]) {
      await ctx.run(command)
      const owners = listPaths().map(path => statSync(inFolder(path)).uid)
      expect(new Set(owners)).toEqual(new Set([NOBODY]))
    }
  },
)

test('--demo runs a sample day and keeps nothing', async () => {
  const program = ctx.start(['--demo'], { TMPDIR: ctx.folder })
  const admin = await program.admin()
  expect(program.printed.text).toContain('"dataDir":null')
  const countPatients = async () => (await admin.send('GET', '/api/patients')).body.length
  await until('its morning is over', async () => (await countPatients()) > 10)
  await program.stop()
  // The database library, which Bun unpacks once from the single file and keeps, is no data.
  const left = readdirSync(ctx.folder).filter(name => !name.startsWith('.bun-'))
  expect(left).toEqual([])
})

test('the program seals what all objects share before it does anything', async () => {
  const preload = inFolder('preload.ts')
  const line = "console.log('sealed: ' + [Object, Object.prototype].map(Object.isSealed))"
  writeFileSync(preload, `process.on('exit', () => ${line})`)
  const program = runProgram({ args: ['version'], env: { BUN_OPTIONS: `--preload ${preload}` } })
  await program.exit()
  expect(program.printed.text).toContain('sealed: true,true')
})

test('SIGTERM with open streams ends the program within 3 s and empties the journal', async () => {
  const program = ctx.start()
  const url = await program.url()
  const admin = await signIn(url, ADMIN)
  const { received } = connectSocket(url, { cookie: admin.cookie })
  const stream = await fetch(`${url}/api/events`, { headers: { cookie: admin.cookie } })
  await until('both listen', () => received.length === 1 && stream.ok)
  await admin.register('ali')

  const startedAt = performance.now()
  await program.stop()
  expect(performance.now() - startedAt).toBeLessThan(3_000 * SLOWNESS)
  const journal = inFolder('clinic.db-wal')
  expect(existsSync(journal) ? statSync(journal).size : 0).toBe(0)
})
