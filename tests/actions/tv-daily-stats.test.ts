import { beforeEach, expect, spyOn, test } from 'bun:test'
import { tvDays, tvDevices } from '#db/schema/index'
import { formatTvDay } from '#domain/display/tv-report'
import { DAY_MS } from '#domain/time'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { saveTvDays } from '../../server/actions/tv/tv-daily-stats.ts'
import { listDisplays } from '../../server/queries/displays.ts'
import { createTvDevice } from '../support/server/actions.ts'
import { confirmDate, NURSE, withTestClinic } from '../support/server/test-clinic.ts'

const TODAY = '2026-11-20'

const ctx = withTestClinic()
beforeEach(async () => {
  await createTvDevice(ctx.clinic, { userId: NURSE.id, name: 'Hall' })
})

const add = (shown: number) => ctx.clinic.tv.days.add({ tvId: 1, day: TODAY, shown, missed: 1 })
const today = async () => (await listDisplays(ctx.clinic))[0]?.today

test('a failure keeps it for the next time, and a deleted TV is left out', async () => {
  add(3)
  const write = spyOn(ctx.clinic, 'write').mockRejectedValueOnce(new Error('disk full'))
  await expect(saveTvDays(ctx.clinic)).rejects.toThrow('disk full')
  write.mockRestore()
  expect(await today()).toEqual({ shown: 3, unheard: 0, missed: 1 })
  // As with its user.
  await ctx.database.write(async tx => void (await tx.delete(tvDevices)))
  await saveTvDays(ctx.clinic)
  expect(await listDisplays(ctx.clinic)).toEqual([])
})

test('it is kept for 90 days', async () => {
  add(3)
  await saveTvDays(ctx.clinic)
  const count = () => ctx.database.read(db => db.$count(tvDays))
  ctx.clock.advance(89 * DAY_MS)
  await confirmDate(ctx)
  await cleanUp(ctx.clinic)
  expect(await count()).toBe(1)
  ctx.clock.advance(2 * DAY_MS)
  await confirmDate(ctx)
  await cleanUp(ctx.clinic)
  expect(await count()).toBe(0)
})

test.each([
  [{ shown: 0, unheard: 0, missed: 0 }, null],
  [{ shown: 1, unheard: 0, missed: 0 }, '1 call today'],
  [{ shown: 41, unheard: 2, missed: 1 }, '41 calls today, 2 without sound, 1 missed'],
])('%o is %p', (day, text) => {
  expect(formatTvDay(day)).toBe(text)
})
