import { beforeEach, expect, test } from 'bun:test'
import type { TvOptions } from '#domain/display/tv-options'
import { getTvPage } from '../../routes/tv.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { renderTvDocument } from '../../server/render/tv-document.tsx'
import { recordSocket } from '../support/realtime/event-recorder.ts'
import { NURSE, ROOMS } from '../support/server/test-clinic.ts'
import { connectSocket, type signIn, until, withTestServer } from '../support/server/test-server.ts'

type Admin = Awaited<ReturnType<typeof signIn>>

const NAMES = ['AISYAH ROSLI', 'SURESH KUMAR', '陈伟明', 'CHONG MEIXI', 'RAVI']
const DISCREET = 'FARIDAH HANUM'
const PRIORITY = { isPriority: true, priorityReason: 'CHEST PAIN' }
/** Reasons, steps and states, in every spelling that an answer or a page could have. */
const NOT_FOR_TVS = /chest|blood|priority|requeue|trackingHistory|"status"/i
const READS = ['settings', 'themes/active', 'text-groups/active', 'shown-calls']
const MORE_READS = ['calls?after=0', 'display', 'prayer-times']

const ctx = withTestServer()
let admin: Admin
let tvCount: number

beforeEach(async () => {
  admin = await ctx.admin()
  tvCount = 0
})

/** A TV that keeps every byte that it receives: its page, answers, stream and socket. */
async function aTv(options: Partial<TvOptions>) {
  const name = `TV ${++tvCount}`
  const { device, token } = (await admin.post('/api/tv-devices', { userId: NURSE.id, name })).body
  const change = (changes: Partial<TvOptions>) =>
    admin.patch(`/api/tv-devices/${device.id}`, changes)
  expect((await change(options)).status).toBe(200)

  const bytes: string[] = []
  const controller = new AbortController()
  const stream = await fetch(`${ctx.url}/api/tv/${token}/events`, { signal: controller.signal })
  void (async () => {
    for await (const chunk of stream.body ?? []) bytes.push(new TextDecoder().decode(chunk))
  })().catch(() => {})
  const socket = recordSocket(connectSocket(ctx.url, { auth: { tvToken: token } }))
  await until('its socket is connected', () => socket.received.length > 0)

  return {
    id: device.id as number,
    token: token as string,
    change,
    async fetchAll() {
      for (const path of [...READS, ...MORE_READS]) {
        bytes.push(await (await fetch(`${ctx.url}/api/tv/${token}/${path}`)).text())
      }
      const { page, title } = await getTvPage(ctx.clinic, token)
      const more = { title, now: ctx.clinic.now(), version: 'b.1' }
      bytes.push(renderTvDocument(loadAssets(), page, more))
    },
    bytes: () => bytes.join('\n') + JSON.stringify(socket.received),
    get: async (path: string) => (await fetch(`${ctx.url}/api/tv/${token}/${path}`)).json(),
    streamed: () => bytes.join(''),
    close() {
      controller.abort()
      socket.close()
    },
  }
}

/** Calls, misses, requeues, dispenses, completes, deletes and undoes. */
async function aDay(onStep: () => Promise<void>) {
  const registered = [
    ...NAMES.map(name => ({ name, ...PRIORITY })),
    { name: DISCREET, isDiscreet: true },
  ]
  const ids: number[] = []
  for (const patient of registered) {
    const { body } = await admin.post('/api/patients', patient)
    expect(body).toMatchObject(patient)
    ids.push(body.id)
  }
  const step = (id: number, json: object) => admin.step(id, json)
  for (const [index, id] of ids.entries()) {
    const rooms = [ROOMS.one, ROOMS.two]
    expect((await admin.call(id, rooms[index % 2] ?? 0)).status).toBe(200)
    await onStep()
    if (index === 0) await step(id, { status: 'missed' })
    if (index === 1) {
      const json = { status: 'requeue', requeueReason: 'BLOOD TEST', holdMinutes: 60 }
      expect((await step(id, json)).status).toBe(200)
    }
    if (index === 2) await step(id, { status: 'dispensary' })
    if (index > 2) await step(id, { status: 'completed' })
    await onStep()
  }
  await admin.call(ids[2] ?? 0, ROOMS.dispensary)
  await onStep()
  await admin.post(`/api/windows/${ROOMS.one}/call-next`, { finish: null })
  await onStep()
  await admin.delete(`/api/patients/${ids[0]}`)
  await onStep()
  await admin.post('/api/patients/reset-queue')
  await onStep()
}

const wordsOf = (name: string) => [name, ...name.split(' ')]

test('no reason reaches a TV, no name one that shows numbers alone, and no discreet name any', async () => {
  const numbers = await aTv({ names: 'number' })
  const initials = await aTv({ names: 'initials' })
  const full = await aTv({})
  const tvs = [numbers, initials, full]
  await aDay(async () => {
    for (const tv of tvs) await tv.fetchAll()
  })
  await until('all events are there', () => tvs.every(tv => /"isGone":true/.test(tv.streamed())))

  for (const word of NAMES.flatMap(wordsOf)) {
    expect(numbers.bytes()).not.toContain(word)
    if (word !== '陈伟明') expect(initials.bytes()).not.toContain(word)
  }
  for (const name of NAMES) expect(full.bytes()).toContain(name)
  expect(initials.bytes()).toContain('"name":"A. R."')
  for (const tv of tvs) {
    for (const word of wordsOf(DISCREET)) expect(tv.bytes()).not.toContain(word)
    expect(tv.bytes()).not.toMatch(NOT_FOR_TVS)
    expect(tv.bytes()).toContain('"name":"No. 006"')
    tv.close()
  }
  for (const word of wordsOf(DISCREET)) {
    const calls = await admin.send('GET', '/api/dashboard/calls?after=0')
    expect(JSON.stringify(calls.body)).not.toContain(word)
  }
})

test('a TV for Room 1 learns nothing of Room 2 but that a call was made', async () => {
  const tv = await aTv({ rooms: [ROOMS.one] })
  const [ali, mei] = [await admin.register('ali'), await admin.register('mei')]
  await admin.call(mei.id, ROOMS.two)
  await admin.call(ali.id, ROOMS.one)
  await until('its call is there', () => tv.streamed().includes('"name":"ALI"'))
  expect(tv.streamed()).toContain(
    `event: call:skipped\ndata: {"sequence":1,"calledAt":"${ctx.clinic.now()}"}`,
  )
  expect(await tv.get('calls?after=0')).toMatchObject([{ sequence: 2, name: 'ALI' }])
  expect(await tv.get('shown-calls')).toMatchObject({ current: { name: 'ALI' }, history: [] })
  await tv.fetchAll()
  expect(tv.bytes()).not.toContain('MEI')
  tv.close()
})

test('tiles say no name where a TV shows numbers, and only rooms in its scope', async () => {
  const tv = await aTv({ layout: 'tiles', names: 'number', rooms: [ROOMS.two] })
  const [ali, mei] = [await admin.register('ali'), await admin.register('mei')]
  await admin.call(ali.id, ROOMS.one)
  const free = (await tv.get('shown-calls')).tiles
  expect(free).toMatchObject([{ room: { id: ROOMS.two }, patient: null }])
  await admin.call(mei.id, ROOMS.two)
  await tv.fetchAll()
  expect((await tv.get('shown-calls')).tiles).toMatchObject([
    { patient: { name: null, number: 2 } },
  ])
  expect(tv.bytes()).not.toMatch(/ALI|MEI/)
  await tv.change({ layout: 'classic' })
  expect((await tv.get('shown-calls')).tiles).toEqual([])
  tv.close()
})

const missedBy = (numbers: string) => `Missed: ${numbers} - please tell the counter`

test('a TV knows who waits and who missed their call only where it shows them', async () => {
  const tv = await aTv({ rooms: [ROOMS.one] })
  const [ali] = [await admin.register('ali'), await admin.register('mei')]
  await admin.call(ali.id, ROOMS.one)
  await admin.step(ali.id, { status: 'missed' })
  expect(await tv.get('shown-calls')).toMatchObject({ queueTexts: [] })
  await tv.change({ showsWaiting: true })
  expect(await tv.get('shown-calls')).toMatchObject({ queueTexts: ['Waiting: 2'] })
  await tv.change({ showsWaiting: false, showsMissed: true })
  expect(await tv.get('shown-calls')).toMatchObject({ queueTexts: [missedBy('001')] })
  const { page } = await getTvPage(ctx.clinic, tv.token)
  expect(page.props).toMatchObject({ queueTexts: [missedBy('001')], tiles: [] })
  tv.close()
})

test('a TV lists who missed a call to its rooms, or to a room that was deleted', async () => {
  const tv = await aTv({ rooms: [ROOMS.two], showsMissed: true })
  const [ali, mei] = [await admin.register('ali'), await admin.register('mei')]
  await admin.call(ali.id, ROOMS.one)
  await admin.step(ali.id, { status: 'missed' })
  await admin.call(mei.id, ROOMS.two)
  await admin.step(mei.id, { status: 'missed' })
  expect((await tv.get('shown-calls')).queueTexts).toEqual([missedBy('002')])
  await tv.change({ rooms: [] })
  expect((await tv.get('shown-calls')).queueTexts).toEqual([missedBy('002, 001')])
  await tv.change({ rooms: [ROOMS.two] })
  expect((await admin.delete(`/api/windows/${ROOMS.one}`)).status).toBe(200)
  expect((await tv.get('shown-calls')).queueTexts).toEqual([missedBy('002, 001')])
  tv.close()
})

test('what a TV shows changes at once, on its open stream too', async () => {
  const tv = await aTv({})
  const ali = await admin.register('ali')
  const mei = await admin.register('mei')
  await tv.change({ rooms: [ROOMS.two], names: 'number' })
  await until('it is told', () => tv.streamed().includes('event: tv:changed'))
  await admin.call(ali.id, ROOMS.one)
  await admin.call(mei.id, ROOMS.two)
  await until('its call is there', () => tv.streamed().includes('"sequence":2'))
  expect(tv.bytes()).not.toMatch(/ALI|MEI/)
  expect(tv.streamed()).toContain('"name":"No. 002"')
  tv.close()
})

test('a room that does not exist is refused, and one that was deleted hinders no change', async () => {
  const tv = await aTv({ rooms: [ROOMS.two] })
  const refused = await tv.change({ rooms: [99] })
  expect([refused.status, refused.body.error]).toEqual([404, 'This room no longer exists'])
  expect((await tv.get('shown-calls')).options.rooms).toEqual([ROOMS.two])
  expect((await admin.delete(`/api/windows/${ROOMS.two}`)).status).toBe(200)
  const changed = await tv.change({ rooms: [ROOMS.two, ROOMS.one], names: 'number' })
  expect([changed.status, changed.body.options]).toMatchObject([200, { names: 'number' }])
  tv.close()
})
