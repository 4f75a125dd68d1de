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
import { SCREENS } from '../../routes/index.tsx'
import { compileBinary } from '../support/server/compiled-binary.ts'
import { type Program, runProgram } from '../support/server/program.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { signIn } from '../support/server/test-server.ts'
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

test('the voice is in the file', async () => {
  const { url, admin } = await signedIn(start())
  const headers = { cookie: admin.cookie }
  const spoken = await fetch(`${url}/api/voice/ms/call.mp3?number=7&room=Bilik%203`, { headers })
  const clips = ['number', '0', '0', '7', 'go-to', 'room', '3'].map(clip =>
    readFileSync(join(import.meta.dirname, `../../static/voice/ms/${clip}.mp3`)),
  )
  expect(Buffer.concat(clips).equals(await spoken.bytes())).toBe(true)
})

test('the file makes and restores a backup, and is its own worker', async () => {
  const program = start()
  const { admin } = await signedIn(program)
  await admin.register('ali')
  await program.stop()

  // Not even root may write there: the worker also finds its library in the data folder.
  const env = process.platform === 'linux' ? ['TMPDIR=/proc'] : []
  const { output } = await runToEnd(['backup'], env)
  const file = /The backup is (\S+)/.exec(output)?.[1] ?? ''
  expect(await runToEnd(['restore', file], env)).toEqual({
    code: 0,
    output: expect.stringContaining(`Restored ${file}`),
  })
  expect(await runToEnd(['doctor'])).toEqual({
    code: 0,
    output: expect.stringContaining('not damaged, no broken references'),
  })
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
