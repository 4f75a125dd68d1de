import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { ADMIN, ROOMS } from '../support/server/test-clinic.ts'
import { connectSocket, until } from '../support/server/test-server.ts'

const PATIENT = 'NURHALIZA'
const REASON = 'CHESTPAIN'
const LOOPBACK = expect.stringMatching(/^(127\.0\.0\.1|::1)$/)
const WRONG_PASSWORD = 'hunter-two-hunter'

const ctx = setUpDataFolder()

async function start() {
  const program = ctx.start([], { LOG_LEVEL: 'debug' })
  return { program, url: await program.url(), admin: await program.admin() }
}

async function end(program: ReturnType<typeof ctx.start>) {
  await program.stop()
  return program.printed.text
}

const linesOf = (output: string) =>
  output
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))

/** Drops a table, so that writes fail in the middle of a transaction. */
function dropJourneys() {
  const database = new Database(join(ctx.folder, 'clinic.db'))
  database.run('drop table journey')
  database.close()
}

test('the log has every request and no secrets, in normal use and when everything fails', async () => {
  const secrets = [PATIENT, REASON, WRONG_PASSWORD, ADMIN.password]
  const good = await start()
  const { admin } = good
  secrets.push(admin.cookie.split('=').at(-1) ?? '')
  const made = await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })
  const { token } = made.body
  secrets.push(token)

  const patient = { name: PATIENT, isPriority: true, priorityReason: REASON }
  const { body } = await admin.post('/api/patients', patient)
  await admin.call(body.id, ROOMS.one)
  await fetch(`${good.url}/queue?name=${PATIENT}`, { headers: { cookie: admin.cookie } })
  const paths = [
    `/api/tv/${token}/settings`,
    `/tv/${token}`,
    `/API/TV/${token.toUpperCase()}/calls?after=0&for=${PATIENT}`,
    `/${PATIENT}`,
    `/api/${PATIENT}?reason=${REASON}`,
    `/qr/${token}`,
    `/api/qr/${token}/status`,
    `/metrics?token=${token}`,
  ]
  for (const path of paths) await fetch(good.url + path)
  const json = { 'content-type': 'application/json' }
  const login = { method: 'POST', headers: json }
  const wrong = JSON.stringify({ username: PATIENT, password: WRONG_PASSWORD })
  await fetch(`${good.url}/api/auth/login`, { ...login, body: wrong })
  await fetch(`${good.url}/api/auth/login`, { ...login, body: `{"password":${WRONG_PASSWORD}` })
  const listener = connectSocket(good.url, { auth: { tvToken: token }, query: { name: PATIENT } })
  await until('the TV listens', () => listener.received.length > 0)
  listener.socket.close()
  const normalOutput = await end(good.program)

  dropJourneys()
  const bad = await start()
  secrets.push(bad.admin.cookie.split('=').at(-1) ?? '')
  const failed = await fetch(`${bad.url}/api/patients?note=${PATIENT}`, {
    method: 'POST',
    headers: { ...json, cookie: bad.admin.cookie, 'idempotency-key': `for ${PATIENT}` },
    body: JSON.stringify(patient),
  })
  expect(failed.status).toBe(500)
  const requestId = failed.headers.get('x-request-id') ?? ''
  expect((await fetch(`${bad.url}/api/tv/${token}/shown-calls`)).status).toBe(500)
  const failureOutput = await end(bad.program)

  const lines = linesOf(normalOutput + failureOutput)
  expect(lines.length).toBeGreaterThan(paths.length)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(7)
    expect((normalOutput + failureOutput).toLowerCase()).not.toContain(secret.toLowerCase())
  }

  const errors = linesOf(failureOutput).filter(({ level }) => level === 'error')
  expect(errors).toHaveLength(2)
  expect(errors[0]).toMatchObject({
    ...{ message: 'request failed', requestId, method: 'POST', route: '/api/patients' },
    ...{ status: 500, error: expect.stringContaining('no such table: journey') },
  })
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(errors[1]).toMatchObject({ route: '/api/tv/:token/shown-calls', status: 500 })
  const routes = linesOf(normalOutput).flatMap(({ route }) => route ?? [])
  for (const route of ['/api/tv/:token/settings', '/tv/:token', '/engine.io/', 'unknown']) {
    expect(routes).toContain(route)
  }
})

test('the log tells who signed in and was refused, and what an administrator changed', async () => {
  const { program, url, admin } = await start()
  const post = (path: string, json: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
  await post('/api/auth/login', { username: 'Admin', password: WRONG_PASSWORD })
  await post('/api/auth/login', { username: WRONG_PASSWORD, password: 'x' })
  const { body } = await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })
  await admin.delete(`/api/tv-devices/${body.device.id}`)
  await admin.register('ali')
  await admin.post('/api/patients/reset-queue')
  const passwords = { currentPassword: ADMIN.password, newPassword: 'another-password' }
  await admin.post('/api/auth/change-password', passwords)
  const lines = linesOf(await end(program)).filter(({ level }) => level !== 'debug')
  expect(lines.map(({ at, level, ...line }) => line)).toEqual([
    { message: 'first administrator created' },
    expect.objectContaining({ message: 'program started', dataDir: ctx.folder }),
    { message: 'sign-in accepted', user: ADMIN.username, address: LOOPBACK },
    { message: 'sign-in refused', user: 'admin', address: LOOPBACK, status: 401 },
    { message: 'sign-in refused', user: null, address: LOOPBACK, status: 401 },
    { message: 'TV link created', device: body.device.id },
    { message: 'TV revoked', device: body.device.id },
    { message: 'queue reset', userId: 1, patients: 1 },
    { message: 'password changed', user: ADMIN.username },
    { message: 'shutdown started' },
  ])
})
