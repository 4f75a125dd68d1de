import { expect, test } from 'bun:test'
import { deleteMark, findMark, saveMark } from '#db/repositories/settings'
import { CLEANUP_DAY } from '#db/schema/marks'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { registerPatient } from '../support/server/actions.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'

const ctx = withTestApp()

const getDoubt = async (admin: Client) => (await admin('/api/clock')).body.doubt as string | null
const confirm = (client: Client, day: unknown) => client.post('/api/clock/confirm', { day })

async function jump(ms: number) {
  await registerPatient(ctx.clinic, { name: 'ali' })
  ctx.clock.jump(ms)
  await cleanUp(ctx.clinic)
  return ctx.admin()
}

test('an administrator is asked about a date that changed, and confirms it', async () => {
  const admin = await jump(40 * DAY_MS)
  expect((await admin('/api/clock')).body).toEqual({
    day: '2026-12-30',
    doubt:
      "The date of the clinic's computer went from 20 Nov 2026 to 30 Dec 2026. This is normal after the computer was off for more than a week. Old names, audit lines and backups are kept until you confirm the date. If 30 Dec 2026 is right, confirm it. If not, set the clock.",
  })
  ctx.clock.advance(MINUTE_MS)
  await cleanUp(ctx.clinic)
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
  await cleanUp(ctx.clinic)
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

test('nobody is asked about a clock that was put right again', async () => {
  const admin = await jump(40 * DAY_MS)
  expect(await getDoubt(admin)).not.toBeNull()
  ctx.clock.jump(-40 * DAY_MS)
  expect(await getDoubt(await ctx.admin())).toBeNull()
})

test('without a readable day of a clean-up, such as after 1.1.0, the newest patient has it', async () => {
  const saveDay = (day: string) => ctx.database.write(tx => saveMark(tx, CLEANUP_DAY, day))
  await registerPatient(ctx.clinic, { name: 'ali' })
  await ctx.database.write(tx => deleteMark(tx, CLEANUP_DAY))
  ctx.clock.advance(5 * DAY_MS)
  await cleanUp(ctx.clinic)
  expect(await ctx.database.read(db => findMark(db, CLEANUP_DAY))).toBe('2026-11-25')
  ctx.clock.advance(5 * DAY_MS)
  const admin = await ctx.admin()
  for (const day of ['', 'yesterday', '2026-02-31', '[1]']) {
    await saveDay(day)
    expect(await getDoubt(admin)).toContain('from 20 Nov 2026 to 30 Nov 2026')
  }
  await saveDay('2026-11-25')
  expect(await getDoubt(admin)).toBeNull()
})
