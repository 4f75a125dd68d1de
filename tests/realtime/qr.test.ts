import { expect, test } from 'bun:test'
import { QR_TTL_MS } from '#domain/auth/qr-session'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { readCookies } from '../support/server/test-app.ts'
import { NURSE } from '../support/server/test-clinic.ts'
import { connectSocket, until, withTestServer } from '../support/server/test-server.ts'

const ctx = withTestServer()

async function post(path: string, json: unknown = {}, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie }
  return fetch(ctx.url + path, { method: 'POST', headers, body: JSON.stringify(json) })
}

/** A login page that shows a QR code. */
async function aTv() {
  const created = await post('/api/qr/init')
  const { qrId } = await created.json()
  return { qrId, cookie: readCookies(created) }
}

/** Connects and sends `qr:join`. */
function join(qrId: unknown, cookie: string, transports = ['websocket']) {
  const { socket, received } = connectSocket(ctx.url, { cookie, transports })
  const joined = { isTrue: false }
  socket.on('connect', () => socket.emit('qr:join', { qrId }, () => (joined.isTrue = true)))
  return { socket, received, hasJoined: () => joined.isTrue }
}

async function authorize(qrId: string) {
  const { username, password } = NURSE
  const response = await post(`/api/qr/${qrId}/authorize`, { username, password })
  return { code: (await response.json()).code, cookie: readCookies(response) }
}

test.each([[['websocket']], [['polling']], [['polling', 'websocket']]])(
  'a login page without a session receives the events of its own QR code by %p, until it is completed',
  async transports => {
    const { qrId, cookie } = await aTv()
    const { socket, received, hasJoined } = join(qrId, cookie, transports)
    await until('it has joined', hasJoined)
    const { code } = await authorize(qrId)
    await until('it hears of the phone', () => received.length === 1)
    const payload = { code: expect.stringMatching(/^\d{6}$/), user: { username: 'nurse' } }
    expect(received).toEqual([['qr:authorization_complete', payload]])
    await post(`/api/qr/${qrId}/finalize`, { tvVerifier: code }, cookie)
    await until('it is closed', () => !socket.connected)
    expect(received[1]).toEqual(['qr:login_complete', { user: { username: 'nurse' } }])
  },
)

test('no other client receives it: no other login page, no staff, no TV', async () => {
  const [mine, other] = [await aTv(), await aTv()]
  const admin = await ctx.admin()
  const made = await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })
  const shown = join(mine.qrId, mine.cookie)
  const others = join(other.qrId, other.cookie)
  const staff = connectSocket(ctx.url, { cookie: admin.cookie })
  const tv = connectSocket(ctx.url, { auth: { tvToken: made.body.token } })
  await until('all are there', () => shown.hasJoined() && others.hasJoined())
  await until('all are greeted', () => staff.received.length + tv.received.length === 2)

  const stream = await fetch(`${ctx.url}/api/events`, { headers: { cookie: admin.cookie } })
  const streamed = stream.text()
  await authorize(mine.qrId)
  await until('it is received', () => shown.received.length === 1)
  // Events are in order: when this one arrives, all before it have arrived.
  await admin.register('ali')
  await until('the staff hear', () => staff.received.length === 2 && tv.received.length === 2)
  expect(staff.received.map(([event]) => event)).toEqual(['clinic:joined', 'queue:updated'])
  expect(tv.received.map(([event]) => event)).toEqual(['tv:connected', 'queue:updated'])
  await authorize(other.qrId)
  await until('the other hears its own', () => others.received.length === 1)
  expect([shown.received.length, others.received.length]).toEqual([1, 1])
  await admin.post('/api/auth/logout')
  expect(await streamed).not.toContain('qr:')
  for (const { socket } of [shown, others, staff, tv]) socket.close()
})

test("a client that knows only the QR code's id is rejected and disconnected", async () => {
  const [{ qrId }, { cookie }] = [await aTv(), await aTv()]
  for (const invalidId of [qrId, 'a'.repeat(32), '', null, { qrId }, 'x'.repeat(5_000)]) {
    const { socket, received, hasJoined } = join(invalidId, cookie)
    await until('it was let go', () => received.length > 0 && !socket.connected)
    expect(received).toEqual([['error', { message: 'Invalid QR session' }]])
    expect(hasJoined()).toBe(false)
  }
  // Without a cookie it is let go at once, perhaps before it asks.
  const without = join(qrId, '')
  await until('it was let go', () => without.received.length > 0 && !without.socket.connected)
  expect(without.received[0]?.[0]).toBe('error')
})

test('the cleanup publishes an expired QR code, and its connection closes', async () => {
  const { qrId, cookie } = await aTv()
  const { socket, received, hasJoined } = join(qrId, cookie)
  await until('it has joined', hasJoined)
  ctx.clock.advance(QR_TTL_MS)
  await cleanUp(ctx.clinic)
  await until('it is closed', () => !socket.connected)
  expect(received).toEqual([['qr:expired', {}]])
  const again = join(qrId, cookie)
  await until('it is not let in again', () => again.received.length > 0 && !again.socket.connected)
  expect(again.received).toEqual([['error', { message: 'Invalid QR session' }]])
})

test('a desk that also shows a QR code receives both, and stays', async () => {
  const nurse = await ctx.nurse()
  const { qrId, cookie } = await aTv()
  const { socket, received, hasJoined } = join(qrId, `${nurse.cookie}; ${cookie}`)
  await until('it has joined', () => hasJoined() && received.length === 1)
  const { code } = await authorize(qrId)
  await post(`/api/qr/${qrId}/finalize`, { tvVerifier: code }, cookie)
  await nurse.register('ali')
  await until('all is received', () => received.length === 4)
  const names = ['clinic:joined', 'qr:authorization_complete', 'qr:login_complete', 'queue:updated']
  expect([received.map(([event]) => event), socket.connected]).toEqual([names, true])
  socket.close()
})
