import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type ChangeJson, formatVersion } from '#domain/change'
import { withChange } from '#domain/patients/listed'
import { fromPatientJson } from '#domain/patients/patient-json'
import { api, unwrap } from '../../islands/data/api.ts'
import { receiveChange } from '../../islands/data/changes.ts'
import { isLive, onLiveEvent, setRenderedVersion } from '../../islands/data/live-state.ts'
import { queryPatients } from '../../islands/data/queries/patients-query.ts'
import { query } from '../../islands/data/query.ts'
import { syncClock } from '../../islands/data/server-clock.ts'
import { replaceGlobals } from '../support/fakes/browser-globals.ts'
import { aPatient } from '../support/samples.ts'
import { ROOMS } from '../support/server/test-clinic.ts'
import { connectSocket, startTestServer, until } from '../support/server/test-server.ts'

let restoreGlobals = () => {}

beforeEach(() => {
  isLive.value = true
})
// As a page that was loaded now.
afterEach(() => {
  isLive.value = false
  syncClock(new Date().toISOString())
  restoreGlobals()
})

/** A desk's page without a screen: its list, and how often the list was fetched. */
async function openDesk() {
  const ctx = await startTestServer()
  const desk = await ctx.admin()
  syncClock(ctx.clinic.now())
  const { socket, received } = connectSocket(ctx.url, { cookie: desk.cookie, auth: { page: true } })
  await until('the desk has joined', () => received.length === 1)
  setRenderedVersion(ctx.clinic.channel.getVersion())
  const paths: string[] = []
  const { fetch } = globalThis
  restoreGlobals = replaceGlobals({
    document: { hidden: false },
    async fetch(address: string, init: RequestInit) {
      const isOfPage = address.startsWith('/')
      if (!isOfPage) return fetch(address, init)
      paths.push(`${init.method} ${address}`)
      const sent = new Headers(init.headers)
      sent.set('cookie', desk.cookie)
      const response = await fetch(new URL(address, ctx.url), { ...init, headers: sent })
      const headers = new Headers(response.headers)
      headers.set('date', new Date(ctx.clinic.now()).toUTCString())
      return new Response(response.body, { status: response.status, headers })
    },
  })
  const patients = queryPatients([])
  const rooms = query('rooms', () => unwrap(api.windows.$get()), [], { every: null })
  const stops = [patients.watch(), rooms.watch()]
  let applied = 1

  /** Hands on what the live connection has brought, up to the newest change. */
  async function catchUp() {
    const version = ctx.clinic.channel.getVersion()
    const isThere = () =>
      received.some(
        ([name, payload]) => name === 'change' && formatVersion(payload as ChangeJson) === version,
      )
    await until(`the change ${version} is there`, isThere)
    for (const [, change] of received.slice(applied)) receiveChange(change as ChangeJson)
    applied = received.length
  }

  async function isSameAsServer() {
    const list = (await desk.send('GET', '/api/patients')).body.map(fromPatientJson)
    expect(patients.data.value).toEqual(list)
  }

  async function close() {
    for (const stop of stops) stop()
    socket.close()
    await ctx.close()
  }

  return { ctx, desk, patients, received, paths, catchUp, isSameAsServer, close }
}

type Send = Awaited<ReturnType<typeof openDesk>>['desk']['send']

/** Every kind of step that a desk can take, one after another. */
function listSteps(send: Send): (() => Promise<unknown>)[] {
  const patch = (id: number, json: object) => () =>
    send('PATCH', `/api/patients/${id}/status`, json)
  const call = (id: number, windowId: number = ROOMS.one) =>
    patch(id, { status: 'called', windowId })
  const undo = (id: number, seenSteps: number) => () =>
    send('POST', `/api/patients/${id}/undo`, { seenSteps })
  const register = (name: string) => () => send('POST', '/api/patients', { name })
  return [
    ...['ali', 'mei', 'raj', 'siti'].map(register),
    call(1),
    call(1),
    patch(1, { status: 'in-progress' }),
    patch(1, { status: 'requeue', requeueReason: 'Blood test' }),
    undo(1, 5),
    patch(1, { status: 'dispensary' }),
    call(1, ROOMS.dispensary),
    patch(1, { status: 'completed' }),
    call(2),
    patch(2, { status: 'missed' }),
    // Brings the second one nearer.
    call(3),
    () => send('POST', `/api/windows/${ROOMS.one}/call-next`, { finish: 'completed' }),
    undo(4, 2),
    () => send('DELETE', '/api/patients/4'),
    undo(4, 1),
    () => send('POST', '/api/patients/1/forget'),
    () => send('POST', '/api/patients/reset-queue'),
  ]
}

test('a list kept up to date by the changes alone is that of the server, after every step', async () => {
  const { desk, paths, catchUp, isSameAsServer, close } = await openDesk()
  for (const step of listSteps(desk.send)) {
    await step()
    await catchUp()
    await isSameAsServer()
  }
  expect(paths).toEqual([])
  // Too much to be told.
  await desk.post('/api/patients/reset-queue/undo')
  await catchUp()
  await until('it was fetched', () => paths.includes('GET /api/patients'))
  await close()
})

test('the answer of an own write holds the change, which its page applies once and fetches nothing', async () => {
  const { ctx, patients, paths, received, catchUp, isSameAsServer, close } = await openDesk()
  const json = { name: 'ali', type: 'name' }
  expect((await unwrap(api.patients.$post({ json }))).name).toBe('ALI')
  expect(patients.data.value.map(({ name }) => name)).toEqual(['ALI'])
  const shown = patients.data.value
  await catchUp()
  expect(patients.data.value).toBe(shown)

  // The live connection was faster than the answer.
  const { fetch } = globalThis
  globalThis.fetch = (async (...sent: Parameters<typeof fetch>) => {
    const response = await fetch(...sent)
    await catchUp()
    return response
  }) as typeof fetch
  await unwrap(api.patients.$post({ json: { ...json, name: 'mei' } }))
  globalThis.fetch = fetch
  await isSameAsServer()
  expect(paths).toEqual(['POST /api/patients', 'POST /api/patients'])

  // The answer is faster than the change of another desk before it.
  const other = await ctx.nurse()
  const before = received.length
  await other.register('raj')
  await unwrap(api.patients.$post({ json: { ...json, name: 'siti' } }))
  await until('both are there', () => received.length === before + 2)
  await catchUp()
  await isSameAsServer()
  expect(paths).toHaveLength(3)
  await close()
})

test('a change that does not follow the last one, or of another process, fetches everything', async () => {
  const { desk, paths, received, isSameAsServer, close } = await openDesk()
  for (const name of ['ali', 'mei']) await desk.register(name)
  await until('both are there', () => received.length === 3)
  const second = received[2]?.[1] as ChangeJson
  receiveChange(second)
  await until('the list was fetched', () => paths.length === 2)
  expect(paths.toSorted()).toEqual(['GET /api/patients', 'GET /api/windows'])
  await isSameAsServer()
  // It is known by now.
  receiveChange(second)
  receiveChange({ ...second, boot: 'another', seq: 1 })
  await until('the list was fetched again', () => paths.length === 4)
  await close()
})

test('a room that is renamed, and a queue that ends, are right in the list of patients', async () => {
  const { desk, patients, catchUp, isSameAsServer, close } = await openDesk()
  const { body: queue } = await desk.post('/api/queues', { name: 'Dr. Lim', roomIds: [] })
  const { id } = await desk.register('ali')
  await desk.register('mei', { queueId: queue.id })
  await desk.call(id, ROOMS.one)
  await catchUp()
  const seen = () => patients.data.value.map(({ room, queue }) => [room?.name, queue?.name])
  await until('both are there', () => `${seen()}` === 'Room 1,,,Dr. Lim')
  await desk.renameRoom(ROOMS.one, 'Dr. Siti')
  await desk.delete(`/api/queues/${queue.id}`)
  await catchUp()
  await until('the list was fetched', () => `${seen()}` === 'Dr. Siti,,,')
  await isSameAsServer()
  await close()
})

test('after the clock of the server was set, a change is fetched, and so is the time', async () => {
  const { ctx, desk, paths, catchUp, isSameAsServer, close } = await openDesk()
  ctx.clock.advance(14_000)
  await desk.register('ali')
  await catchUp()
  expect(paths).toEqual([])
  ctx.clock.advance(5 * 60_000)
  await desk.register('mei')
  await catchUp()
  await until('the list was fetched', () => paths.includes('GET /api/patients'))
  await isSameAsServer()
  await close()
})

test('a patient who was fetched and is newer than the change stays', () => {
  const entry = { timestamp: '', roomName: null, requeueReason: null, fromRoom: null }
  const journey = (...actions: ('registered' | 'called' | 'completed')[]) =>
    actions.map(action => ({ ...entry, action }))
  const done = aPatient({ id: 1, journey: journey('registered', 'called', 'completed') })
  const older = { ...done, journey: journey('registered', 'called') }
  expect(withChange([done], [{ kind: 'stepped', patient: older }])).toEqual([done])
})

test('a call is announced by the change alone, and one that is taken back is dropped', async () => {
  const { desk, paths, catchUp, close } = await openDesk()
  const heard: unknown[] = []
  const stops = [
    onLiveEvent('patient:called', ({ name, number }) => heard.push([name, number])),
    onLiveEvent('queue:updated', payload => heard.push(payload)),
  ]
  const { id } = await desk.register('ali')
  await desk.call(id, ROOMS.one)
  await desk.send('POST', `/api/patients/${id}/undo`, { seenSteps: 2 })
  await desk.send('DELETE', `/api/patients/${id}`)
  await catchUp()
  const gone = { patientId: id, isGone: true }
  expect(heard).toEqual([['ALI', 1], gone, gone])
  expect(paths).toEqual([])
  for (const stop of stops) stop()
  await close()
})
