import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILD } from '../../server/config/version.ts'
import { PROGRAM } from '../support/server/compiled-binary.ts'
import {
  createDataFolder,
  type DataFolder,
  getStartError,
  runAsNobody,
} from '../support/server/program.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { signIn, until } from '../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'
import { rootProblem, testUnless } from '../support/unless.ts'

setDefaultTimeout(TIME_LIMIT_MS)

let ctx: DataFolder
beforeEach(() => {
  ctx = createDataFolder()
})
afterEach(() => ctx.close())

test('the first start writes a password that signs in to a file, and not into the log', async () => {
  const first = ctx.start([], { ADMIN_PASSWORD: '' })
  const url = await first.url()
  const file = join(ctx.folder, 'initial-password')
  const password = readFileSync(file, 'utf8').trim()
  expect(password).toHaveLength(12)
  expect(first.printed.text).not.toContain(password)
  expect(statSync(file).mode & 0o077).toBe(0)
  const admin = await signIn(url, { ...ADMIN, password })
  expect((await admin.send('GET', '/api/auth/me')).body.user.role).toBe('admin')
  first.process.kill('SIGTERM')
  expect(await first.exit()).toBe(0)

  const second = ctx.start([], { ADMIN_PASSWORD: '' })
  await second.url()
  expect(second.printed.text).not.toContain('first password written')
})

test('a first start that fails late has still written its password, where it was told to', async () => {
  const taken = Bun.serve({ port: 0, fetch: () => new Response() })
  const file = join(ctx.folder, 'first.txt')
  const args = ['--port', String(taken.port), '--initial-password-file', file]
  const first = ctx.start(args, { ADMIN_PASSWORD: '' })
  expect(await first.exit()).toBe(1)
  taken.stop(true)
  const password = readFileSync(file, 'utf8').trim()
  const admin = await signIn(await ctx.start().url(), { ...ADMIN, password })
  expect((await admin.send('GET', '/api/auth/me')).status).toBe(200)
})

test('a terminal shows the addresses, the time of the clinic and, once, the first password', async () => {
  const shown = { text: '' }
  const command = [...PROGRAM, '--data-dir', ctx.folder, '--time-zone', 'Pacific/Kiritimati']
  const child = Bun.spawn(command, {
    env: { PORT: '0' },
    terminal: { data: (_, data) => (shown.text += new TextDecoder().decode(data)) },
  })
  await until('it has printed everything', () => shown.text.includes('Ctrl+C stops it.'), 20_000)
  child.kill('SIGKILL')
  await child.exited
  expect(shown.text).toMatch(/Sign in as admin with the password {2}\S{12}\r?\n/)
  expect(shown.text).toContain('On a TV     the same address with /tv at the end')
  expect(shown.text).toMatch(/Time: \d\d:\d\d, Pacific\/Kiritimati \(--time-zone\)/)
  expect(existsSync(join(ctx.folder, 'initial-password'))).toBe(false)
})

test('without a terminal every line is JSON, from the start to the end', async () => {
  const program = ctx.start([], { ADMIN_PASSWORD: '' })
  await program.url()
  program.process.kill('SIGTERM')
  await program.exit()
  const lines = program.printed.text.trim().split('\n')
  expect(lines.map(line => JSON.parse(line).message)).toEqual([
    'first password written',
    'first administrator created',
    'program started',
    'shutdown started',
  ])
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({
    level: 'info',
    version: BUILD.version,
    port: expect.any(Number),
    dataDir: ctx.folder,
  })
})

test('other users of this machine cannot read the data', async () => {
  const inside = join(ctx.folder, 'data')
  await ctx.start(['--data-dir', inside]).url()
  expect(statSync(inside).mode & 0o077).toBe(0)
  expect(statSync(join(inside, 'clinic.db')).mode & 0o077).toBe(0)
})

test('a file that is not a database is reported with one sentence', async () => {
  writeFileSync(
    join(ctx.folder, 'clinic.db'),
    'not a database, but long enough to look at'.repeat(50),
  )
  const program = ctx.start()
  expect(await program.exit()).toBe(1)
  expect(getStartError(program)).toMatch(
    /^The database in .* is damaged \(.*\)\. Copy the folder, then restore the newest file in its backups/,
  )
})

test('a data folder may have special characters in its name', async () => {
  const odd = join(ctx.folder, 'a #1 %41?b')
  await ctx.start(['--data-dir', odd]).url()
  expect(existsSync(join(odd, 'clinic.db'))).toBe(true)
})

test('a second start on the same data is rejected with one sentence', async () => {
  await ctx.start().url()
  const second = ctx.start()
  expect(await second.exit()).toBe(1)
  expect(getStartError(second)).toStartWith(`Another clinic queue is running on ${ctx.folder}.`)
})

test('a taken port is reported with one sentence', async () => {
  const taken = Bun.serve({ port: 0, fetch: () => new Response() })
  const program = ctx.start(['--port', String(taken.port)])
  expect(await program.exit()).toBe(1)
  expect(getStartError(program)).toBe(`Port ${taken.port} is taken. Choose another with --port.`)
  taken.stop(true)
})

test('an unwritable data folder is reported with one sentence', async () => {
  writeFileSync(join(ctx.folder, 'file'), '')
  const program = ctx.start(['--data-dir', join(ctx.folder, 'file', 'inside')])
  expect(await program.exit()).toBe(1)
  expect(getStartError(program)).toMatch(/^The data folder .* cannot be written\./)
})

test('a lost password is reset by a command', async () => {
  const first = ctx.start()
  await first.url()
  first.process.kill('SIGTERM')
  await first.exit()

  const reset = ctx.start(['reset-password', 'admin'])
  expect(await reset.exit()).toBe(0)
  const password = /is (\S{12})\./.exec(reset.printed.text)?.[1] ?? ''
  const url = await ctx.start().url()
  expect(
    (await (await signIn(url, { ...ADMIN, password })).send('GET', '/api/auth/me')).status,
  ).toBe(200)
  expect((await (await signIn(url, ADMIN)).send('GET', '/api/auth/me')).status).toBe(401)
})

test('a running program resets a password and makes a backup for the command line', async () => {
  const program = ctx.start()
  const url = await program.url()
  const before = await signIn(url, ADMIN)
  const reset = ctx.start(['reset-password', 'admin'])
  expect(await reset.exit()).toBe(0)
  const password = /is (\S{12})\./.exec(reset.printed.text)?.[1] ?? ''
  const admin = await signIn(url, { ...ADMIN, password })
  expect((await admin.send('GET', '/api/auth/me')).status).toBe(200)
  expect((await before.send('GET', '/api/auth/me')).status).toBe(401)

  const unknown = ctx.start(['reset-password', 'nobody'])
  expect(await unknown.exit()).toBe(1)
  expect(unknown.printed.text).toStartWith('There is no user named nobody.')

  const backup = ctx.start(['backup'])
  expect(await backup.exit()).toBe(0)
  const path = /The backup is (\S+)/.exec(backup.printed.text)?.[1] ?? ''
  expect(path).toStartWith(join(ctx.folder, 'backups'))
  expect(statSync(path).size).toBeGreaterThan(0)
  expect((await admin.send('GET', '/api/backups')).body.backups).toHaveLength(1)
})

test('a socket that a killed program left behind is replaced', async () => {
  const killed = ctx.start()
  await killed.url()
  killed.process.kill('SIGKILL')
  await killed.exit()
  expect(existsSync(join(ctx.folder, 'control.sock'))).toBe(true)
  const alone = ctx.start(['reset-password', 'admin'])
  expect(await alone.exit()).toBe(0)
  await ctx.start().url()
  expect(await ctx.start(['reset-password', 'admin']).exit()).toBe(0)
})

test('what is no command is refused on the socket in a sentence, and logged as one line', async () => {
  const program = ctx.start()
  await program.url()
  const unix = join(ctx.folder, 'control.sock')
  for (const body of ['{', '{"command":"delete"}']) {
    const response = await fetch('http://localhost/', { unix, method: 'POST', body })
    expect([response.status, await response.json()]).toEqual([400, { error: 'Unknown command.' }])
  }
  expect(program.printed.text).not.toMatch(/^\s+at |SyntaxError|ZodError/m)
})

testUnless(rootProblem)('only who may read the data can use the socket', async () => {
  await ctx.start().url()
  const stranger = await runAsNobody(['reset-password', 'admin', '--data-dir', ctx.folder])
  expect(stranger.code).toBe(1)
  expect(stranger.output).toContain(ctx.folder)
  expect(stranger.output).not.toContain('password of admin is')
})

test.each([
  [['reset-password', 'admin'], 'There is no clinic in the data folder'],
  [['backup'], 'There is no clinic in the data folder'],
  [['restore', 'nosuch.db.gz'], 'There is no file'],
])('%j creates no clinic, and names the folder', async (command, refusal) => {
  const nowhere = join(ctx.folder, 'nowhere')
  const program = ctx.start([...command, '--data-dir', nowhere])
  expect(await program.exit()).toBe(1)
  expect(program.printed.text).toContain(`The data folder ${nowhere} does not exist`)
  expect(program.printed.text).toContain('--data-dir')
  const empty = ctx.start(command)
  expect(await empty.exit()).toBe(1)
  expect(empty.printed.text).toContain(refusal)
  expect(readdirSync(ctx.folder)).toEqual([])
})

const NOBODY = 65_534

testUnless(rootProblem)(
  'files that root writes for a service can be read by its user',
  async () => {
    const program = ctx.start()
    await program.url()
    program.process.kill('SIGTERM')
    await program.exit()
    // SQLite gives its files to the database's owner; the program must do so for all other new
    // files.
    for (const path of [ctx.folder, ...pathsIn(ctx.folder)]) chownSync(path, NOBODY, NOBODY)

    for (const command of [['doctor'], ['reset-password', 'admin'], ['reset-password', 'nobody']]) {
      await ctx.start(command).exit()
      const owners = pathsIn(ctx.folder).map(path => statSync(path).uid)
      expect(new Set(owners)).toEqual(new Set([NOBODY]))
    }
  },
)

function pathsIn(place: string) {
  return readdirSync(place, { recursive: true }).map(name => join(place, String(name)))
}

test('--demo runs a sample day and keeps nothing', async () => {
  const program = ctx.start(['--demo'], { TMPDIR: ctx.folder })
  const url = await program.url()
  expect(program.printed.text).toContain('"dataDir":null')
  const admin = await signIn(url, ADMIN)
  const { body } = await admin.send('GET', '/api/patients')
  expect(body.length).toBeGreaterThan(10)
  program.process.kill('SIGTERM')
  expect(await program.exit()).toBe(0)
  // The database library, which Bun unpacks once from the single file and keeps, is no data.
  const left = readdirSync(ctx.folder).filter(name => !name.startsWith('.bun-'))
  expect(left).toEqual([])
})
