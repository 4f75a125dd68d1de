import { expect, test } from 'bun:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { confirmDate } from '../support/server/test-clinic.ts'

const ctx = withTestApp()

const getDoubt = async (admin: Client) => (await admin('/api/clock')).body.doubt as string | null
const confirm = (client: Client, day: unknown) => client.post('/api/clock/confirm', { day })

async function jump(ms: number) {
  await confirmDate(ctx)
  ctx.clock.jump(ms)
  await cleanUp(ctx.clinic)
  return ctx.admin()
}

test('an administrator is asked about a date that changed, and confirms it', async () => {
  const admin = await jump(40 * DAY_MS)
  expect((await admin('/api/clock')).body).toEqual({
    day: '2026-12-30',
    doubt:
      "The date of the clinic's computer went from 20 Nov 2026 to 30 Dec 2026. Old names, audit lines and backups are kept until the clock has run for a day without another jump. If 30 Dec 2026 is right, confirm it. If not, set the clock.",
  })
  expect(ctx.logged.filter(line => line.includes('date changed'))).toHaveLength(1)
  const { status, body } = await confirm(admin, '2026-12-30')
  expect([status, body]).toEqual([200, { day: '2026-12-30', doubt: null }])
  await cleanUp(ctx.clinic)
  expect(await getDoubt(admin)).toBeNull()
  const { entries } = (await admin('/api/audit?from=2026-12-30&to=2026-12-30')).body
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'date confirmed', subject: '2026-12-30' }),
  )
})

test('a question that was answered elsewhere, or is old by now, confirms no other date', async () => {
  const admin = await jump(40 * DAY_MS)
  const both = await Promise.all([confirm(admin, '2026-12-30'), confirm(admin, '2026-12-30')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  ctx.clock.jump(-40 * DAY_MS)
  const late = await confirm(admin, '2026-12-30')
  expect([late.status, late.body.error]).toEqual([
    409,
    "The clinic's computer now says 20 Nov 2026. Check it, then confirm again.",
  ])
  expect(await getDoubt(admin)).toContain('from 30 Dec 2026 to 20 Nov 2026')
  for (const day of ['', '2026-13-45', 7, null])
    expect((await confirm(admin, day)).status).toBe(400)
})

test('a date before the program was made cannot be confirmed: the notice says that it is wrong', async () => {
  const admin = await jump(-DAY_MS)
  ctx.clinic.config.builtAt = '2026-11-20T00:00:00.000Z'
  expect((await admin('/api/clock')).body).toEqual({ day: '2026-11-19', doubt: null })
  expect((await admin('/api/dashboard/notices')).body.join()).toContain('is wrong')
  expect((await confirm(admin, '2026-11-19')).status).toBe(409)
})

test.each([
  ['a new clinic', 0],
  ['a corrected clock', 4 * MINUTE_MS],
  ['a clock that was put right again', 40 * DAY_MS],
])('nobody is asked about %s', async (_, ms) => {
  if (ms > 0) await jump(ms)
  ctx.clock.jump(-ms)
  await cleanUp(ctx.clinic)
  expect(await getDoubt(await ctx.admin())).toBeNull()
})

test('a clock that was set back within the day is told, too, until it has held', async () => {
  const admin = await jump(-HOUR_MS)
  expect(await getDoubt(admin)).toStartWith("The clock of the clinic's computer was set back. Old ")
  for (let look = 0; look < 24 * 6; look++) {
    ctx.clock.advance(10 * MINUTE_MS)
    await cleanUp(ctx.clinic)
  }
  expect(await getDoubt(await ctx.admin())).toBeNull()
})
