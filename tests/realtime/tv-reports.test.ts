import { beforeEach, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { formatTvDay, type TvDay } from '#domain/display/tv-report'
import { recordEventStream } from '../support/realtime/event-recorder.ts'
import { NURSE, ROOMS } from '../support/server/test-clinic.ts'
import { type signIn, until, withTestServer } from '../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

type Display = { today: TvDay }

const ctx = withTestServer()
let admin: Awaited<ReturnType<typeof signIn>>
beforeEach(async () => {
  admin = await ctx.admin()
})

const HEARTBEAT = {
  build: '/assets/tv.js',
  viewport: { width: 1920, height: 1080 },
  audio: 'ready',
  clockSkewMs: 0,
  lastSequence: 0,
  lastError: null,
}

async function aTv(name: string, rooms: number[] = []) {
  const { device, token } = (await admin.post('/api/tv-devices', { userId: NURSE.id, name })).body
  await admin.patch(`/api/tv-devices/${device.id}`, { rooms })
  const { received, close } = recordEventStream(`${ctx.url}/api/tv/${token}/events`)
  await until('it is connected', () => received.length > 0)
  const post = async (path: string, json: unknown) => {
    const response = await fetch(`${ctx.url}/api/tv/${token}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return {
    id: device.id as number,
    received,
    close,
    beat: (heartbeat: object = {}) => post('heartbeat', { ...HEARTBEAT, ...heartbeat }),
    post,
    show: (sequence: number, sound = 'played', ...more: number[]) =>
      post(
        'receipts',
        [sequence, ...more].map(one => ({ sequence: one, shownAt: ctx.clinic.now(), sound })),
      ),
  }
}

test('the desk learns which TVs have shown a call, and which are silent', async () => {
  const [hall, foyer] = [await aTv('Hall'), await aTv('Foyer')]
  const ward = await aTv('Ward', [ROOMS.two])
  const desk = recordEventStream(`${ctx.url}/api/events`, admin.cookie)
  await until('it is connected', () => desk.received.length > 0)
  const ali = await admin.register('ali')
  await admin.call(ali.id, ROOMS.one)
  expect((await hall.show(1)).status).toBe(200)
  const last = () => desk.received.findLast(([event]) => event === 'call:shown')?.[1]
  const shown = { patientId: ali.id, sequence: 1, expected: 2, played: 1, blocked: 0 }
  await until('the first receipt is there', () => last() !== undefined)
  expect(last()).toEqual({ ...shown, failed: 0, off: 0, missing: [], text: '1 of 2 TVs' })
  await foyer.show(1, 'blocked')
  await until('the second is there', () => JSON.stringify(last()).includes('"blocked":1'))
  expect((await admin.send('GET', '/api/dashboard/receipts')).body).toEqual([
    {
      ...shown,
      blocked: 1,
      failed: 0,
      off: 0,
      missing: [],
      text: '2 of 2 TVs, played 1, blocked 1',
    },
  ])
  const today = async () =>
    (await admin.send('GET', '/api/tv-devices')).body.map((tv: Display) => tv.today)
  const counted = [
    { shown: 1, unheard: 0, missed: 0 },
    { shown: 1, unheard: 1, missed: 0 },
    { shown: 0, unheard: 0, missed: 0 },
  ]
  expect(await today()).toEqual(counted)
  // The same receipt again counts once.
  await hall.show(1)
  expect(await today()).toEqual(counted)
  for (const tv of [hall, foyer, ward, desk]) tv.close()
})

test('a TV that does not report in time is named', async () => {
  const hall = await aTv('Hall')
  const desk = recordEventStream(`${ctx.url}/api/events`, admin.cookie)
  await until('it is connected', () => desk.received.length > 0)
  const ali = await admin.register('ali')
  await admin.call(ali.id, ROOMS.one)
  const last = () => desk.received.findLast(([event]) => event === 'call:shown')?.[1]
  await until('it is named', () => last() !== undefined)
  expect(last()).toMatchObject({ expected: 1, played: 0, text: '0 of 1 TVs; Hall silent' })
  const today = async () => (await admin.send('GET', '/api/tv-devices')).body[0].today
  expect(await today()).toEqual({ shown: 0, unheard: 0, missed: 1 })
  // It was only late.
  await hall.show(1)
  expect(await today()).toEqual({ shown: 1, unheard: 0, missed: 0 })
  for (const one of [hall, desk]) one.close()
})

test('a TV that still announces an earlier call is not silent', async () => {
  const [hall, foyer] = [await aTv('Hall'), await aTv('Foyer')]
  const desk = recordEventStream(`${ctx.url}/api/events`, admin.cookie)
  await until('it is connected', () => desk.received.length > 0)
  const [ali, mei] = [await admin.register('ali'), await admin.register('mei')]
  await admin.call(ali.id, ROOMS.one)
  await hall.show(1)
  await admin.call(mei.id, ROOMS.two)
  const texts = () =>
    desk.received.flatMap(([event, payload]) =>
      event === 'call:shown' ? (payload as { text: string }).text : [],
    )
  await until('one is named for the second call', () =>
    texts().includes('0 of 2 TVs; Foyer silent'),
  )
  await hall.show(2)
  await until('it has shown both', () => texts().includes('1 of 2 TVs; Foyer silent'))
  expect(texts().join()).not.toContain('Hall')
  for (const one of [hall, foyer, desk]) one.close()
})

test('a receipt of another room, of no call, or without sense is refused; of several, the known count', async () => {
  const ward = await aTv('Ward', [ROOMS.two])
  const ali = await admin.register('ali')
  await admin.call(ali.id, ROOMS.one)
  // Without a TV of its room there is nothing to say of a call.
  expect((await admin.send('GET', '/api/dashboard/receipts')).body).toEqual([])
  for (const sequence of [1, 99]) {
    const error = { error: 'This call is not known', field: 'sequence' }
    expect(await ward.show(sequence)).toEqual({ status: 404, body: error })
  }
  expect((await ward.show(1, 'loud')).status).toBe(400)
  expect((await ward.beat({ audio: 'maybe' })).status).toBe(400)
  await admin.call(ali.id, ROOMS.two)
  expect((await ward.show(99, 'played', 2)).status).toBe(200)
  const [receipts] = (await admin.send('GET', '/api/dashboard/receipts')).body
  expect(receipts).toMatchObject({ sequence: 2, played: 1 })
  ward.close()
})

test('a receipt of another call with this sequence, from before a restore, counts for none', async () => {
  const hall = await aTv('Hall')
  const ali = await admin.register('ali')
  await admin.call(ali.id, ROOMS.one)
  const receipt = { sequence: 1, shownAt: ctx.clinic.now(), sound: 'played' }
  const earlier = { ...receipt, calledAt: '2026-11-20T01:59:58.123Z' }
  expect((await hall.post('receipts', [earlier])).status).toBe(404)
  const played = async () => (await admin.send('GET', '/api/dashboard/receipts')).body[0].played
  expect(await played()).toBe(0)
  const own = { ...receipt, calledAt: ctx.clinic.now() }
  expect((await hall.post('receipts', [earlier, own])).status).toBe(200)
  expect(await played()).toBe(1)
  hall.close()
})

test('a TV whose heartbeat stops is silent after 80 s, and only a heartbeat clears it', async () => {
  const hall = await aTv('Hall')
  const stateOf = async () => (await admin.send('GET', '/api/tv-devices')).body[0]
  const tvs = async () => (await admin.send('GET', '/api/dashboard/stats')).body.now.tvs
  expect(await stateOf()).toMatchObject({ name: 'Hall', state: 'on', heartbeat: null })
  await hall.beat({ lastError: 'Script error.' })
  expect(await stateOf()).toMatchObject({ state: 'on', heartbeat: { lastError: 'Script error.' } })
  ctx.clock.advance(80_000)
  expect(await tvs()).toEqual({ on: 1, silent: [] })

  const desk = recordEventStream(`${ctx.url}/api/events`, admin.cookie)
  await until('it is connected', () => desk.received.length > 0)
  ctx.clock.advance(1_000)
  ctx.clinic.tv.presence.check()
  await until('the desk is told', () => desk.received.some(([event]) => event === 'tvs:updated'))
  // Its stream is still open, and it still fetches.
  expect(await tvs()).toEqual({ on: 0, silent: ['Hall'] })
  expect(await stateOf()).toMatchObject({ state: 'silent' })
  await hall.beat()
  expect(await tvs()).toEqual({ on: 1, silent: [] })
  for (const one of [hall, desk]) one.close()
})

test('50 TVs report without a write each', async () => {
  const tvs = await Promise.all(Array.from({ length: 50 }, (_, n) => aTv(`TV ${n}`)))
  const ali = await admin.register('ali')
  await admin.call(ali.id, ROOMS.one)
  const write = spyOn(ctx.clinic, 'write')
  await admin.register('mei')
  expect(write).toHaveBeenCalledTimes(1)
  for (const tv of tvs) {
    expect((await tv.beat()).status).toBe(200)
    expect((await tv.show(1)).status).toBe(200)
  }
  expect(write).toHaveBeenCalledTimes(1)
  const [receipts] = (await admin.send('GET', '/api/dashboard/receipts')).body
  expect(receipts).toMatchObject({ expected: 50, played: 50 })
  for (const tv of tvs) tv.close()
})

test.each(['identify', 'chime', 'reload'])('%s reaches this TV alone', async command => {
  const [hall, foyer] = [await aTv('Hall'), await aTv('Foyer')]
  const sent = await admin.post(`/api/tv-devices/${hall.id}/${command}`)
  expect([sent.status, sent.body]).toEqual([200, { success: true }])
  const own = ['tv:command', { command, name: 'Hall' }]
  await until('it is told', () => hall.received.some(one => Bun.deepEquals(one, own)))
  await admin.post(`/api/tv-devices/${foyer.id}/identify`)
  await until('the other is told', () => foyer.received.some(([event]) => event === 'tv:command'))
  expect(foyer.received).not.toContainEqual(own)
  for (const tv of [hall, foyer]) tv.close()
})

test.each([
  [{ shown: 0, unheard: 0, missed: 0 }, null],
  [{ shown: 1, unheard: 0, missed: 0 }, '1 call today'],
  [{ shown: 41, unheard: 2, missed: 1 }, '41 calls today, 2 without sound, 1 missed'],
])('%o is %p', (day, text) => {
  expect(formatTvDay(day)).toBe(text)
})
