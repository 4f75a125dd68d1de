import { expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { ChangeJson } from '#domain/change'
import { toCallJson } from '#domain/events'
import { cleanUp } from '../../../server/actions/system/cleanup.ts'
import { aCall } from '../../support/samples.ts'
import { holdWrites } from '../../support/server/hold-writes.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { connectSocket, until, withTestServer } from '../../support/server/test-server.ts'

const ctx = withTestServer()

const WAYS = [
  ['websocket', { transports: ['websocket'] }],
  ['long polling', { transports: ['polling'] }],
  ['long polling that becomes a websocket', { transports: ['polling', 'websocket'] }],
] as const

test.each(WAYS)('a signed-in screen receives a call by %s', async (_, { transports }) => {
  const nurse = await ctx.nurse()
  const ali = await nurse.register('ali')
  const { socket, received } = connectSocket(ctx.url, {
    cookie: nurse.cookie,
    transports: [...transports],
  })
  await until('the screen has joined', () => received.length === 1)
  expect(received).toEqual([['clinic:joined', { username: 'nurse', version: expect.any(String) }]])

  const { body } = await nurse.call(ali.id, ROOMS.one)
  await until('the call is received', () => received.length === 2)
  const call = toCallJson(aCall({ patientId: ali.id, calledAt: body.calledAt }))
  expect(received[1]).toEqual(['patient:called', call])
  socket.close()
})

test('a page of the program receives the change instead of the specified events', async () => {
  const nurse = await ctx.nurse()
  const ali = await nurse.register('ali')
  const { socket, received } = connectSocket(ctx.url, {
    cookie: nurse.cookie,
    auth: { page: true },
  })
  await until('the page has joined', () => received.length === 1)
  const { body } = await nurse.call(ali.id, ROOMS.one)
  await nurse.register('mei')
  await until('both changes are received', () => received.length === 3)
  const [called, registered] = received.slice(1).map(([, change]) => change as ChangeJson)
  const { boot, seq, at } = called as ChangeJson
  const call = aCall({ patientId: ali.id, calledAt: body.calledAt })
  expect(called).toEqual({ boot, seq, at, facts: [{ kind: 'called', patient: body, call }] })
  const next = { prefix: null, number: 3 }
  expect(registered).toMatchObject({ boot, seq: seq + 1, facts: [{ kind: 'registered', next }] })
  expect(received.map(([name]) => name)).toEqual(['clinic:joined', 'change', 'change'])
  socket.close()
})

test('a signed-out client receives nothing and is disconnected', async () => {
  const { socket, received } = connectSocket(ctx.url)
  await until('it was let go', () => received.length > 0 && !socket.connected)
  expect(received).toEqual([['error', { message: 'Please sign in' }]])
  const nurse = await ctx.nurse()
  await nurse.register('ali')
  expect(received).toHaveLength(1)
})

test('signing out ends the live connection of that session and of no other', async () => {
  const [signingOut, staying] = [await ctx.nurse(), await ctx.nurse()]
  const one = connectSocket(ctx.url, { cookie: signingOut.cookie })
  const other = connectSocket(ctx.url, { cookie: staying.cookie })
  await until('both have joined', () => one.received.length + other.received.length === 2)

  await signingOut.post('/api/auth/logout')
  await until('the one is closed', () => !one.socket.connected)
  expect(other.socket.connected).toBe(true)
  await staying.register('ali')
  await until('the other hears', () => other.received.length === 2)
  expect(one.received).toHaveLength(1)
  other.socket.close()
})

test("an expired session's connection closes at the next cleanup", async () => {
  const nurse = await ctx.nurse()
  const { socket, received } = connectSocket(ctx.url, { cookie: nurse.cookie })
  await until('it has joined', () => received.length === 1)
  ctx.clock.advance(12 * 60 * 60_000 + 1)
  await cleanUp(ctx.clinic)
  await until('it is closed', () => !socket.connected)
})

test('open requests finish during a shutdown, and new ones are not accepted', async () => {
  const nurse = await ctx.nurse()
  const gate = holdWrites(ctx.clinic)
  const inHand = [1, 2, 3].map(n => nurse.register(`p${n}`))
  await until('all three are in hand', () => gate.waiting() === 3)

  const stopping = ctx.serving.stop()
  gate.open()
  const numbers = (await Promise.all(inHand)).map(patient => patient.number)
  expect(numbers.toSorted()).toEqual([1, 2, 3])
  await stopping
  await expect(fetch(`${ctx.url}/healthz`)).rejects.toThrow()
  const rows = await ctx.database.read(db => db.all(sql`select id from patients`))
  expect(rows).toHaveLength(3)
})

test('a database that does not answer holds a shutdown up for less than its 3 s', async () => {
  const nurse = await ctx.nurse()
  const gate = holdWrites(ctx.clinic)
  const unanswered = nurse.register('p1').catch(() => {})
  await until('it is in hand', () => gate.waiting() === 1)
  const sleep = spyOn(Bun, 'sleep').mockResolvedValue(undefined)
  try {
    await ctx.serving.stop()
    await unanswered
    const waitsMs = sleep.mock.calls.map(([ms]) => Number(ms))
    expect(waitsMs.reduce((sum, ms) => sum + ms)).toBeLessThan(3_000)
  } finally {
    sleep.mockRestore()
    gate.open()
  }
})
