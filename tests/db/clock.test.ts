import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const JUMPS = [
  ['an hour back', -HOUR],
  ['an hour on', HOUR],
  ['a day back', -DAY],
  ['a day on', DAY],
] as const

const ctx = withTestApp()
let desk: Client

beforeEach(async () => {
  desk = await ctx.admin()
})

/** Half an hour of work with a wrong clock, then the right clock again. */
async function jumpAndBack(ms: number) {
  ctx.clock.jump(ms)
  await cleanUp(ctx.clinic)
  desk = await ctx.admin()
  const during = await desk.register('during')
  await desk.call(during.id, ROOMS.two)
  await desk.step(during.id, { status: 'requeue', requeueReason: 'XRAY' })
  ctx.clock.advance(HOUR / 2)
  await desk.register('during too')
  ctx.clock.jump(-ms)
  await cleanUp(ctx.clinic)
  desk = await ctx.admin()
}

test.each(JUMPS)(
  'a clock that jumps %s and is corrected loses no patient, number or call',
  async (_, ms) => {
    const [ali, mei] = [await desk.register('ali'), await desk.register('mei')]
    await desk.call(ali.id, ROOMS.one)
    await jumpAndBack(ms)
    for (const name of ['after', 'after too']) await desk.register(name)
    const rows = await ctx.database.read(db =>
      db.all<{ day: string; number: number }>(sql`select day, number from patients order by id`),
    )
    expect(new Set(rows.map(({ day, number }) => `${day} ${number}`)).size).toBe(6)
    for (const ofDay of Map.groupBy(rows, row => row.day).values()) {
      expect(ofDay.map(row => row.number)).toEqual(ofDay.map((_, index) => index + 1))
    }
    const listed: { name: string }[] = (await desk('/api/patients')).body
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['ALI', 'MEI']))
    expect((await desk.step(ali.id, { status: 'completed' })).status).toBe(200)
    expect((await desk.call(mei.id, ROOMS.one)).body.windowName).toBe('Room 1')
    const calls = await ctx.database.read(db =>
      db.all<{ sequence: number }>(sql`select sequence from calls order by rowid`),
    )
    expect(calls.map(call => call.sequence)).toEqual([1, 2, 3])
    expect((await desk('/api/dashboard/current-call')).body.name).toBe('MEI')
  },
)

test('a session from a clock that was ahead is shortened to twelve hours', async () => {
  ctx.clock.advance(DAY)
  desk = await ctx.admin()
  ctx.clock.advance(-DAY)
  const response = await desk('/api/auth/me')
  expect(response.status).toBe(200)
  expect(response.headers.get('set-cookie')).toContain('session=')
  const [row] = await ctx.database.read(db =>
    db.all<{ at: number }>(sql`select min(expires_at) at from sessions`),
  )
  expect(row?.at).toBe(Date.parse(ctx.clinic.now()) + 12 * HOUR)
})
