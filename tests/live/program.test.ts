import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMMANDS } from '../../server/commands.ts'
import { ADMIN, ROOMS } from '../support/clinic.ts'
import { aPng } from '../support/images.ts'
import { type Program, runProgram } from '../support/program.ts'
import { aListener, signIn, until } from '../support/server.ts'

// Programs start in a fraction of a second, but not on a machine that is busy with something else.
setDefaultTimeout(30_000)

let folder: string
let running: Program[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-program-'))
})
afterEach(() => {
  for (const program of running) program.process.kill('SIGKILL')
  running = []
  rmSync(folder, { recursive: true, force: true })
})

function start(args: string[] = [], env: Record<string, string> = {}) {
  const program = runProgram({ args: ['--data-dir', folder, ...args], env })
  running.push(program)
  return program
}

test('the first start prints the addresses and, once, a password that signs in', async () => {
  const first = start([], { ADMIN_PASSWORD: '' })
  const url = await first.url()
  const password = /password {2}(\S+)/.exec(first.printed.text)?.[1] ?? ''
  expect(password).toHaveLength(12)
  const admin = await signIn(url, { ...ADMIN, password })
  expect((await admin.send('GET', '/api/auth/me')).body.user.role).toBe('admin')
  first.process.kill('SIGTERM')
  expect(await first.exit()).toBe(0)

  const second = start([], { ADMIN_PASSWORD: '' })
  await second.url()
  expect(second.printed.text).not.toContain('password')
})

test('a first start that fails late has told its password all the same', async () => {
  const taken = Bun.serve({ port: 0, fetch: () => new Response() })
  const first = start(['--port', String(taken.port)], { ADMIN_PASSWORD: '' })
  expect(await first.exit()).toBe(1)
  taken.stop(true)
  const password = /password {2}(\S+)/.exec(first.printed.text)?.[1] ?? ''
  const admin = await signIn(await start().url(), { ...ADMIN, password })
  expect((await admin.send('GET', '/api/auth/me')).status).toBe(200)
})

test('nobody else on this machine can read the data', async () => {
  const inside = join(folder, 'data')
  await start(['--data-dir', inside]).url()
  expect(statSync(inside).mode & 0o077).toBe(0)
  expect(statSync(join(inside, 'clinic.db')).mode & 0o077).toBe(0)
  expect(statSync(join(inside, 'media')).mode & 0o077).toBe(0)
})

test('a file that is no database is one sentence', async () => {
  writeFileSync(join(folder, 'clinic.db'), 'not a database, but long enough to look at'.repeat(50))
  const program = start()
  expect(await program.exit()).toBe(1)
  expect(program.printed.text).toMatch(/^The database .* cannot be opened: .*\n$/)
})

test('a folder with odd characters in its name is that very folder', async () => {
  const odd = join(folder, 'a #1 %41?b')
  await start(['--data-dir', odd]).url()
  expect(existsSync(join(odd, 'clinic.db'))).toBe(true)
})

test('a second start on the same data is refused in one sentence', async () => {
  await start().url()
  const second = start()
  expect(await second.exit()).toBe(1)
  expect(second.printed.text).toMatch(/^Another clinic queue is running on .*\n$/)
})

test('a taken port is one sentence', async () => {
  const taken = Bun.serve({ port: 0, fetch: () => new Response() })
  const program = start(['--port', String(taken.port)])
  expect(await program.exit()).toBe(1)
  expect(program.printed.text).toBe(`Port ${taken.port} is taken. Choose another with --port.\n`)
  taken.stop(true)
})

test('a data folder that cannot be written is one sentence', async () => {
  writeFileSync(join(folder, 'file'), '')
  const program = start(['--data-dir', join(folder, 'file', 'inside')])
  expect(await program.exit()).toBe(1)
  expect(program.printed.text).toMatch(/^The data folder .* cannot be written\..*\n$/)
})

test.each([
  [['--port', 'x'], 'The port must be a number'],
  [['--time-zone', 'Mars/Base'], 'is no time zone'],
  [['--weather-url', 'open-meteo.com'], 'The weather URL must be an address with http'],
  [['--nonsense'], '--help lists all options'],
  [['dance'], 'Unknown command: dance'],
  [['doctor', '--time-zone', 'Asia/Kuala_Lumpur'], 'doctor takes no --time-zone'],
  [['reset-password'], 'reset-password needs a username'],
  [['restore'], 'restore needs a file'],
  [['backup', '--demo'], 'backup takes no --demo'],
  [['doctor', 'twice'], 'does not know what to do with "twice"'],
])('%j is refused in words', async (args, words) => {
  const program = start(args)
  expect(await program.exit()).toBe(1)
  expect(program.printed.text).toContain(words)
  expect(program.printed.text.trim().split('\n')).toHaveLength(1)
})

test.each([
  [{ REDIS_URL: 'redis://:hidden@127.0.0.1' }, 'Set DATABASE_URL to a libSQL server as well'],
  [{ REDIS_URL: 'http://:hidden@127.0.0.1' }, 'must be an address with redis:// or rediss://'],
  [{ TRUSTED_PROXIES: '10.0.0.5, proxy' }, 'not "proxy"'],
  [{ DATABASE_URL: 'http://127.0.0.1:9?authToken=hidden' }, 'cannot be opened'],
])('an environment with %j is refused in words, without secrets', async (env, words) => {
  const program = start([], env)
  expect(await program.exit()).toBe(1)
  expect(program.printed.text).toContain(words)
  expect(program.printed.text).not.toContain('hidden')
  expect(program.printed.text.trim().split('\n')).toHaveLength(1)
})

test('--help lists every option', async () => {
  const program = start(['--help'])
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
  const all = start(['--help'])
  await all.exit()
  const names = COMMANDS.map(({ name }) => name)
  for (const name of names) expect(all.printed.text).toContain(`\n  ${name} `)
  const doctor = runProgram({ args: ['doctor', '--help'] })
  expect(await doctor.exit()).toBe(0)
  expect(doctor.printed.text).toMatch(/^Usage: .* doctor \[options\]\n/)
  expect(doctor.printed.text).toContain('--data-dir')
  expect(doctor.printed.text).not.toContain('--time-zone')
})

test('version tells its own and that of Bun', async () => {
  const program = runProgram({ args: ['version'] })
  expect(await program.exit()).toBe(0)
  expect(program.printed.text).toMatch(/^clinic-queue \d+\.\d+\.\d+, from its sources\nBun \d/)
})

test('LOG_LEVEL says how much is told, and never a token', async () => {
  const chatty = start([], { LOG_LEVEL: 'debug' })
  await fetch(`${await chatty.url()}/api/tv/secrettoken/settings`)
  await until('it is told', () => chatty.printed.text.includes('/api/tv/:token/settings'))
  expect(chatty.printed.text).not.toContain('secrettoken')
  chatty.process.kill('SIGTERM')
  await chatty.exit()
  expect(chatty.printed.text).toContain('"stopping"')

  const quiet = start([], { LOG_LEVEL: 'warn' })
  await quiet.url()
  quiet.process.kill('SIGTERM')
  await quiet.exit()
  expect(quiet.printed.text).not.toContain('"level"')

  const wrong = start([], { LOG_LEVEL: 'loud' })
  expect(await wrong.exit()).toBe(1)
  expect(wrong.printed.text).toContain('LOG_LEVEL must be one of debug, info, warn, error')
})

test('a METRICS_TOKEN that could be guessed, or that no header can carry, is one sentence', async () => {
  for (const token of ['short', 'with a space in between']) {
    const program = start([], { METRICS_TOKEN: token })
    expect(await program.exit()).toBe(1)
    expect(program.printed.text).toMatch(/^METRICS_TOKEN must be at least 16 .*\n$/)
    expect(program.printed.text).not.toContain(token)
  }
})

test('SIGTERM with open streams ends it within 3 s, nothing lost, the journal folded in', async () => {
  const program = start()
  const url = await program.url()
  const admin = await signIn(url, ADMIN)
  const { heard } = aListener(url, { cookie: admin.cookie })
  const stream = await fetch(`${url}/api/events`, { headers: { cookie: admin.cookie } })
  await until('both listen', () => heard.length === 1 && stream.ok)
  await admin.register('ali')

  const asked = performance.now()
  program.process.kill('SIGTERM')
  expect(await program.exit()).toBe(0)
  expect(performance.now() - asked).toBeLessThan(3_000)
  const journal = join(folder, 'clinic.db-wal')
  expect(existsSync(journal) ? statSync(journal).size : 0).toBe(0)
})

test('kill -9 in the middle of the day loses nothing that was answered', async () => {
  const first = start()
  const admin = await signIn(await first.url(), ADMIN)
  const ali = await admin.register('ali')
  await admin.call(ali.id, ROOMS.one)
  first.process.kill('SIGKILL')
  await first.exit()

  const again = await signIn(await start().url(), ADMIN)
  const { body } = await again.send('GET', '/api/patients')
  expect(body).toMatchObject([{ name: 'ALI', number: 1, status: 'called', windowName: 'Room 1' }])
})

test('kill -9 in the middle of uploads leaves no image in the gallery without its file', async () => {
  const first = start()
  const url = await first.url()
  const { cookie } = await signIn(url, ADMIN)
  let answered = 0
  const uploading = Array.from({ length: 40 }, async (_, shade) => {
    const body = new FormData()
    body.append('file', new File([aPng({ shade, bytes: 500_000 })], 'photo.png'))
    const request = { method: 'POST', headers: { cookie }, body }
    const sent = await fetch(`${url}/api/media/upload`, request).catch(() => null)
    if (sent?.status === 201) answered++
  })
  await until('some are kept', () => answered > 2)
  first.process.kill('SIGKILL')
  await Promise.all(uploading)

  const again = start()
  const after = await again.url()
  const admin = await signIn(after, ADMIN)
  const { body: items } = await admin.send('GET', '/api/media')
  expect(items.length).toBeGreaterThanOrEqual(answered)
  expect(answered).toBeLessThan(40)
  for (const { id, filename } of items) {
    const headers = { cookie: admin.cookie }
    const file = await fetch(`${after}/api/media/${id}/file`, { headers })
    const hash = new Bun.CryptoHasher('sha256').update(await file.bytes()).digest('hex')
    expect([file.status, filename]).toEqual([200, `${hash}.png`])
  }
})

test('a lost password is set anew by a command', async () => {
  const first = start()
  await first.url()
  first.process.kill('SIGTERM')
  await first.exit()

  const reset = start(['reset-password', 'admin'])
  expect(await reset.exit()).toBe(0)
  const password = /is (\S{12})\./.exec(reset.printed.text)?.[1] ?? ''
  const url = await start().url()
  expect(
    (await (await signIn(url, { ...ADMIN, password })).send('GET', '/api/auth/me')).status,
  ).toBe(200)
  expect((await (await signIn(url, ADMIN)).send('GET', '/api/auth/me')).status).toBe(401)
})

const NOBODY = 65_534

test.skipIf(process.getuid?.() !== 0)(
  'what root does with the data of a service can be read by its user',
  async () => {
    const program = start()
    await program.url()
    program.process.kill('SIGTERM')
    await program.exit()
    // SQLite gives its own files to the database's owner; whatever else is made anew is ours to give.
    rmSync(join(folder, 'media'), { recursive: true })
    for (const path of [folder, ...pathsIn(folder)]) chownSync(path, NOBODY, NOBODY)

    for (const command of [['doctor'], ['reset-password', 'admin'], ['reset-password', 'nobody']]) {
      await start(command).exit()
      const owners = pathsIn(folder).map(path => statSync(path).uid)
      expect(new Set(owners)).toEqual(new Set([NOBODY]))
    }
  },
)

function pathsIn(place: string) {
  return readdirSync(place, { recursive: true }).map(name => join(place, String(name)))
}

test('--demo runs a day of its own and keeps nothing', async () => {
  const program = start(['--demo'])
  const url = await program.url()
  expect(program.printed.text).toContain('thrown away')
  const admin = await signIn(url, ADMIN)
  const { body } = await admin.send('GET', '/api/patients')
  expect(body.length).toBeGreaterThan(10)
  expect(existsSync(join(folder, 'clinic.db'))).toBe(false)
})
