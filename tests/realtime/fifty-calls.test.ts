import { afterEach, beforeEach, expect, test } from 'bun:test'
import { EventSource } from 'eventsource'
import type { Call } from '#domain/events'
import { NURSE } from '../support/server/test-clinic.ts'
import {
  connectSocket,
  startTestServer,
  type TestServer,
  until,
} from '../support/server/test-server.ts'

const DESKS = 6
const CALLS = 50
const IN_ORDER = Array.from({ length: CALLS }, (_, at) => at + 1)

let ctx: TestServer

beforeEach(async () => {
  ctx = await startTestServer()
})
afterEach(() => ctx.close())

type Desk = Awaited<ReturnType<TestServer['admin']>>

async function tokenOf(admin: Desk, name: string): Promise<string> {
  const { body } = await admin.send('POST', '/api/tv-devices', { userId: NURSE.id, name })
  return body.token
}

/** A TV by server-sent events; `received` has the sequences of its calls. */
async function anEventSource(token: string) {
  const received: number[] = []
  const source = new EventSource(`${ctx.url}/api/tv/${token}/events`)
  source.addEventListener('patient:called', ({ data }) => received.push(JSON.parse(data).sequence))
  await new Promise(resolve => source.addEventListener('tv:connected', resolve, { once: true }))
  return { received, close: () => source.close() }
}

/** A TV by socket.io. */
async function aSocket(token: string) {
  const { socket, received } = connectSocket(ctx.url, {
    auth: { tvToken: token },
    transports: ['websocket'],
  })
  await until('the TV is connected', () => received.length === 1)
  const sequences = () =>
    received
      .filter(([event]) => event === 'patient:called')
      .map(([, call]) => (call as Call).sequence)
  return { sequences, close: () => socket.close() }
}

/** Calls patients one after another into its own room. */
async function work(desk: Desk, roomId: number, patientIds: number[]) {
  for (const id of patientIds) {
    expect((await desk.call(id, roomId)).status).toBe(200)
    await desk.send('PATCH', `/api/patients/${id}/status`, { status: 'completed' })
  }
}

test('fifty calls of six desks at once reach every TV, all of them and in order', async () => {
  const admin = await ctx.admin()
  const desks: Desk[] = []
  for (let n = 0; n < DESKS; n++) desks.push(await ctx.nurse())
  const roomIds: number[] = []
  const patientIds: number[] = []
  for (let n = 1; n <= DESKS; n++) {
    roomIds.push((await admin.send('POST', '/api/windows', { name: `Desk ${n}` })).body.id)
  }
  for (let n = 1; n <= CALLS; n++) patientIds.push((await admin.register(`PATIENT ${n}`)).id)

  const tvs = [
    await anEventSource(await tokenOf(admin, 'Hall')),
    await anEventSource(await tokenOf(admin, 'Ward')),
  ]
  const third = await aSocket(await tokenOf(admin, 'Stairs'))

  await Promise.all(
    desks.map((desk, at) => {
      const mine = patientIds.filter((_, index) => index % DESKS === at)
      return work(desk, roomIds[at] ?? 0, mine)
    }),
  )
  await until('every TV has received the last one', () =>
    [...tvs.map(tv => tv.received), third.sequences()].every(received => received.length >= CALLS),
  )
  expect(tvs.map(tv => tv.received)).toEqual([IN_ORDER, IN_ORDER])
  expect(third.sequences()).toEqual(IN_ORDER)

  const [token = ''] = [await tokenOf(admin, 'Roof')]
  const fetched = await (await fetch(`${ctx.url}/api/tv/${token}/calls?after=0`)).json()
  expect(fetched.map((call: Call) => call.sequence)).toEqual(IN_ORDER)
  for (const tv of [...tvs, third]) tv.close()
})
