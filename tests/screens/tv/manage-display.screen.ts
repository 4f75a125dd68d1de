import {
  chooseForTv,
  expect,
  openScreen,
  type Page,
  type RunningClinic,
  test,
  waitForHydration,
  waitForPresses,
} from '../../support/screens/fixtures.ts'

async function open(page: Page, username: string) {
  await openScreen(page, '/administration', 'UsersScreen')
  const row = page.getByRole('group', { name: username, exact: true })
  await row.getByRole('link', { name: 'Manage Display' }).click()
  await waitForHydration(page, 'DisplaysScreen')
  await expect(page.locator('.page-head')).toContainText(`TVs of ${username}`)
}

async function add(page: Page, name: string) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Add TV' }).click()
  const link = page.getByRole('region', { name: `Link for ${name}` })
  await expect(link).toContainText('This link is shown only once.')
  return link.getByLabel('Link', { exact: true }).inputValue()
}

async function revoke(page: Page, name: string) {
  await chooseForTv(page, name, 'Revoke')
  const dialog = page.getByRole('alertdialog', { name: `Revoke TV ${name}?` })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Revoke TV' }).click()
}

const tv = (page: Page, name: string) => page.locator('.display-card', { hasText: name })

/** The status for the TV itself, which has no cookie. */
async function statusOfTv(clinic: RunningClinic, url: string) {
  const token = new URL(url).pathname.split('/').at(-1)
  return (await fetch(`${clinic.url}/api/tv/${token}/settings`)).status
}

test('a TV is added, and its link and QR code are shown once', async ({ desk, clinic }) => {
  await open(desk, 'admin')
  await expect(desk.locator('main')).toContainText('No TVs yet')
  const url = await add(desk, ' Hall ')
  expect(new URL(url).pathname).toMatch(/^\/tv\/[a-z2-7]{26,}$/)
  await expect(desk.getByRole('img', { name: 'QR code of the link for Hall' })).toBeVisible()
  await expect(tv(desk, 'Hall')).toContainText('Not connected yet')

  const copy = desk.getByRole('button', { name: 'Copy link' })
  await expect(copy).toBeFocused()
  await waitForPresses(desk)
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('button', { name: 'Copied' })).toBeVisible()

  expect(await statusOfTv(clinic, url)).toBe(200)
  await desk.reload()
  await expect(tv(desk, 'Hall')).toBeVisible()
  await expect(desk.locator('main')).not.toContainText('This link is shown only once')
})

test('a TV is connected by the code that it shows', async ({ desk, clinic }) => {
  const response = await fetch(`${clinic.url}/api/tv/pairings`, { method: 'POST' })
  const { code, pairingId } = await response.json()
  await open(desk, 'admin')
  const main = desk.locator('main')
  const connect = desk.getByRole('button', { name: 'Connect TV' })
  await connect.click()
  await expect(main.getByRole('alert')).toContainText('Enter the 6 characters that the TV shows')
  await desk.getByLabel('Name of this TV').fill('Hall')
  await desk.getByLabel('Pairing code').fill('AAAAAA')
  await connect.click()
  await expect(main.getByRole('alert')).toContainText(
    'Unknown code. Check the TV: it shows a new one every 10 minutes.',
  )
  await desk.getByLabel('Pairing code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await desk.getByLabel('Pairing code').press('Enter')
  await expect(desk.locator('.toast')).toContainText('TV connected')
  await expect(desk.locator('.toast')).toContainText('Hall')
  await expect(main.getByRole('alert')).toHaveCount(0)
  await expect(tv(desk, 'Hall')).toBeVisible()
  await expect(desk.getByLabel('Pairing code')).toHaveValue('')

  const pairing = await (await fetch(`${clinic.url}/api/tv/pairings/${pairingId}`)).json()
  expect(pairing.state).toBe('paired')
})

test('a TV is renamed, linked anew and revoked, with the focus kept', async ({ desk, clinic }) => {
  await open(desk, 'admin')
  const old = await add(desk, 'Hall')
  const ward = await add(desk, 'Ward')
  await desk.getByRole('button', { name: 'Done' }).click()
  const hall = desk.locator('.display-card').first()
  await chooseForTv(desk, 'Hall', 'Rename')
  await hall.getByLabel('TV name').fill('Roof')
  await desk.keyboard.press('Escape')
  await expect(hall).toContainText('Hall')
  await chooseForTv(desk, 'Hall', 'Rename')
  await hall.getByLabel('TV name').fill('WARD')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.toast')).toContainText('A TV named WARD already exists')
  await hall.getByLabel('TV name').fill('Big hall')
  await desk.keyboard.press('Enter')
  await expect(hall).toContainText('Big hall')
  await expect(hall.getByRole('button', { name: 'More for Big hall' })).toBeFocused()

  await chooseForTv(desk, 'Big hall', 'New link')
  expect(await statusOfTv(clinic, old)).toBe(200)
  const link = hall.getByLabel('Link', { exact: true })
  await desk.getByRole('button', { name: 'Create link' }).click()
  expect(await link.inputValue()).not.toBe(old)
  expect(await statusOfTv(clinic, old)).toBe(404)
  expect(await statusOfTv(clinic, await link.inputValue())).toBe(200)

  for (const name of ['Ward', 'Big hall']) {
    await revoke(desk, name)
    await expect(tv(desk, name)).toHaveCount(0)
    await expect(desk.locator('.toast')).toContainText(`${name} no longer shows anything.`)
  }
  await expect(desk.locator('main')).toContainText('No TVs yet')
  expect(await statusOfTv(clinic, ward)).toBe(404)
})

test('only the TVs of one user are listed until all are shown; an inactive one gets none', async ({
  desk,
}) => {
  const data = { username: 'mei', password: 'secret1' }
  const { id } = await (await desk.request.post('/api/users', { data })).json()
  await desk.request.post('/api/tv-devices', { data: { userId: 1, name: 'Hall' } })
  await desk.request.post('/api/tv-devices', { data: { userId: id, name: 'Ward' } })
  await open(desk, 'mei')
  await expect(desk.locator('.display-card__name')).toHaveText(['Ward'])
  await expect(desk.getByLabel('User')).toHaveCount(0)
  await add(desk, 'Stairs')
  await expect(desk.locator('.display-card__name')).toHaveText(['Ward', 'Stairs'])
  await desk.getByRole('link', { name: 'Show all TVs' }).click()
  await expect(desk.locator('.display-card__name')).toHaveText(['Hall', 'Ward', 'Stairs'])
  await expect(desk.locator('.page-head')).not.toContainText('TVs of')

  // An inactive user gets no TV.
  await desk.request.patch(`/api/users/${id}/status`)
  await open(desk, 'mei')
  await expect(desk.locator('main')).toContainText('mei is inactive')
  await expect(desk.getByRole('button', { name: 'Add TV' })).toHaveCount(0)
  await revoke(desk, 'Ward')
  await expect(tv(desk, 'Ward')).toHaveCount(0)
})
