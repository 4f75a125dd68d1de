import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  call,
  chooseForTv,
  expect,
  register,
  waitForHydration,
  waitForLive,
} from '../../support/screens/fixtures.ts'
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
  await chooseForTv(desk, 'Hall', 'Change')
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
  // Another administrator changes what this one does not.
  const told = tv.waitForResponse('**/shown-calls')
  await desk.request.patch('/api/tv-devices/1', { data: { showsWaiting: true } })
  await told
  const refetched = tv.waitForResponse('**/shown-calls')
  await hall.getByRole('button', { name: 'Save' }).click()
  await expect(desk.locator('.toast')).toContainText('Settings saved successfully')
  expect((await (await refetched).json()).options).toMatchObject({
    names: 'number',
    rooms: [3],
    showsWaiting: true,
  })
  await expect(hall).toContainText('Room 2')
  await expect(hall).toContainText('Numbers only')
  await expect(hall.getByRole('button', { name: 'Save' })).toHaveCount(0)
})

test('the picture of a TV shows its calls; Identify, Chime and Reload reach it', async ({
  desk,
  tv,
}) => {
  const shown = desk.getByRole('img', { name: 'What Hall shows' })
  await expect(shown.locator('.stage')).toContainText('N/A')
  await register(desk, 'SITI AMINAH')
  await call(desk, 1)
  await expect(shown.locator('.stage__name')).toHaveText('SITI AMINAH')
  await desk.request.patch('/api/tv-devices/1', { data: { names: 'number' } })
  await expect(shown.locator('.stage__name')).toHaveText('No. 001')

  await chooseForTv(desk, 'Hall', 'Identify')
  await expect(tv.locator('.tv-identify')).toHaveText('Hall')
  await expect(tv.locator('.tv-identify')).toHaveCSS('font-family', /^Inter,/)
  await expect(desk.locator('.toast')).toContainText('Hall will show its name')
  await chooseForTv(desk, 'Hall', 'Chime')
  await expect(desk.locator('.toast')).toContainText('Hall will play its sound')
  const loaded = tv.waitForEvent('load')
  await chooseForTv(desk, 'Hall', 'Reload')
  await loaded
  await expect(tv.locator('.tv-identify')).toHaveCount(0)
})

/** A signage player: a page of another origin with a frame. */
async function startPlayer(framed: string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<iframe src="${framed}"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  return { server, origin: `http://127.0.0.1:${port}` }
}

test('a signage player shows the TV in a frame once its address is allowed', async ({
  desk,
  tv,
  tvUrl,
}) => {
  const hall = desk.locator('.display-card', { hasText: 'Hall' })
  await chooseForTv(desk, 'Hall', 'Change')
  const field = hall.getByLabel('Allow inside a signage player')
  await field.fill('player.example/screen')
  await field.blur()
  await expect(hall.getByText('beginning with http://')).toBeVisible()
  await expect(hall.getByRole('button', { name: 'Save' })).toBeDisabled()
  const { server, origin } = await startPlayer(tvUrl)
  await field.fill(`${origin.replace('http', 'HTTP')}/`)
  await hall.getByRole('button', { name: 'Save' }).click()
  await expect(hall).toContainText(`Inside ${origin}`)

  await tv.goto(origin)
  const frame = tv.frameLocator('iframe')
  await expect(frame.locator('body')).toHaveAttribute('data-awake', '')
  const made = await desk.request.post('/api/patients', { data: { name: 'SITI' } })
  const { id } = await made.json()
  const data = { status: 'called', windowId: 2 }
  await desk.request.patch(`/api/patients/${id}/status`, { data })
  await expect(frame.locator('.stage__name')).toHaveText('SITI')
  server.close()
})
