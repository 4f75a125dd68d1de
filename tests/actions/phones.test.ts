import { beforeEach, describe, expect, test } from 'bun:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { findFilesWith } from '../support/server/data-files.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { confirmDate, ROOMS } from '../support/server/test-clinic.ts'
import { storeSettings } from '../support/settings.ts'

const PHONE = '+60123456789'

const ctx = withTestApp()
let admin: Client

beforeEach(async () => {
  await confirmDate(ctx)
  await storeSettings(ctx, { askPhone: 'true' })
  admin = await ctx.admin()
})

async function registerWithPhone() {
  const { body } = await admin.post(
    '/api/patients',
    { name: 'xaviera', phone: '+60 12-345 6789' },
    { headers: { 'idempotency-key': 'a key that may be repeated' } },
  )
  expect(body.phone).toBe(PHONE)
  expect(await findFilesWith(ctx, PHONE)).toEqual(['clinic.db'])
  return body.id as number
}

const findPhone = () => findFilesWith(ctx, PHONE)

/** What the program does by itself, each minute. */
async function run(ms: number, stepMs = 5 * MINUTE_MS) {
  for (let left = ms; left > 0; left -= stepMs) {
    ctx.clock.advance(Math.min(left, stepMs))
    await cleanUp(ctx.clinic)
  }
}

/** From 10:00. */
const TO_MIDNIGHT_MS = 14 * HOUR_MS

test('a phone number stays until midnight, and then no byte of it', async () => {
  await run(8 * HOUR_MS)
  const id = await registerWithPhone()
  await admin.call(id, ROOMS.one)
  await admin.step(id, { status: 'requeue', requeueReason: 'XRAY' })
  await run(6 * HOUR_MS - MINUTE_MS)
  expect(await findPhone()).toEqual(['clinic.db'])
  ctx.published.length = 0
  await run(MINUTE_MS)
  expect(await findPhone()).toEqual([])
  // The screens still list who has not finished.
  expect(ctx.published).toContainEqual({ event: 'queue:updated', payload: { patientId: null } })
  const [patient] = (await (await ctx.admin())('/api/patients')).body
  expect([patient.name, patient.phone]).toEqual(['XAVIERA', undefined])
})

const GONE: Record<string, (id: number) => Promise<unknown>> = {
  deleted: id => admin.delete(`/api/patients/${id}`),
  'hidden by a reset': () => admin.post('/api/patients/reset-queue'),
}

describe.each(Object.entries(GONE))('of a patient who is %s', (_, leave) => {
  test('it stays for as long as that can be undone, and then no byte of it', async () => {
    await leave(await registerWithPhone())
    await run(10 * MINUTE_MS)
    expect(await findPhone()).toEqual(['clinic.db'])
    await run(MINUTE_MS)
    expect(await findPhone()).toEqual([])
  })

  test('it goes with the name at once', async () => {
    const id = await registerWithPhone()
    await leave(id)
    expect((await admin.post(`/api/patients/${id}/forget`)).body.phone).toBeUndefined()
    expect(await findPhone()).toEqual([])
  })
})

test('a computer that was off at night removes it in the morning, and after a weekend within an hour', async () => {
  await registerWithPhone()
  await run(10 * HOUR_MS)
  // 20:00 to 08:00 is made up for in less than three hours.
  ctx.clock.jump(12 * HOUR_MS)
  await cleanUp(ctx.clinic)
  expect(await findPhone()).toEqual(['clinic.db'])
  await run(3 * HOUR_MS)
  expect(await findPhone()).toEqual([])

  await (await ctx.admin()).post('/api/patients', { name: 'mei', phone: PHONE })
  ctx.clock.jump(2.5 * DAY_MS)
  await cleanUp(ctx.clinic)
  await (await ctx.admin()).register('the first of the day')
  expect(await findPhone()).toEqual(['clinic.db'])
  await run(HOUR_MS + MINUTE_MS)
  expect(await findPhone()).toEqual([])
})

describe.each([15 * HOUR_MS, DAY_MS, 40 * DAY_MS, -DAY_MS, -40 * DAY_MS])(
  'a clock that is wrong by %d ms',
  ms => {
    test("for less than an hour takes nothing of today's, whoever is registered", async () => {
      await registerWithPhone()
      ctx.clock.jump(ms)
      await cleanUp(ctx.clinic)
      await (await ctx.admin()).post('/api/patients', { name: 'mei', phone: '0987654321' })
      await run(55 * MINUTE_MS)
      ctx.clock.jump(-ms)
      await run(HOUR_MS)
      expect(await findPhone()).toEqual(['clinic.db'])
      await (await ctx.admin()).register('the clock is right again')
      ctx.clock.advance(DAY_MS)
      await confirmDate(ctx)
      await cleanUp(ctx.clinic)
      expect(await findPhone()).toEqual([])
    })
  },
)

test('who was registered by a clock that was behind keeps it until the day has ended', async () => {
  await admin.register('the first of the day')
  ctx.clock.jump(-3 * DAY_MS)
  await cleanUp(ctx.clinic)
  admin = await ctx.admin()
  await registerWithPhone()
  ctx.clock.jump(3 * DAY_MS)
  admin = await ctx.admin()
  await admin.register('the clock is right again')
  await confirmDate(ctx)
  await run(HOUR_MS)
  expect(await findPhone()).toEqual(['clinic.db'])
  await run(TO_MIDNIGHT_MS)
  expect(await findPhone()).toEqual([])
})
