import { expect, waitForHydration, waitForLive } from '../../support/screens/fixtures.ts'
import { test } from '../../support/screens/tv-fixtures.ts'

test.beforeEach(async ({ desk, openTv }) => {
  await openTv()
  await desk.goto('/')
  await desk.getByRole('link', { name: 'Displays' }).click()
  await waitForHydration(desk, 'DisplaysScreen')
  await waitForLive(desk)
})

test('a chosen view is seen in the preview, and saved on the TV', async ({ desk, tv }) => {
  await expect(desk.getByRole('img', { name: 'QR code of the address for TVs' })).toBeVisible()
  const hall = desk.locator('.display-card', { hasText: 'Hall' })
  for (const state of ['On', 'All rooms', '1920 x 1080']) await expect(hall).toContainText(state)
  await hall.getByRole('button', { name: 'Change' }).click()
  await expect(hall.locator('.stage__name')).toHaveText('AHMAD BIN ALI')
  await hall.getByText('Numbers only').click()
  await expect(hall.locator('.stage__name')).toHaveText('No. 007')
  await hall.getByText('Chosen rooms', { exact: true }).first().click()
  await expect(hall).toContainText('Choose at least one room.')
  await expect(hall.getByRole('button', { name: 'Save' })).toBeDisabled()
  await hall.getByLabel('Room 2').check()
  await hall.getByText('A tile for each room').click()
  await expect(hall.locator('.tile')).toHaveCount(1)
  await hall.getByText('Newest call').click()
  const refetched = tv.waitForResponse('**/shown-calls')
  await hall.getByRole('button', { name: 'Save' }).click()
  await expect(desk.locator('.toast')).toContainText('Settings saved successfully')
  expect((await (await refetched).json()).options).toMatchObject({ names: 'number' })
  await expect(hall).toContainText('Room 2')
  await expect(hall).toContainText('Numbers only')
  await expect(hall.getByRole('button', { name: 'Change' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
})

test('Identify, Chime and Reload reach the TV', async ({ desk, tv }) => {
  await desk.getByRole('button', { name: 'Identify' }).click()
  await expect(tv.locator('.tv-identify')).toHaveText('Hall')
  await expect(desk.locator('.toast')).toContainText('Asked Hall to show its name')
  await desk.getByRole('button', { name: 'Chime' }).click()
  await expect(desk.locator('.toast')).toContainText('Asked Hall to play its sound')
  const loaded = tv.waitForEvent('load')
  await desk.getByRole('button', { name: 'Reload' }).click()
  await loaded
  await expect(tv.locator('.tv-identify')).toHaveCount(0)
})
