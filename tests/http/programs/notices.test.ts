import { beforeEach, expect, test } from 'bun:test'
import type { Scope } from '#domain/programs/api-token'
import { MINUTE_MS } from '#domain/time'
import { v1 } from '../../../server/http/schemas/v1.ts'
import { recordEventStream } from '../../support/realtime/event-recorder.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { type signIn, until, withTestServer } from '../../support/server/test-server.ts'
import { storeSettings } from '../../support/settings.ts'

const PHONE = '+60123456789'

const ctx = withTestServer()
let admin: Awaited<ReturnType<typeof signIn>>
let token: string

beforeEach(async () => {
  admin = await ctx.admin()
  await storeSettings(ctx, { askPhone: 'true' })
  token = await makeToken(['notify'])
})

async function makeToken(scopes: Scope[]) {
  const name = scopes.join(' ')
  return (await admin.post('/api/tokens', { name, scopes })).body.token as string
}

/** A patient a minute later than the one before. */
async function register(more: object = {}) {
  ctx.clock.advance(MINUTE_MS)
  return (await admin.register('siti', { phone: PHONE, ...more })) as { id: number; label: string }
}

function follow(headers: Record<string, string> = {}, of = token) {
  const authorization = `Bearer ${of}`
  const stream = recordEventStream(`${ctx.url}/api/v1/events`, '', { authorization, ...headers })
  const next = () =>
    stream.received.flatMap(([event, data]) =>
      event === 'patient:next' ? [v1.patientNext.strict().parse(data)] : [],
    )
  const labels = () => next().map(({ label }) => label)
  const untilNext = (...expected: string[]) =>
    until(`${expected} were next`, () => labels().length >= expected.length).then(() =>
      expect(labels()).toEqual(expected),
    )
  return { ...stream, next, labels, untilNext }
}

/** When the first patient of another queue is told, all from before has been. */
async function settle({ labels }: ReturnType<typeof follow>) {
  const json = { name: `Queue ${labels().length}`, prefix: null, roomIds: [] }
  const { body: queue } = await admin.post('/api/queues', json)
  const { label } = await register({ queueId: queue.id })
  await until('all were told', () => labels().includes(label))
}

test('who is next is told with number, queue, ticket and phone, and without the name', async () => {
  await storeSettings(ctx, { ticketMode: 'screen' })
  Object.assign(ctx.clinic.config, { publicUrl: new URL('https://clinic.example') })
  const stream = follow()
  const { id } = await register()
  await stream.untilNext('001')
  expect(stream.next()).toEqual([
    {
      id: `${id}.1@${ctx.clock.now()}`,
      number: 1,
      label: '001',
      day: '2026-11-20',
      queue: null,
      ticketId: expect.stringMatching(/^1-[a-z2-7]{26}$/),
      ticketUrl: expect.stringMatching(/^https:\/\/clinic\.example\/t\/1-[a-z2-7]{26}$/),
      phone: PHONE,
    },
  ])
  expect(JSON.stringify(stream.received)).not.toContain('SITI')
  stream.close()
})

test('the next of each queue follows when one is called, and each wait is told once', async () => {
  const stream = follow()
  const first = await register()
  const second = await register({ phone: undefined })
  await stream.untilNext('001')
  await admin.call(first.id, ROOMS.one)
  await stream.untilNext('001', '002')
  expect(stream.next()[1]).not.toHaveProperty('phone')

  // A priority patient comes between, and is next; then the other is next as before.
  const priority = await register({ isPriority: true, priorityReason: 'PAIN' })
  ctx.clock.advance(10 * MINUTE_MS)
  await settle(stream)
  expect(stream.labels()).toEqual(['001', '002', '003', '004'])
  await admin.call(priority.id, ROOMS.two)
  await settle(stream)
  expect(stream.labels()).toEqual(['001', '002', '003', '004', '005'])
  await admin.call(second.id, ROOMS.one)
  stream.close()
})

test('a patient who comes back from a test is told again, and a held one is not', async () => {
  const stream = follow()
  const { id } = await register()
  await stream.untilNext('001')
  await admin.call(id, ROOMS.one)
  await admin.step(id, { status: 'requeue', requeueReason: 'XRAY' })
  await register()
  await stream.untilNext('001', '002')
  await admin.post(`/api/patients/${id}/back`)
  await stream.untilNext('001', '002', '001')
  const ids = stream.next().map(notice => notice.id)
  expect(new Set(ids).size).toBe(3)
  stream.close()
})

test('a program that connects again is told of who is next, unless it says that it was', async () => {
  const { id } = await register()
  const first = follow()
  await first.untilNext('001')
  first.close()
  const again = follow()
  await again.untilNext('001')
  const [known] = again.next()
  expect(known).toEqual(first.next()[0])
  again.close()

  const knowing = follow({ 'last-event-id': known?.id ?? '' })
  await admin.call(id, ROOMS.one)
  await register()
  await knowing.untilNext('002')
  // What came after the last one that it had is not lost.
  const late = follow({ 'last-event-id': known?.id ?? '' })
  await late.untilNext('002')
  const others = follow({ 'last-event-id': 'of other data' })
  await others.untilNext('002')
  for (const stream of [knowing, late, others]) stream.close()
})

test('with a clinic that no longer asks for phone numbers, none is told', async () => {
  const { id } = await register()
  await storeSettings(ctx, { askPhone: 'false' })
  const stream = follow()
  await stream.untilNext('001')
  expect(stream.next()[0]).not.toHaveProperty('phone')
  expect(id).toBe(1)
  stream.close()
})
