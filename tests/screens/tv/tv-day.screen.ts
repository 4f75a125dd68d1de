import { expect } from '../../support/screens/fixtures.ts'
import { test } from '../../support/screens/tv-fixtures.ts'

const EIGHT_HOURS = 8 * 60 * 60_000

test("a TV whose own clock is wrong by years shows the clinic's time", async ({ tv, openTv }) => {
  await tv.clock.install({ time: '2001-01-01T00:00:00Z' })
  await tv.route(/\/api\/tv\//, route => route.abort())
  await openTv()
  const opened = await tv.locator('#tv').getAttribute('data-now')
  const local = (later: number) =>
    new Date(Date.parse(opened ?? '') + EIGHT_HOURS + later).toISOString()
  const [year = '', , day] = local(0).slice(0, 10).split('-')
  await expect(tv.locator('.stage__day')).toHaveText(new RegExp(`^${Number(day)} [A-Z]+ ${year}$`))
  // After an immediate disconnect it still shows when it was last connected.
  await expect(tv.locator('.stage__stale')).toHaveCount(0)
  await tv.clock.runFor(12_000)
  const minutes = [local(0), local(5_000)].map(time => `Reconnecting… as of ${time.slice(11, 16)}`)
  expect(minutes).toContain(await tv.locator('.stage__stale').textContent())
})
