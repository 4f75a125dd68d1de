import { findings } from '../support/axe.ts'
import { expect } from '../support/screen.ts'
import { awakeTv, test } from '../support/tv.ts'

const NOT_AUTHORISED = 'This display is not authorised'

test('a TV that is revoked while it shows its picture says so, and asks no more', async ({
  desk,
  tv,
  tvUrl,
  clinic,
}) => {
  await tv.clock.install()
  await tv.goto(tvUrl)
  await awakeTv(tv)
  await expect(tv.locator('.stage')).toBeVisible()
  await desk.request.delete(`${clinic.url}/api/tv-devices/1`)
  await expect(tv.getByRole('heading', { name: NOT_AUTHORISED })).toBeVisible({ timeout: 10_000 })
  await expect(tv.locator('.stage')).toHaveCount(0)

  // Once every half minute it looks whether it may again, and at nothing else.
  const asked: string[] = []
  tv.on('request', request => asked.push(request.url().replace(/.*\//, '')))
  await tv.clock.runFor(60_000)
  expect([...new Set(asked)]).toEqual(['settings'])

  await tv.getByRole('link', { name: 'Show a pairing code' }).click()
  await expect(tv.locator('.tv-notice__code')).toHaveText(/^\w{3} \w{3}$/)
})

test('a code on the TV, typed by the admin, opens the picture; the short address finds it again', async ({
  desk,
  tv,
  clinic,
}) => {
  await tv.goto('/tv')
  await expect(tv.getByRole('heading', { name: 'Connect this TV' })).toBeVisible()
  await expect(tv.locator('.tv-notice__code')).toHaveText(/^\w{3} \w{3}$/)
  expect(await findings(tv)).toEqual([])
  const code = await tv.locator('.tv-notice__code').textContent()
  const data = { code, userId: 1, name: 'Hall' }
  const paired = await desk.request.post(`${clinic.url}/api/tv-devices/pair`, { data })
  expect(paired.status()).toBe(201)
  await expect(tv).toHaveURL(/\/tv\/[a-z2-7]{32}$/)
  await expect(tv.locator('.stage__name')).toHaveText('N/A')

  const picture = tv.url()
  await tv.goto('/tv')
  await expect(tv).toHaveURL(picture)
  await expect(tv.locator('.stage__name')).toHaveText('N/A')
})

test('an address that nobody handed out shows one sentence and no picture', async ({ tv }) => {
  const answer = await tv.goto(`/tv/${'a'.repeat(32)}`)
  expect(answer?.status()).toBe(404)
  await awakeTv(tv)
  await expect(tv.getByRole('heading', { name: NOT_AUTHORISED })).toBeVisible()
  await expect(tv.locator('.stage')).toHaveCount(0)
})

test('a page whose script did not come is fetched anew', async ({ tv, tvUrl }) => {
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
  await awakeTv(tv)
})
