import { afterEach, beforeEach, expect, test } from 'bun:test'
import { EventSource } from 'eventsource'
import { LIVE_EVENTS } from '#domain/events'
import { INVALIDATED_BY } from '../../islands/data/query-keys.ts'
import { NURSE, ROOMS } from '../support/clinic.ts'
import { aPng } from '../support/images.ts'
import { aCall } from '../support/samples.ts'
import { aListener, aServer, type TestServer, until } from '../support/server.ts'

type Heard = [string, unknown][]
let ctx: TestServer
let admin: Awaited<ReturnType<TestServer['admin']>>
let desk: ReturnType<typeof aListener>
let tv: { source: EventSource; heard: Heard }

beforeEach(async () => {
  ctx = await aServer()
  admin = await ctx.admin()
  const wish = { userId: NURSE.id, name: 'Hall' }
  const { token } = (await admin.send('POST', '/api/tv-devices', wish)).body
  desk = aListener(ctx.url, { cookie: admin.cookie })
  const heard: Heard = []
  const source = new EventSource(`${ctx.url}/api/tv/${token}/events`)
  for (const event of LIVE_EVENTS) {
    if (event === 'error') continue
    source.addEventListener(event, ({ data }) => heard.push([event, JSON.parse(data)]))
  }
  tv = { source, heard }
  await until('both listen', () => desk.heard.length + heard.length === 2)
})
afterEach(() => {
  desk.socket.close()
  tv.source.close()
  return ctx.close()
})

/** What the desk and the TV hear when somebody does something; both hear the same. */
async function heardOf(deed: () => Promise<unknown>, count = 1): Promise<Heard> {
  desk.heard.length = 0
  tv.heard.length = 0
  await deed()
  const both = () => Math.min(desk.heard.length, tv.heard.length)
  await until(`${count} are heard, not ${JSON.stringify(desk.heard)}`, () => both() >= count)
  expect(tv.heard).toEqual(desk.heard)
  return [...desk.heard]
}

async function settings(...changes: [string, string][]) {
  const wishes = changes.map(([key, value]) => ({ key, value, category: 'display' }))
  const saved = await admin.send('PUT', '/api/settings', { settings: wishes })
  expect(saved.status).toBe(200)
}

test("whoever listens is greeted: the staff by the user's name, a TV by its own", () => {
  expect(desk.heard).toEqual([['clinic:joined', { username: 'admin' }]])
  expect(tv.heard).toEqual([['tv:connected', { name: 'Hall' }]])
})

test('the way of a patient is told step by step', async () => {
  const id = 1
  const step = (json: object) => () => admin.send('PATCH', `/api/patients/${id}/status`, json)
  const updated: Heard = [['patient:updated', { patientId: id }]]
  const called = (sequence: number, room: string): Heard => [
    ['patient:called', aCall({ sequence, room, calledAt: ctx.clock.now() })],
  ]
  expect(await heardOf(() => admin.register('ali'))).toEqual([['queue:updated', { patientId: id }]])
  const call = step({ status: 'called', windowId: ROOMS.one })
  expect(await heardOf(call)).toEqual(called(1, 'Room 1'))
  ctx.clock.advance(1_000)
  expect(await heardOf(call)).toEqual(called(2, 'Room 1'))
  for (const json of [
    { status: 'in-progress' },
    { status: 'requeue', requeueReason: 'Blood test' },
  ]) {
    expect(await heardOf(step(json))).toEqual(updated)
  }
  expect(await heardOf(call)).toEqual(called(3, 'Room 1'))
  expect(await heardOf(step({ status: 'dispensary' }))).toEqual(updated)
  const atTheCounter = step({ status: 'called', windowId: ROOMS.dispensary })
  expect(await heardOf(atTheCounter)).toEqual(called(4, 'DISPENSARY'))
  expect(await heardOf(step({ status: 'completed' }))).toEqual(updated)
})

test('who is gone is told, one or all', async () => {
  const { id } = await admin.register('ali')
  const gone = (patientId: number | null): Heard => [['queue:updated', { patientId, isGone: true }]]
  await until('that was heard', () => tv.heard.length > 1 && desk.heard.length > 1)
  expect(await heardOf(() => admin.send('DELETE', `/api/patients/${id}`))).toEqual(gone(id))
  expect(await heardOf(() => admin.send('POST', '/api/patients/reset-queue'))).toEqual(gone(null))
})

test('what happens to a room is told', async () => {
  const changed: Heard = [['queue:updated', { patientId: null }]]
  const add = () => admin.send('POST', '/api/windows', { name: 'Room 3' })
  expect(await heardOf(add)).toEqual(changed)
  for (const [method, path] of [
    ['PATCH', '/api/windows/4/status'],
    ['DELETE', '/api/windows/4'],
  ]) {
    expect(await heardOf(() => admin.send(`${method}`, `${path}`))).toEqual(changed)
  }
})

test('of settings only what really changed is told, and which views of them', async () => {
  const keys = (...keys: string[]): Heard[number] => ['settings:updated', { keys }]
  const views: Heard = [
    ['themes:updated', {}],
    ['text-groups:updated', {}],
  ]
  const blue: [string, string] = ['headerBackgroundColor', '#112233']
  expect(await heardOf(() => settings(blue), 3)).toEqual([keys('headerBackgroundColor'), ...views])
  const name: [string, string] = ['clinicName', 'KLINIK BARU']
  const told = await heardOf(() => settings(blue, name), 2)
  expect(told).toEqual([keys('clinicName'), ['text-groups:updated', {}]])
  const place: [string, string] = ['latitude', '3.1']
  expect(await heardOf(() => settings(place))).toEqual([keys('latitude')])
  await settings(blue)
  expect(await heardOf(() => admin.register('ali'))).toEqual([['queue:updated', { patientId: 1 }]])
})

test('an image that came or went is told', async () => {
  const form = new FormData()
  form.set('file', new File([aPng({ width: 4, height: 4 })], 'hall.png', { type: 'image/png' }))
  form.set('name', 'hall.png')
  const changed: Heard = [['settings:updated', { keys: ['media'] }]]
  const upload = () =>
    fetch(`${ctx.url}/api/media/upload`, {
      method: 'POST',
      body: form,
      headers: { cookie: admin.cookie },
    })
  expect(await heardOf(upload)).toEqual(changed)
  expect(await heardOf(() => admin.send('DELETE', '/api/media/1'))).toEqual(changed)
})

test('each event makes screens look again at all that it touches', () => {
  const queue = ['current-call', 'history', 'patients', 'stats', 'windows']
  const sorted = Object.entries(INVALIDATED_BY).map(([event, topics]) => [event, topics.toSorted()])
  expect(Object.fromEntries(sorted)).toEqual({
    'patient:called': queue,
    'patient:updated': queue,
    'queue:updated': [...queue, 'next-number'].toSorted(),
    'settings:updated': ['media', 'settings'],
    'themes:updated': ['settings'],
    'text-groups:updated': ['settings'],
  })
})
