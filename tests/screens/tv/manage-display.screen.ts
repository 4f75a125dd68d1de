import type { Locator } from 'playwright/test'
import {
  expect,
  openScreen,
  type Page,
  pressAndConfirm,
  type RunningClinic,
  test,
  waitForHydration,
} from '../../support/screens/fixtures.ts'

test.beforeEach(async ({ desk }) => {
  await openScreen(desk, '/administration', 'UsersScreen')
})

const opener = (page: Page) => page.getByRole('button', { name: 'Manage Display of admin' })

async function open(page: Page) {
  await opener(page).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Display' })
  await expect(dialog).toContainText('TVs of admin')
  return dialog
}

async function add(dialog: Locator, name: string) {
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Add TV' }).click()
  const link = dialog.getByRole('region', { name: `Link for ${name}` })
  await expect(link).toContainText('This link is shown only once.')
  return link.getByLabel('Link', { exact: true }).inputValue()
}

const row = (dialog: Locator, name: string) => dialog.locator('.tv-row', { hasText: name })

/** The status for the TV itself, which has no cookie. */
async function statusOfTv(clinic: RunningClinic, url: string) {
  const token = new URL(url).pathname.split('/').at(-1)
  return (await fetch(`${clinic.url}/api/tv/${token}/settings`)).status
}

test('a TV is added, and its link and QR code are shown once', async ({ desk, clinic }) => {
  const dialog = await open(desk)
  await expect(dialog).toContainText('No TVs yet')
  const url = await add(dialog, ' Hall ')
  expect(new URL(url).pathname).toMatch(/^\/tv\/[a-z2-7]{26,}$/)
  await expect(dialog.getByRole('img', { name: 'QR code of the link for Hall' })).toBeVisible()
  await expect(row(dialog, 'Hall')).toContainText('Not connected yet')

  const copy = dialog.getByRole('button', { name: 'Copy link' })
  await expect(copy).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()

  expect(await statusOfTv(clinic, url)).toBe(200)
  await desk.keyboard.press('Escape')
  await expect(opener(desk)).toBeFocused()
  const again = await open(desk)
  await expect(row(again, 'Hall')).toContainText('Connected')
  await expect(again).not.toContainText('This link is shown only once')
})

test('a TV is connected by the code that it shows', async ({ desk, clinic }) => {
  const response = await fetch(`${clinic.url}/api/tv/pairings`, { method: 'POST' })
  const { code, pairingId } = await response.json()
  const dialog = await open(desk)
  const connect = dialog.getByRole('button', { name: 'Connect TV' })
  await connect.click()
  await expect(dialog.getByRole('alert')).toContainText('Enter the 6 characters that the TV shows')
  await dialog.getByLabel('Name of this TV').fill('Hall')
  await dialog.getByLabel('Pairing code').fill('AAAAAA')
  await connect.click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Unknown code. Check the TV: it shows a new one every 10 minutes.',
  )
  await dialog.getByLabel('Pairing code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await dialog.getByLabel('Pairing code').press('Enter')
  await expect(desk.locator('.toast')).toContainText('TV connected')
  await expect(dialog.getByRole('status')).toContainText('TV connected: Hall')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(row(dialog, 'Hall')).toBeVisible()
  await expect(dialog.getByLabel('Pairing code')).toHaveValue('')

  const pairing = await (await fetch(`${clinic.url}/api/tv/pairings/${pairingId}`)).json()
  expect(pairing.state).toBe('paired')
})

test('a TV is renamed, linked anew and revoked, with the focus kept', async ({ desk, clinic }) => {
  const dialog = await open(desk)
  const old = await add(dialog, 'Hall')
  const ward = await add(dialog, 'Ward')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const hall = dialog.locator('.tv-row').first()
  await hall.getByRole('button', { name: 'Rename' }).click()
  await hall.getByLabel('TV name').fill('Roof')
  await desk.keyboard.press('Escape')
  await expect(hall).toContainText('Hall')
  await hall.getByRole('button', { name: 'Rename' }).click()
  await hall.getByLabel('TV name').fill('WARD')
  await desk.keyboard.press('Enter')
  await expect(hall.getByRole('alert')).toContainText('A TV named WARD already exists')
  await hall.getByLabel('TV name').fill('Big hall')
  await desk.keyboard.press('Enter')
  await expect(hall).toContainText('Big hall')
  await expect(hall.getByRole('button', { name: 'Rename' })).toBeFocused()

  await hall.getByRole('button', { name: 'New link' }).click()
  expect(await statusOfTv(clinic, old)).toBe(200)
  const link = hall.getByLabel('Link', { exact: true })
  await hall.getByRole('button', { name: 'Confirm' }).click()
  expect(await link.inputValue()).not.toBe(old)
  expect(await statusOfTv(clinic, old)).toBe(404)
  expect(await statusOfTv(clinic, await link.inputValue())).toBe(200)

  for (const name of ['Ward', 'Big hall']) {
    const button = (label: string) => row(dialog, name).getByRole('button', { name: label })
    await pressAndConfirm(button('Revoke'), button('Confirm'))
    await expect(row(dialog, name)).toHaveCount(0)
    await expect(dialog.getByRole('status')).toContainText(`${name} was revoked`)
  }
  await expect(dialog).toContainText('No TVs yet')
  await expect(dialog.getByRole('heading', { name: 'Manage Display' })).toBeFocused()
  expect(await statusOfTv(clinic, ward)).toBe(404)
})

test('a list that cannot be loaded says so, and a retry loads it', async ({ desk }) => {
  // The list also polls; those requests fail until the button is pressed.
  await desk.route('**/api/tv-devices*', async route => {
    const isPressed = await desk.evaluate(() => 'pressed' in document.body.dataset)
    return isPressed ? route.continue() : route.abort()
  })
  const dialog = await open(desk)
  await expect(dialog.getByRole('alert')).toContainText('The TVs could not be loaded.')
  const again = dialog.getByRole('button', { name: 'Try again' })
  await again.evaluate(button => {
    const press = () => document.body.setAttribute('data-pressed', '')
    button.addEventListener('click', press, { capture: true })
  })
  await again.click()
  await expect(dialog).toContainText('No TVs yet')
})

test('an inactive user gets no TV, with a message', async ({ desk }) => {
  const data = { username: 'mei', password: 'secret1' }
  const response = await desk.request.post('/api/users', { data })
  await desk.request.patch(`/api/users/${(await response.json()).id}/status`)
  await desk.reload()
  await waitForHydration(desk, 'UsersScreen')
  await desk.getByRole('button', { name: 'Manage Display of mei' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Manage Display' })
  await expect(dialog).toContainText('mei is inactive')
  await expect(dialog.getByRole('button', { name: 'Add TV' })).toHaveCount(0)
})
