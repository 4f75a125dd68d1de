import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventSource } from 'eventsource'
import { SCREENS } from '../../routes/index.tsx'
import { createStoredPng } from '../support/files/images.ts'
import { compileBinary } from '../support/server/compiled-binary.ts'
import { type Program, runProgram } from '../support/server/program.ts'
import { parsePrometheusText } from '../support/server/prometheus-text.ts'
import { ADMIN, ROOMS } from '../support/server/test-clinic.ts'
import { signIn, until } from '../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'
import { linuxProblem, testUnless } from '../support/unless.ts'

setDefaultTimeout(TIME_LIMIT_MS)

/** With the binary. */
const folder = mkdtempSync(join(tmpdir(), 'clinic-binary-'))
/** Empty before each test. */
const elsewhere = join(folder, 'elsewhere')
const running: Program[] = []

beforeAll(() => copyFileSync(compileBinary().binary, join(folder, 'clinic')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => mkdirSync(elsewhere))
afterEach(async () => {
  await Promise.all(running.splice(0).map(program => program.end()))
  rmSync(elsewhere, { recursive: true, force: true })
  // The binary writes nothing beside itself.
  expect(readdirSync(folder)).toEqual(['clinic'])
})

/**
 * Only the binary in an empty folder, without an environment, as at a new clinic; port 3000 may be
 * in use.
 */
function start(args: string[] = [], env: string[] = []) {
  const command = ['env', '-i', 'PORT=0', ...env, join(folder, 'clinic')]
  const program = runProgram({ command, args, cwd: elsewhere })
  running.push(program)
  return program
}

async function runToEnd(args: string[], env: string[] = []) {
  const program = start(args, env)
  const code = await program.exit()
  return { code, output: program.printed.text }
}

async function signedIn(program: Program) {
  const url = await program.url()
  const [, file = ''] = /"file":"([^"]+)"/.exec(program.printed.text) ?? []
  const password = readFileSync(file, 'utf8').trim()
  return { url, admin: await signIn(url, { ...ADMIN, password }) }
}

const linkedIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|png|ico|woff2))"/g)].map(
    ([, path]) => path,
  )

test('every screen is served, with everything that it links', async () => {
  const { url, admin } = await signedIn(start())
  const linked = new Set<string | undefined>()
  for (const { path, title } of SCREENS) {
    const response = await fetch(url + path, { headers: { cookie: admin.cookie } })
    const html = await response.text()
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    expect(html).toContain(`<title>${title}`)
    for (const file of linkedIn(html)) linked.add(file)
  }
  const { body } = await admin.post('/api/tv-devices', { userId: ADMIN.id, name: 'Hall' })
  const tv = await (await fetch(`${url}/tv/${body.token}`)).text()
  expect(linkedIn(tv).some(file => file?.endsWith('.js'))).toBe(true)
  for (const file of linkedIn(tv)) linked.add(file)

  expect(linked.size).toBeGreaterThan(8)
  for (const file of linked) {
    const response = await fetch(`${url}${file}`)
    expect({ file, status: response.status }).toEqual({ file, status: 200 })
    expect((await response.bytes()).length).toBeGreaterThan(50)
  }
})

test('files are compressed, revalidated, and sent in parts', async () => {
  const url = await start().url()
  const html = await (await fetch(url)).text()
  const script = linkedIn(html).find(file => file?.endsWith('.js'))
  const small = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } })
  expect(small.headers.get('content-encoding')).toBe('br')
  const etag = small.headers.get('etag') ?? ''
  const again = await fetch(`${url}${script}`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)

  const name = '/sounds/airport_ding_1569.wav'
  const whole = await Bun.file(join(import.meta.dirname, '../../static', name)).bytes()
  const part = await fetch(url + name, { headers: { range: 'bytes=100-199' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${whole.length}`)
  expect(await part.bytes()).toEqual(whole.slice(100, 200))
})

test('the voice is in the file', async () => {
  const { url, admin } = await signedIn(start())
  const headers = { cookie: admin.cookie }
  const spoken = await fetch(`${url}/api/voice/ms/call.mp3?number=7&room=Bilik%203`, { headers })
  const clips = ['number', '0', '0', '7', 'go-to', 'room', '3'].map(clip =>
    readFileSync(join(import.meta.dirname, `../../static/voice/ms/${clip}.mp3`)),
  )
  expect(Buffer.concat(clips).equals(await spoken.bytes())).toBe(true)
})

test('a whole day works: register, call, dispensary, complete, upload, live events, metrics, shutdown', async () => {
  const program = start()
  const { url, admin } = await signedIn(program)
  const received: string[] = []
  const events = new EventSource(`${url}/api/events`, {
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, cookie: admin.cookie } }),
  })
  events.addEventListener('patient:called', ({ data }) => received.push(JSON.parse(data).name))
  await until('it listens', () => events.readyState === EventSource.OPEN)

  const ali = await admin.register('ali')
  const step = async (change: object) => (await admin.step(ali.id, change)).body
  expect(await step({ status: 'called', windowId: ROOMS.one })).toMatchObject({ number: 1 })
  expect(await step({ status: 'dispensary' })).toMatchObject({ readyForDispensary: true })
  await step({ status: 'called', windowId: ROOMS.dispensary })
  expect(await step({ status: 'completed' })).toMatchObject({ status: 'completed' })
  await until('both calls were received', () => received.length === 2)
  expect(received).toEqual(['ALI', 'ALI'])
  events.close()

  const picture = await createStoredPng({ width: 40, height: 24 })
  const form = new FormData()
  form.set('file', new File([picture], 'hall.png', { type: 'image/png' }))
  const headers = { cookie: admin.cookie }
  const sent = await fetch(`${url}/api/media/upload`, { method: 'POST', headers, body: form })
  const { id } = await sent.json()
  const back = await fetch(`${url}/api/media/${id}/file`, { headers })
  expect(Buffer.from(await back.arrayBuffer()).equals(picture)).toBe(true)

  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ ok: true, database: 'ok' })
  const { value } = parsePrometheusText(await (await fetch(`${url}/metrics`)).text())
  expect(value('clinic_calls_total')).toBe(2)
  expect(value('clinic_event_loop_delay_seconds')).toBeGreaterThanOrEqual(0)

  await program.stop()
  const data = join(elsewhere, 'data')
  expect(readdirSync(data).toSorted()).toContain('clinic.db')
  expect(await runToEnd(['doctor'])).toEqual({
    code: 0,
    output: expect.stringContaining('not damaged, no broken references'),
  })
})

test('the file makes and restores a backup, and is its own worker', async () => {
  const program = start()
  const { admin } = await signedIn(program)
  await admin.register('ali')
  await program.stop()

  // Not even root may write there: the worker, too, finds its library in the data folder.
  const env = process.platform === 'linux' ? ['TMPDIR=/proc'] : []
  const { output } = await runToEnd(['backup'], env)
  const file = /The backup is (\S+)/.exec(output)?.[1] ?? ''
  expect(await runToEnd(['restore', file], env)).toEqual({
    code: 0,
    output: expect.stringContaining(`Restored ${file}`),
  })
  expect(await runToEnd(['doctor'])).toMatchObject({ code: 0 })
})

testUnless(linuxProblem)('it runs without a writable folder for temporary files', async () => {
  // Not even root may write there.
  const program = start([], ['TMPDIR=/proc'])
  expect((await fetch(await program.url())).status).toBe(200)
  await program.stop()
  const left = readdirSync(join(elsewhere, 'data')).filter(name => name.endsWith('.node'))
  expect(left).toEqual([])

  const nowhere = start(['--data-dir', '/proc/nowhere'], ['TMPDIR=/proc'])
  expect(await nowhere.exit()).toBe(1)
  expect(JSON.parse(nowhere.printed.text).error).toStartWith(
    'The database library cannot be unpacked in ',
  )
})

test('the licenses of everything that it contains are in the file', async () => {
  const { code, output } = await runToEnd(['licenses'])
  expect(code).toBe(0)
  expect(output).toContain('SIL OPEN FONT LICENSE')
  const { url, admin } = await signedIn(start())
  const page = await fetch(`${url}/licenses`, { headers: { cookie: admin.cookie } })
  expect(page.status).toBe(200)
  expect(`${await page.text()}\n`).toBe(output)
  const settings = await fetch(`${url}/settings`, { headers: { cookie: admin.cookie } })
  expect(await settings.text()).toMatch(/Version \d\S+, built 20\d\d-\d\d-\d\d/)
})
