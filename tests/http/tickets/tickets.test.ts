import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Settings, SettingTexts } from '#domain/settings-record'
import { HOUR_MS } from '#domain/time'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { createTicket } from '../../../server/security/ticket.ts'
import { perTest } from '../../support/server/per-test.ts'
import { type Client, createClient, createSignedInClient } from '../../support/server/test-app.ts'
import { ADMIN, createTestClinic, ROOMS } from '../../support/server/test-clinic.ts'
import { settingsBody } from '../../support/settings.ts'

const SECOND_MS = 1_000
const SHOP = { 'x-forwarded-host': 'clinic.example' }

const ctx = perTest(() => createTestClinic({ onStatement: () => statements++ }))
let phone: Client
let staff: Client
let statements = 0

beforeEach(async () => {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  phone = createClient(app)
  staff = await createSignedInClient(app, ADMIN)
  await setMode('screen')
})

const save = (values: Partial<SettingTexts>) => staff.put('/api/settings', settingsBody(values))
const setMode = (ticketMode: Settings['ticketMode']) => save({ ticketMode })

async function getTicket({ id }: { id: number }): Promise<string> {
  return (await staff(`/api/patients/${id}/ticket`, { headers: SHOP })).body.ticket
}

const step = ({ id }: { id: number }, json: object) => staff.step(id, json)
const call = (patient: { id: number }, windowId = ROOMS.one) =>
  step(patient, { status: 'called', windowId })

async function see(ticket: string) {
  const { body } = await phone(`/api/t/${ticket}`)
  return body
}

test('while tickets are off nobody gets one, and a phone learns nothing', async () => {
  const { id } = await staff.register('ALI')
  const ticket = await getTicket({ id })
  await setMode('off')
  for (const path of [`/api/patients/${id}/ticket`, `/tickets/${id}`]) {
    expect((await staff(path, { headers: SHOP })).status).toBe(404)
  }
  for (const path of [`/api/t/${ticket}`, `/t/${ticket}`]) {
    expect((await phone(path)).status).toBe(404)
  }
})

describe('a ticket', () => {
  test("has the address that the desk's browser used, with 128 bits that only the clinic can make", async () => {
    const ali = await staff.register('ALI')
    const { body } = await staff(`/api/patients/${ali.id}/ticket`, { headers: SHOP })
    expect(body).toEqual({
      ticket: expect.stringMatching(/^\d+-[a-z2-7]{26}$/),
      url: `http://clinic.example/t/${body.ticket}`,
    })
  })

  test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])(
    'is refused in a sentence by a program that listens on %s alone, unless a proxy leads to it',
    async host => {
      Object.assign(ctx.clinic.config, { host })
      const ali = await staff.register('ALI')
      const refused = await staff(`/api/patients/${ali.id}/ticket`)
      expect([refused.status, refused.body.error]).toEqual([
        409,
        'Tell your administrator: phones cannot reach this program, because it listens on this computer only. Start it without --host, or set --public-url.',
      ])
      const sent = await staff(`/api/patients/${ali.id}/ticket`, { headers: SHOP })
      expect([sent.status, sent.body.url]).toEqual([
        200,
        `http://clinic.example/t/${sent.body.ticket}`,
      ])
      Object.assign(ctx.clinic.config, { publicUrl: 'https://queue.example' })
      expect((await staff(`/api/patients/${ali.id}/ticket`)).body.url).toStartWith(
        'https://queue.example/t/',
      )
    },
  )

  test('is 404 if it was changed or the patient deleted, 410 on a later day, in every answer', async () => {
    const [ali, siti] = [await staff.register('ALI'), await staff.register('SITI')]
    const [ticket, deleted] = [await getTicket(ali), await getTicket(siti)]
    await staff.delete(`/api/patients/${siti.id}`)
    const wrong = `${siti.id}-${ticket.split('-')[1]}`
    const others = createTicket({ cookieSecret: 'of another clinic' }, ali.id)
    const unknown = [
      wrong,
      others,
      deleted,
      `${ticket}a`,
      'x',
      '0-',
      `00${ticket}`,
      `${'9'.repeat(40)}-a`,
    ]
    for (const other of unknown) {
      expect((await phone(`/api/t/${other}`)).status).toBe(404)
      const page = await phone(`/t/${other}`)
      expect([page.status, page.body.includes('could not find this ticket')]).toEqual([404, true])
    }
    ctx.clock.advance(24 * HOUR_MS)
    expect((await phone(`/api/t/${ticket}`)).status).toBe(410)
    const page = await phone(`/t/${ticket}`)
    expect([page.status, page.body.includes('earlier day')]).toEqual([410, true])
  })

  test('is not that of another patient who got the same id, after a restore of older data', async () => {
    const ali = await staff.register('ALI')
    const ticket = await getTicket(ali)
    await ctx.database.write(tx =>
      tx.run(
        sql`update patients set registered_at = '2026-11-20T01:30:00.000Z' where id = ${ali.id}`,
      ),
    )
    expect((await phone(`/api/t/${ticket}`)).status).toBe(404)
    expect((await phone(`/t/${ticket}`)).status).toBe(404)
    expect((await phone(`/api/t/${await getTicket(ali)}`)).status).toBe(200)
  })

  test('takes the same work to refuse, whatever is wrong with it', async () => {
    const [ali, siti] = [await staff.register('ALI'), await staff.register('SITI')]
    const [deleted, past] = [await getTicket(ali), await getTicket(siti)]
    await staff.delete(`/api/patients/${ali.id}`)
    ctx.clock.advance(24 * HOUR_MS)
    const counts: number[] = []
    for (const ticket of [`${past}a`, 'x', `999-${past.split('-')[1]}`, deleted, past]) {
      await phone('/api/t/x')
      statements = 0
      await phone(`/api/t/${ticket}`)
      counts.push(statements)
    }
    expect(counts).toEqual([1, 1, 1, 1, 1])
  })

  test('is limited by itself: other tickets behind the same address are answered', async () => {
    const ali = await getTicket(await staff.register('ALI'))
    const siti = await getTicket(await staff.register('SITI'))
    const statuses: number[] = []
    for (let n = 0; n < 121; n++) statuses.push((await phone(`/api/t/${ali}`)).status)
    expect([statuses.indexOf(429), (await phone(`/api/t/${siti}`)).status]).toEqual([120, 200])
    expect((await phone(`/t/${ali}`)).status).toBe(429)
    ctx.clock.advance(60_000)
    expect((await phone(`/api/t/${ali}`)).status).toBe(200)
  })
})

test('an unchanged answer is not sent again, and a change of the queue is', async () => {
  const [ali, siti] = [await staff.register('ALI'), await staff.register('SITI')]
  const ticket = await getTicket(siti)
  const first = await phone(`/api/t/${ticket}`)
  const etag = first.headers.get('etag') ?? ''
  const ask = () => phone(`/api/t/${ticket}`, { headers: { 'if-none-match': etag } })
  expect([first.status, (await ask()).status]).toEqual([200, 304])
  await call(ali)
  ctx.clock.advance(SECOND_MS)
  expect(await ask()).toMatchObject({ status: 200, body: { state: 'next', ahead: 0 } })
})

test("a patient's own step is on the phone at once, another's within a second of it", async () => {
  const [ali, siti] = [await staff.register('ALI'), await staff.register('SITI')]
  const [ofAli, ofSiti] = [await getTicket(ali), await getTicket(siti)]
  expect(await see(ofSiti)).toMatchObject({ state: 'waiting', ahead: 1 })
  await call(ali)
  expect(await see(ofAli)).toMatchObject({ state: 'called', room: 'Room 1' })
  await step(ali, { status: 'completed' })
  expect(await see(ofAli)).toMatchObject({ state: 'done' })
  const mei = await staff.register('MEI')
  expect(await see(await getTicket(mei))).toMatchObject({ state: 'waiting', ahead: 1 })
  await call(siti)
  ctx.clock.advance(SECOND_MS)
  expect((await see(ofAli)).lastCalled.number).toBe(2)
})

test('a hundred phones cost the database after a step what one does', async () => {
  const patients = await Promise.all(
    Array.from({ length: 100 }, (_, n) => staff.register(`P ${n}`)),
  )
  const tickets = await Promise.all(patients.map(getTicket))
  async function countAfter(change: () => Promise<unknown>, phones: string[]) {
    await change()
    ctx.clock.advance(SECOND_MS)
    statements = 0
    const seen = await Promise.all(phones.map(see))
    expect(seen.every(({ lastCalled }) => lastCalled !== null)).toBe(true)
    return statements
  }
  const [first = { id: 0 }, second = { id: 0 }] = patients
  expect(await countAfter(() => call(first), tickets)).toBe(0)
  // A renamed room changes many patients, who are read again, once.
  const rename = (name: string) => () => staff.renameRoom(ROOMS.one, name)
  const one = await countAfter(rename('Room 7'), tickets.slice(0, 1))
  expect(one).toBeGreaterThan(0)
  expect(await countAfter(rename('Room 8'), tickets)).toBe(one)
  expect(await countAfter(() => call(second, ROOMS.two), tickets.toReversed())).toBe(0)
})

test('a phone follows its patient through every step', async () => {
  const [ali, siti, mei] = [
    await staff.register('ALI'),
    await staff.register('SITI'),
    await staff.register('MEI'),
  ]
  const ticket = await getTicket(siti)
  const none = { ahead: null, at: null, room: null, range: null }
  expect(await see(ticket)).toEqual({
    ...none,
    number: 2,
    label: '002',
    day: '2026-11-20',
    state: 'waiting',
    ahead: 1,
    lastCalled: null,
    asOf: ctx.clock.now(),
  })
  await call(ali)
  ctx.clock.advance(SECOND_MS)
  expect(await see(ticket)).toMatchObject({
    state: 'next',
    lastCalled: { number: 1, label: '001', day: '2026-11-20', room: 'Room 1' },
  })
  ctx.clock.advance(60_000)
  await call(siti, ROOMS.two)
  const calledAt = ctx.clock.now()
  const called = { ...none, state: 'called', room: 'Room 2', at: calledAt }
  expect(await see(ticket)).toMatchObject(called)
  await staff.post(`/api/patients/${siti.id}/undo`, { seenSteps: 2 })
  expect(await see(ticket)).toMatchObject({ ...none, state: 'next', ahead: 0 })
  await call(siti, ROOMS.two)
  await step(siti, { status: 'missed' })
  expect(await see(ticket)).toMatchObject({ ...none, state: 'missed', at: calledAt })
  await call(siti, ROOMS.two)
  await step(siti, { status: 'requeue', requeueReason: 'X-ray', holdMinutes: 20 })
  const until = new Date(Date.parse(calledAt) + 20 * 60_000).toISOString()
  expect(await see(ticket)).toMatchObject({ ...none, state: 'hold', at: until })
  ctx.clock.advance(21 * 60_000)
  expect(await see(ticket)).toMatchObject({ ...none, state: 'next', ahead: 0 })
  await call(siti, ROOMS.two)
  await step(siti, { status: 'requeue', requeueReason: 'X-ray' })
  expect(await see(ticket)).toMatchObject({ ...none, state: 'away' })
  await staff.post(`/api/patients/${siti.id}/back`)
  expect(await see(ticket)).toMatchObject({ ...none, state: 'next', ahead: 0 })
  await call(siti, ROOMS.two)
  await step(siti, { status: 'dispensary' })
  expect(await see(ticket)).toMatchObject({ ...none, state: 'dispensary', ahead: 0 })
  await call(siti, ROOMS.dispensary)
  expect(await see(ticket)).toMatchObject({ state: 'called', room: 'DISPENSARY' })
  await step(siti, { status: 'completed' })
  expect(await see(ticket)).toMatchObject({ ...none, state: 'done' })
  await call(mei, ROOMS.two)
  ctx.clock.advance(SECOND_MS)
  expect(await see(ticket)).toMatchObject({ lastCalled: { number: 3, room: 'Room 2' } })
})

test('who is called first by Call next is before, whoever came earlier', async () => {
  await staff.register('ALI')
  const siti = await staff.register('SITI')
  const ticket = await getTicket(siti)
  ctx.clock.advance(5 * 60_000)
  expect(await see(ticket)).toMatchObject({ ahead: 1 })
  await save({ orderWeight: 'always' })
  await staff.register('MEI', { isPriority: true, priorityReason: 'FEVER' })
  ctx.clock.advance(SECOND_MS)
  expect(await see(ticket)).toMatchObject({ ahead: 2 })
})

test('the last call says the room, and not which doctor another patient sees', async () => {
  const [ali, siti] = [await staff.register('ALI'), await staff.register('SITI')]
  const ticket = await getTicket(siti)
  await staff.renameRoom(ROOMS.one, 'Room 1 - Dr. Aminah')
  await call(ali)
  expect((await see(ticket)).lastCalled).toEqual({
    number: 1,
    label: '001',
    day: '2026-11-20',
    room: 'Room 1',
  })
  await step(ali, { status: 'completed' })
  await call(siti)
  expect(await see(ticket)).toMatchObject({
    room: 'Room 1 - Dr. Aminah',
    lastCalled: { number: 2, label: '002', room: 'Room 1' },
  })
})

test('no answer of a whole day has a name or a reason, sets a cookie, or is kept', async () => {
  const names = ['ZAINAB BINTI OMAR', 'GUNASEGARAN', '陈美玲']
  const patients = [
    await staff.register(names[0] ?? '', { isPriority: true, priorityReason: 'PREGNANTXX' }),
    await staff.register(names[1] ?? '', { isDiscreet: true }),
    await staff.register(names[2] ?? ''),
  ]
  const tickets = await Promise.all(patients.map(getTicket))
  const texts: string[] = []
  async function readAll() {
    const addresses = tickets.flatMap(ticket => [`/t/${ticket}`, `/api/t/${ticket}`])
    for (const path of addresses) {
      const { body, headers, status } = await phone(path)
      texts.push(JSON.stringify([body, Object.fromEntries(headers)]))
      expect([status, headers.getSetCookie()]).toEqual([200, []])
      expect(headers.get('cache-control')).toBe('no-store')
    }
    for (const { id } of patients) {
      const print = await staff(`/tickets/${id}?paper=58`, { headers: SHOP })
      expect([print.status, print.headers.get('cache-control')]).toEqual([200, 'no-store'])
      texts.push(print.body)
    }
  }
  await readAll()
  for (const patient of patients) {
    for (const change of [
      { status: 'called', windowId: ROOMS.one },
      { status: 'missed' },
      { status: 'called', windowId: ROOMS.one },
      { status: 'requeue', requeueReason: 'BLOODXX', holdMinutes: 5 },
      { status: 'called', windowId: ROOMS.one },
      { status: 'dispensary' },
      { status: 'called', windowId: ROOMS.dispensary },
      { status: 'completed' },
    ]) {
      expect((await step(patient, change)).status).toBe(200)
      await readAll()
    }
  }
  const everything = texts.join('\n')
  expect(everything).toContain('Finished. Thank you.')
  for (const word of [...names.flatMap(name => name.split(' ')), 'PREGNANTXX', 'BLOODXX']) {
    expect(everything).not.toContain(word)
  }
  expect(ctx.logged.join('\n')).not.toMatch(/ZAINAB|GUNASEGARAN|陈美玲/)
})

test("the page is in the phone's language or the chosen one, and kept out of search engines", async () => {
  const ticket = await getTicket(await staff.register('ALI'))
  for (const [language, query, words] of [
    ['ms-MY,en;q=0.8', '', 'Nombor anda'],
    ['fr,zh-CN;q=0.7,en;q=0.3', '', '您的号码'],
    ['ta', '', 'உங்கள் எண்'],
    ['de', '', 'Your number'],
    ['ms', '?lang=en', 'Your number'],
  ] as const) {
    const asked = { headers: { 'accept-language': language } }
    const { body, headers } = await phone(`/t/${ticket}${query}`, asked)
    expect(body).toContain(words)
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  }
})

test('a printed ticket is for staff alone, and may stand in a frame of its own site only', async () => {
  const ali = await staff.register('ALI')
  const path = `/tickets/${ali.id}`
  expect((await phone(path, { headers: SHOP })).body).toContain('<title>Login')
  const { body, headers } = await staff(path, { headers: SHOP })
  expect(body).toContain('data-paper="80"')
  expect(body).toContain('0 people before you')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect((await staff('/tickets/999', { headers: SHOP })).status).toBe(404)
})

test('Settings learns when a phone has opened the test code', async () => {
  const ask = async () => (await staff('/api/tickets/test', { headers: SHOP })).body
  const { url, openedAt } = await ask()
  expect(openedAt).toBeNull()
  ctx.clock.advance(3_000)
  const page = await phone(new URL(url).pathname)
  expect([page.status, page.body.includes('reaches the clinic')]).toEqual([200, true])
  expect((await ask()).openedAt).toBe(ctx.clock.now())
})
