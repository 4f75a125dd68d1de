import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  getCallSequences,
  recordEventStream,
  recordSocket,
} from '../support/realtime/event-recorder.ts'
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

test('fifty calls of six desks at once reach every TV, all of them and in order', async () => {
  const admin = await ctx.admin()
  const tokenOf = async (name: string): Promise<string> =>
    (await admin.send('POST', '/api/tv-devices', { userId: NURSE.id, name })).body.token
  const desks: (typeof admin)[] = []
  for (let n = 0; n < DESKS; n++) desks.push(await ctx.nurse())
  const roomIds: number[] = []
  const patientIds: number[] = []
  for (let n = 1; n <= DESKS; n++) {
    roomIds.push((await admin.send('POST', '/api/windows', { name: `Desk ${n}` })).body.id)
  }
  for (let n = 1; n <= CALLS; n++) patientIds.push((await admin.register(`PATIENT ${n}`)).id)

  const auth = { tvToken: await tokenOf('Stairs') }
  const tvs = [
    recordEventStream(`${ctx.url}/api/tv/${await tokenOf('Hall')}/events`),
    recordEventStream(`${ctx.url}/api/tv/${await tokenOf('Ward')}/events`),
    recordSocket(connectSocket(ctx.url, { auth, transports: ['websocket'] })),
  ]
  await until('every TV is greeted', () => tvs.every(({ received }) => received.length === 1))

  // Each desk calls its patients one after another into its own room.
  await Promise.all(
    desks.map(async (desk, at) => {
      for (const id of patientIds.filter((_, index) => index % DESKS === at)) {
        expect((await desk.call(id, roomIds[at] ?? 0)).status).toBe(200)
        await desk.send('PATCH', `/api/patients/${id}/status`, { status: 'completed' })
      }
    }),
  )
  const sequences = () => tvs.map(({ received }) => getCallSequences(received))
  await until('every TV has received the last one', () =>
    sequences().every(({ length }) => length >= CALLS),
  )
  expect(sequences()).toEqual([IN_ORDER, IN_ORDER, IN_ORDER])

  const token = await tokenOf('Roof')
  const fetched = await (await fetch(`${ctx.url}/api/tv/${token}/calls?after=0`)).json()
  expect(fetched.map(({ sequence }: { sequence: number }) => sequence)).toEqual(IN_ORDER)
  for (const tv of tvs) tv.close()
})
