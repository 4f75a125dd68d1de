import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, ROOMS } from '../support/clinic.ts'
import { aPng } from '../support/images.ts'
import { aListener, signIn, until } from '../support/server.ts'

const ROOT = join(import.meta.dirname, '../..')
let folder: string
let running: Bun.Subprocess[] = []

type Program = ReturnType<typeof start>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-program-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  rmSync(folder, { recursive: true, force: true })
})

/** The real program in a process of its own. */
function start(args: string[] = [], env: Record<string, string> = {}) {
  const command = [process.execPath, 'server/main.ts', '--data-dir', folder, ...args]
  const child = Bun.spawn(command, {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ADMIN_PASSWORD: ADMIN.password, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const printed = { text: '' }
  void collect(child.stdout, printed)
  void collect(child.stderr, printed)
  running.push(child)
  return { process: child, printed, exit: child.exited }
}

async function collect(stream: ReadableStream<Uint8Array>, into: { text: string }) {
  for await (const chunk of stream) into.text += new TextDecoder().decode(chunk)
}

async function urlOf({ printed }: Program) {
  await until(`it runs: ${printed.text}`, () => printed.text.includes('http://localhost:'), 10_000)
  return /http:\/\/localhost:\d+/.exec(printed.text)?.[0] ?? ''
}

test('the first start prints the addresses and, once, a password that signs in', async () => {
  const first = start([], { ADMIN_PASSWORD: '' })
  const url = await urlOf(first)
  const password = /password {2}(\S+)/.exec(first.printed.text)?.[1] ?? ''
  expect(password).toHaveLength(12)
  const admin = await signIn(url, { ...ADMIN, password })
  expect((await admin.send('GET', '/api/auth/me')).body.user.role).toBe('admin')
  first.process.kill('SIGTERM')
  expect(await first.exit).toBe(0)

  const second = start([], { ADMIN_PASSWORD: '' })
  await urlOf(second)
  expect(second.printed.text).not.toContain('password')
})

test('a first start that fails late has told its password all the same', async () => {
  const taken = Bun.serve({ port: 0, fetch: () => new Response() })
  const first = start(['--port', String(taken.port)], { ADMIN_PASSWORD: '' })
  expect(await first.exit).toBe(1)
  taken.stop(true)
  const password = /password {2}(\S+)/.exec(first.printed.text)?.[1] ?? ''
  const admin = await signIn(await urlOf(start()), { ...ADMIN, password })
  expect((await admin.send('GET', '/api/auth/me')).status).toBe(200)
})

test('nobody else on this machine can read the data', async () => {
  const inside = join(folder, 'data')
  await urlOf(start(['--data-dir', inside]))
  expect(statSync(inside).mode & 0o077).toBe(0)
  expect(statSync(join(inside, 'clinic.db')).mode & 0o077).toBe(0)
  expect(statSync(join(inside, 'media')).mode & 0o077).toBe(0)
})

test('a file that is no database is one sentence', async () => {
  writeFileSync(join(folder, 'clinic.db'), 'not a database, but long enough to look at'.repeat(50))
  const program = start()
  expect(await program.exit).toBe(1)
  expect(program.printed.text).toMatch(/^The database .* cannot be opened: .*\n$/)
})

test('a folder with odd characters in its name is that very folder', async () => {
  const odd = join(folder, 'a #1 %41?b')
  await urlOf(start(['--data-dir', odd]))
  expect(existsSync(join(odd, 'clinic.db'))).toBe(true)
})

test('a second start on the same data is refused in one sentence', async () => {
  await urlOf(start())
  const second = start()
  expect(await second.exit).toBe(1)
  expect(second.printed.text).toMatch(/^Another clinic queue is running on .*\n$/)
})

test('a taken port is one sentence', async () => {
  const taken = Bun.serve({ port: 0, fetch: () => new Response() })
  const program = start(['--port', String(taken.port)])
  expect(await program.exit).toBe(1)
  expect(program.printed.text).toBe(`Port ${taken.port} is taken. Choose another with --port.\n`)
  taken.stop(true)
})

test('a data folder that cannot be written is one sentence', async () => {
  writeFileSync(join(folder, 'file'), '')
  const program = start(['--data-dir', join(folder, 'file', 'inside')])
  expect(await program.exit).toBe(1)
  expect(program.printed.text).toMatch(/^The data folder .* cannot be written\..*\n$/)
})

test.each([
  [['--port', 'x'], 'The port must be a number'],
  [['--time-zone', 'Mars/Base'], 'is no time zone'],
  [['--weather-url', 'open-meteo.com'], 'The weather URL must be an address with http'],
  [['--nonsense'], '--help lists all options'],
  [['dance'], 'Unknown command: dance'],
])('%j is refused in words', async (args, words) => {
  const program = start(args)
  expect(await program.exit).toBe(1)
  expect(program.printed.text).toContain(words)
  expect(program.printed.text.trim().split('\n')).toHaveLength(1)
})

test('--help lists every option', async () => {
  const program = start(['--help'])
  expect(await program.exit).toBe(0)
  await until('it was printed', () => program.printed.text.includes('ADMIN_PASSWORD'))
  for (const name of [
    '--port',
    '--host',
    '--data-dir',
    '--demo',
    '--time-zone',
    'PUBLIC_URL',
    'WEATHER_URL',
  ]) {
    expect(program.printed.text).toContain(name)
  }
})

test('SIGTERM with open streams ends it within 3 s, nothing lost, the journal folded in', async () => {
  const program = start()
  const url = await urlOf(program)
  const admin = await signIn(url, ADMIN)
  const { heard } = aListener(url, { cookie: admin.cookie })
  const stream = await fetch(`${url}/api/events`, { headers: { cookie: admin.cookie } })
  await until('both listen', () => heard.length === 1 && stream.ok)
  await admin.register('ali')

  const asked = performance.now()
  program.process.kill('SIGTERM')
  expect(await program.exit).toBe(0)
  expect(performance.now() - asked).toBeLessThan(3_000)
  const journal = join(folder, 'clinic.db-wal')
  expect(existsSync(journal) ? statSync(journal).size : 0).toBe(0)
})

test('kill -9 in the middle of the day loses nothing that was answered', async () => {
  const first = start()
  const admin = await signIn(await urlOf(first), ADMIN)
  const ali = await admin.register('ali')
  await admin.call(ali.id, ROOMS.one)
  first.process.kill('SIGKILL')
  await first.exit

  const again = await signIn(await urlOf(start()), ADMIN)
  const { body } = await again.send('GET', '/api/patients')
  expect(body).toMatchObject([{ name: 'ALI', number: 1, status: 'called', windowName: 'Room 1' }])
})

test('kill -9 in the middle of uploads leaves no image in the gallery without its file', async () => {
  const first = start()
  const url = await urlOf(first)
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
  const after = await urlOf(again)
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
  await urlOf(first)
  first.process.kill('SIGTERM')
  await first.exit

  const reset = start(['reset-password', 'admin'])
  expect(await reset.exit).toBe(0)
  const password = /is (\S{12})\./.exec(reset.printed.text)?.[1] ?? ''
  const url = await urlOf(start())
  expect(
    (await (await signIn(url, { ...ADMIN, password })).send('GET', '/api/auth/me')).status,
  ).toBe(200)
  expect((await (await signIn(url, ADMIN)).send('GET', '/api/auth/me')).status).toBe(401)
})

test('--demo runs a day of its own and keeps nothing', async () => {
  const program = start(['--demo'])
  const url = await urlOf(program)
  expect(program.printed.text).toContain('thrown away')
  const admin = await signIn(url, ADMIN)
  const { body } = await admin.send('GET', '/api/patients')
  expect(body.length).toBeGreaterThan(10)
  expect(existsSync(join(folder, 'clinic.db'))).toBe(false)
})
