import { findAccessibilityViolations } from '../../support/browser/axe.ts'
import { expect } from '../../support/screens/fixtures.ts'
import { test, waitForTvHydration } from '../../support/screens/tv-fixtures.ts'

const NOT_AUTHORISED = 'This display is not authorised'

test('a TV that is revoked says so, and stops asking', async ({ desk, tv, openTv }) => {
  await tv.clock.install()
  await openTv()
  await expect(tv.locator('.stage')).toBeVisible()
  await desk.request.delete('/api/tv-devices/1')
  await expect(tv.getByRole('heading', { name: NOT_AUTHORISED })).toBeVisible()
  await expect(tv.locator('.stage')).toHaveCount(0)

  // Every half minute it checks whether it is allowed again, and nothing else.
  const requested: string[] = []
  tv.on('request', request => requested.push(request.url().replace(/.*\//, '')))
  await tv.clock.runFor(60_000)
  await expect.poll(() => [...new Set(requested)]).toEqual(['settings'])

  await tv.getByRole('link', { name: 'Pair again' }).click()
  await expect(tv.locator('.tv-notice__code')).toHaveText(/^\w{3} \w{3}$/)
})

test('the code of a TV opens its display, then /tv does', async ({ desk, tv }) => {
  await tv.goto('/tv')
  await expect(tv.getByRole('heading', { name: 'Connect this TV' })).toBeVisible()
  await expect(tv.locator('.tv-notice__code')).toHaveText(/^\w{3} \w{3}$/)
  expect(await findAccessibilityViolations(tv)).toEqual([])
  const code = await tv.locator('.tv-notice__code').textContent()
  const data = { code, userId: 1, name: 'Hall' }
  const paired = await desk.request.post('/api/tv-devices/pair', { data })
  expect(paired.status()).toBe(201)
  await expect(tv).toHaveURL(/\/tv\/[a-z2-7]{32}$/)
  await expect(tv.locator('.stage__name')).toHaveText('N/A')

  const picture = tv.url()
  await tv.goto('/tv')
  await expect(tv).toHaveURL(picture)
  await expect(tv.locator('.stage__name')).toHaveText('N/A')
})

test('a page whose script did not load is reloaded', async ({ tv, tvUrl }) => {
  let refused = 0
  await tv.route('**/assets/tv-*.js', route => {
    return refused++ === 0 ? route.abort() : route.continue()
  })
  await tv.clock.install()
  await tv.goto(tvUrl)
  await expect(tv.locator('.stage__name')).toHaveText('N/A')
  expect(refused).toBe(1)
  await expect(tv.locator('body')).not.toHaveAttribute('data-awake')
  await tv.clock.runFor(30_000)
  await waitForTvHydration(tv)
})
