import { beforeEach, expect, test } from 'bun:test'
import {
  getCallSequences,
  recordEventStream,
  recordSocket,
} from '../support/realtime/event-recorder.ts'
import { NURSE } from '../support/server/test-clinic.ts'
import { connectSocket, type signIn, until, withTestServer } from '../support/server/test-server.ts'

type Admin = Awaited<ReturnType<typeof signIn>>

const ctx = withTestServer()
let admin: Admin
let token: string

beforeEach(async () => {
  admin = await ctx.admin()
  token = (await admin.post('/api/tv-devices', { userId: NURSE.id, name: 'Hall' })).body.token
})

/** A TV by socket.io. */
function aSocket(tvToken: unknown = token, cookie = '') {
  return connectSocket(ctx.url, { auth: { tvToken }, cookie, transports: ['websocket'] })
}

test('a token identifies a TV, whatever cookie comes with it', async () => {
  const right = aSocket(token, admin.cookie)
  await until('it is connected', () => right.received.length === 1)
  expect(right.received[0]?.[0]).toBe('tv:connected')
  right.socket.close()

  for (const wrong of ['a'.repeat(32), '', null, { token }]) {
    const { socket, received } = aSocket(wrong, admin.cookie)
    await until('it was let go', () => received.length > 0 && !socket.connected)
    expect(received).toEqual([['error', { message: 'Please sign in' }]])
  }
})

test.each([
  ['is revoked', 'DELETE /api/tv-devices/1'],
  ['gets a new link', 'POST /api/tv-devices/1/rotate'],
  ['loses its user', `DELETE /api/users/${NURSE.id}`],
  ['has its user switched off', `PATCH /api/users/${NURSE.id}/status`],
])('a TV that %s is disconnected at once on every transport; others stay', async (_, route) => {
  const { body } = await admin.post('/api/tv-devices', { userId: 1, name: 'Ward' })
  const streamOf = (tvToken: string) => recordEventStream(`${ctx.url}/api/tv/${tvToken}/events`)
  const [stream, other, socket] = [streamOf(token), streamOf(body.token), aSocket()]
  const all = [stream, other, socket]
  await until('all are connected', () => all.every(({ received }) => received.length === 1))

  const [method = '', path = ''] = route.split(' ')
  await admin.send(method, path)
  await until('both are closed', () => stream.isOver() && !socket.socket.connected)
  expect((await fetch(`${ctx.url}/api/tv/${token}/events`)).status).toBe(404)
  const again = aSocket()
  await until('it is not let in again', () => again.received.length > 0 && !again.socket.connected)
  expect(again.received[0]?.[0]).toBe('error')

  await admin.register('ali')
  await until('the other TV hears', () =>
    other.received.some(([event]) => event === 'queue:updated'),
  )
  other.close()
})

test('a TV that only listens counts as seen', async () => {
  const seen = async () =>
    (await admin.send('GET', `/api/tv-devices?userId=${NURSE.id}`)).body[0].lastSeenAt
  expect(await seen()).toBeNull()
  const { socket, received } = aSocket()
  await until('it is connected', () => received.length === 1)
  expect(await seen()).toBe(ctx.clock.now())
  socket.close()
})

const DESKS = 6
const CALLS = 50
const IN_ORDER = Array.from({ length: CALLS }, (_, at) => at + 1)

test('fifty calls of six desks at once reach every TV, all of them and in order', async () => {
  const tokenOf = async (name: string): Promise<string> =>
    (await admin.post('/api/tv-devices', { userId: NURSE.id, name })).body.token
  const desks: Admin[] = []
  for (let n = 0; n < DESKS; n++) desks.push(await ctx.nurse())
  const roomIds: number[] = []
  const patientIds: number[] = []
  for (let n = 1; n <= DESKS; n++) {
    roomIds.push((await admin.addRoom(`Desk ${n}`)).body.id)
  }
  for (let n = 1; n <= CALLS; n++) patientIds.push((await admin.register(`PATIENT ${n}`)).id)

  const tvs = [
    recordEventStream(`${ctx.url}/api/tv/${token}/events`),
    recordEventStream(`${ctx.url}/api/tv/${await tokenOf('Ward')}/events`),
    recordSocket(aSocket(await tokenOf('Stairs'))),
  ]
  await until('every TV is greeted', () => tvs.every(({ received }) => received.length === 1))

  // Each desk calls its patients one after another into its own room.
  await Promise.all(
    desks.map(async (desk, at) => {
      for (const id of patientIds.filter((_, index) => index % DESKS === at)) {
        expect((await desk.call(id, roomIds[at] ?? 0)).status).toBe(200)
        await desk.step(id, { status: 'completed' })
      }
    }),
  )
  const sequences = () => tvs.map(({ received }) => getCallSequences(received))
  await until('every TV has received the last one', () =>
    sequences().every(({ length }) => length >= CALLS),
  )
  expect(sequences()).toEqual([IN_ORDER, IN_ORDER, IN_ORDER])

  const roof = await tokenOf('Roof')
  const fetched = await (await fetch(`${ctx.url}/api/tv/${roof}/calls?after=0`)).json()
  expect(fetched.map(({ sequence }: { sequence: number }) => sequence)).toEqual(IN_ORDER)
  for (const tv of tvs) tv.close()
})
