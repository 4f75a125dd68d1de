import { afterEach, beforeEach, expect, test } from 'bun:test'
import { getInvalidated, type QueryKey } from '../../islands/data/query-keys.ts'
import { recordEventStream } from '../support/realtime/event-recorder.ts'
import { aCall } from '../support/samples.ts'
import { NURSE, ROOMS } from '../support/server/test-clinic.ts'
import {
  connectSocket,
  startTestServer,
  type TestServer,
  until,
} from '../support/server/test-server.ts'

type Received = [string, unknown][]
let ctx: TestServer
let admin: Awaited<ReturnType<TestServer['admin']>>
let desk: ReturnType<typeof connectSocket>
let tv: ReturnType<typeof recordEventStream>

beforeEach(async () => {
  ctx = await startTestServer()
  admin = await ctx.admin()
  const input = { userId: NURSE.id, name: 'Hall' }
  const { token } = (await admin.send('POST', '/api/tv-devices', input)).body
  desk = connectSocket(ctx.url, { cookie: admin.cookie })
  tv = recordEventStream(`${ctx.url}/api/tv/${token}/events`)
  await until('both listen', () => desk.received.length + tv.received.length === 2)
})
afterEach(() => {
  desk.socket.close()
  tv.close()
  return ctx.close()
})

/**
 * The events of an action, the same for the desk and the TV: but the patient goes to the desk
 * alone.
 */
async function getEventsOf(act: () => Promise<unknown>, count = 1): Promise<Received> {
  desk.received.length = 0
  tv.received.length = 0
  await act()
  const both = () => Math.min(desk.received.length, tv.received.length)
  await until(`${count} are received, not ${JSON.stringify(desk.received)}`, () => both() >= count)
  expect(tv.received).toEqual(desk.received.map(([event, payload]) => [event, forTv(payload)]))
  return [...tv.received]
}

function forTv(payload: unknown) {
  const { patient, ...rest } = payload as { patient?: unknown }
  return rest
}

async function settings(...changes: [string, string][]) {
  const input = changes.map(([key, value]) => ({ key, value, category: 'display' }))
  const saved = await admin.send('PUT', '/api/settings', { settings: input })
  expect(saved.status).toBe(200)
}

test('clients are greeted: staff with the username, a TV with its name', () => {
  expect(desk.received).toEqual([
    ['clinic:joined', { username: 'admin', version: expect.any(String) }],
  ])
  expect(tv.received).toEqual([['tv:connected', { name: 'Hall', version: expect.any(String) }]])
})

test('each step of a patient is an event', async () => {
  const id = 1
  const step = (json: object) => () => admin.send('PATCH', `/api/patients/${id}/status`, json)
  const updated: Received = [['patient:updated', { patientId: id }]]
  const called = (sequence: number, room: string, roomId: number = ROOMS.one): Received => [
    ['patient:called', aCall({ sequence, room, roomId, calledAt: ctx.clock.now() })],
  ]
  expect(await getEventsOf(() => admin.register('ali'))).toEqual([
    ['queue:updated', { patientId: id }],
  ])
  const call = step({ status: 'called', windowId: ROOMS.one })
  expect(await getEventsOf(call)).toEqual(called(1, 'Room 1'))
  ctx.clock.advance(1_000)
  expect(await getEventsOf(call)).toEqual(called(2, 'Room 1'))
  for (const json of [
    { status: 'in-progress' },
    { status: 'requeue', requeueReason: 'Blood test' },
  ]) {
    expect(await getEventsOf(step(json))).toEqual(updated)
  }
  expect(await getEventsOf(call)).toEqual(called(3, 'Room 1'))
  expect(await getEventsOf(step({ status: 'dispensary' }))).toEqual(updated)
  const atTheCounter = step({ status: 'called', windowId: ROOMS.dispensary })
  expect(await getEventsOf(atTheCounter)).toEqual(called(4, 'DISPENSARY', ROOMS.dispensary))
  expect(await getEventsOf(step({ status: 'completed' }))).toEqual(updated)
})

test('deleting one patient or all is an event', async () => {
  const { id } = await admin.register('ali')
  const gone = (patientId: number | null): Received => [
    ['queue:updated', { patientId, isGone: true }],
  ]
  await until('that was received', () => tv.received.length > 1 && desk.received.length > 1)
  expect(await getEventsOf(() => admin.send('DELETE', `/api/patients/${id}`))).toEqual(gone(id))
  expect(await getEventsOf(() => admin.send('POST', '/api/patients/reset-queue'))).toEqual(
    gone(null),
  )
})

test('undoing a step or a reset is an event', async () => {
  const { id } = await admin.register('ali')
  await admin.call(id, ROOMS.one)
  await until('that was received', () => tv.received.length > 2 && desk.received.length > 2)
  const undo = () => admin.send('POST', `/api/patients/${id}/undo`, { seenSteps: 2 })
  // The TVs drop the call.
  expect(await getEventsOf(undo)).toEqual([['queue:updated', { patientId: id, isGone: true }]])
  await getEventsOf(() => admin.send('POST', '/api/patients/reset-queue'))
  const undoReset = () => admin.send('POST', '/api/patients/reset-queue/undo')
  expect(await getEventsOf(undoReset, 2)).toEqual([
    ['queue:updated', { patientId: null }],
    ['queue:updated', { patientId: id }],
  ])
})

test('each change of a room is an event', async () => {
  const changed: Received = [['queue:updated', { patientId: null }]]
  const add = () => admin.send('POST', '/api/windows', { name: 'Room 3' })
  expect(await getEventsOf(add)).toEqual(changed)
  for (const [method, path] of [
    ['PATCH', '/api/windows/4/status'],
    ['DELETE', '/api/windows/4'],
  ]) {
    expect(await getEventsOf(() => admin.send(`${method}`, `${path}`))).toEqual(changed)
  }
})

test('only settings that changed are in the event, with the views that they affect', async () => {
  const keys = (...keys: string[]): Received[number] => ['settings:updated', { keys }]
  const views: Received = [
    ['themes:updated', {}],
    ['text-groups:updated', {}],
  ]
  const blue: [string, string] = ['headerBackgroundColor', '#112233']
  expect(await getEventsOf(() => settings(blue), 3)).toEqual([
    keys('headerBackgroundColor'),
    ...views,
  ])
  const name: [string, string] = ['clinicName', 'KLINIK BARU']
  const events = await getEventsOf(() => settings(blue, name), 2)
  expect(events).toEqual([keys('clinicName'), ['text-groups:updated', {}]])
  const place: [string, string] = ['latitude', '3.1']
  expect(await getEventsOf(() => settings(place))).toEqual([keys('latitude')])
  await settings(blue)
  expect(await getEventsOf(() => admin.register('ali'))).toEqual([
    ['queue:updated', { patientId: 1 }],
  ])
})

const PATIENT: QueryKey[] = [
  'current-call',
  'history',
  'patients',
  'room-patients',
  'shown-calls',
  'stats',
]

test.each<[...Parameters<typeof getInvalidated>, QueryKey[]]>([
  ['patient:called', aCall(), PATIENT],
  ['patient:updated', { patientId: 1 }, PATIENT],
  ['queue:updated', { patientId: 1 }, ['next-number', 'patients', 'stats']],
  ['queue:updated', { patientId: 1, isGone: true }, [...PATIENT, 'next-number']],
  ['queue:updated', { patientId: null, isGone: true }, [...PATIENT, 'next-number']],
  ['queue:updated', { patientId: null }, [...PATIENT, 'rooms']],
  ['settings:updated', { keys: ['clinicName'] }, ['clinic-name', 'settings']],
  ['settings:updated', { keys: ['media'] }, ['media']],
  ['settings:updated', { keys: ['media', 'clinicLogo'] }, ['media', 'settings']],
  ['themes:updated', {}, []],
  ['text-groups:updated', {}, []],
])('%s with %j invalidates the queries that it affects, and no other', (name, payload, keys) => {
  expect(getInvalidated(name, payload).toSorted()).toEqual(keys.toSorted())
})
