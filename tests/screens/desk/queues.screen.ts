import { findViolationsInBothThemes } from '../../support/browser/axe.ts'
import {
  button,
  card,
  choose,
  expect,
  openMenu,
  openScreen,
  type Page,
  pressAlone,
  test,
  waitForLive,
} from '../../support/screens/fixtures.ts'

/** Room 1 calls General, Room 2 calls Dr. Lim, and nobody calls Blood test. */
async function addQueues(desk: Page) {
  for (const data of [
    { name: 'Dr. Lim', roomIds: [3] },
    { name: 'Blood test', prefix: 'B', roomIds: [] },
  ]) {
    expect((await desk.request.post('/api/queues', { data })).status()).toBe(201)
  }
}

async function register(desk: Page, name: string, queueId: number | null = null) {
  const response = await desk.request.post('/api/patients', { data: { name, queueId } })
  expect(response.status()).toBe(201)
}

const chip = (desk: Page, name: string) => desk.getByRole('radio', { name })
const others = (desk: Page) => desk.getByRole('region', { name: 'Others' })

test('a clinic without queues sees nothing of them but where they are made', async ({ desk }) => {
  await register(desk, 'ALI')
  await openScreen(desk, '/register', 'RegisterScreen')
  await expect(desk.locator('.queue-chips')).toHaveCount(0)
  await openScreen(desk, '/queue', 'QueueScreen')
  await expect(desk.getByLabel('Queue', { exact: true })).toHaveCount(0)
  await expect(desk.locator('.queue-mark')).toHaveCount(0)
  await openMenu(desk, 'ALI')
  await expect(desk.getByRole('menuitem', { name: /Move/ })).toHaveCount(0)
})

test('an administrator makes a queue, changes it, and is told who waits before it ends', async ({
  desk,
}) => {
  await openScreen(desk, '/management', 'QueuesCard')
  await desk.getByRole('textbox', { name: 'Room Name', exact: true }).fill('Laboratory')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('row', { name: /Laboratory/ })).toBeVisible()
  await desk.getByRole('button', { name: 'Add queue' }).click()
  await expect(desk.getByRole('checkbox', { name: 'Laboratory' })).toBeVisible()
  await desk.getByLabel('Queue name').fill('general')
  await expect(desk.getByText('"General" is reserved for patients without a queue')).toBeVisible()
  await desk.getByLabel('Queue name').fill('Blood test')
  await desk.getByLabel('Prefix').fill('7')
  await expect(desk.getByText('The prefix must be one letter, A to Z')).toBeVisible()
  await desk.getByLabel('Prefix').fill('b')
  await desk.getByRole('checkbox', { name: 'Room 1' }).check()
  expect(await findViolationsInBothThemes(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Save' }).click()
  const row = desk.getByRole('row', { name: /Blood test/ })
  await expect(row).toContainText('Numbers B001')
  await expect(row).toContainText('Room 1')
  const warning = desk.getByText('No active room calls General')
  await expect(warning).toHaveCount(0)

  await row.getByRole('button', { name: 'Edit' }).click()
  for (const name of ['Room 2', 'Laboratory']) await desk.getByRole('checkbox', { name }).check()
  await desk.getByRole('button', { name: 'Save' }).click()
  // The change of this write may arrive before its answer, which closes the form.
  await expect(desk.getByLabel('Queue name')).toHaveCount(0)
  await expect(warning).toBeVisible()
  expect(await findViolationsInBothThemes(desk)).toEqual([])

  await row.getByRole('button', { name: 'Edit' }).click()
  for (const name of ['Room 1', 'Room 2', 'Laboratory'])
    await desk.getByRole('checkbox', { name }).uncheck()
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('No active room')

  await register(desk, 'ALI', 1)
  const data = { userId: 1, name: 'Blood TV' }
  const { device } = await (await desk.request.post('/api/tv-devices', { data })).json()
  await desk.request.patch(`/api/tv-devices/${device.id}`, { data: { queues: [1] } })
  await openScreen(desk, '/management', 'QueuesCard')
  await row.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = desk.getByRole('alertdialog')
  await expect(dialog).toContainText('Its TVs (Blood TV) may not show calls of General')
  await expect(dialog).toContainText('1 patient of Blood test will wait in General and stay there.')
  await dialog.getByRole('button', { name: 'Deactivate queue' }).click()
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('No patients are waiting for Blood test.')
  await dialog.getByRole('button', { name: 'Delete queue' }).click()
  await expect(row).toHaveCount(0)
})

test('what one administrator changes is not taken back by another', async ({ desk }) => {
  await addQueues(desk)
  await openScreen(desk, '/management', 'QueuesCard')
  const row = desk.getByRole('row', { name: /Dr\. Lim/ })
  await row.getByRole('button', { name: 'Edit' }).click()
  await desk.getByLabel('Queue name').fill('Dr. Lim Ah Kow')
  const data = { name: 'Dr. Lim', roomIds: [2, 3], isActive: false }
  expect((await desk.request.put('/api/queues/1', { data })).ok()).toBe(true)
  await expect(desk.getByRole('checkbox', { name: 'Room 1' })).toBeChecked()
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Inactive')
  const [queue] = await (await desk.request.get('/api/queues')).json()
  expect(queue).toMatchObject({ name: 'Dr. Lim Ah Kow', roomIds: [2, 3], isActive: false })
})

test('reception chooses a queue by pointer, arrow or Alt, and it stays', async ({ desk }) => {
  await addQueues(desk)
  await openScreen(desk, '/register', 'RegisterScreen')
  await waitForLive(desk)
  const next = desk.locator('.next-number')
  await expect(chip(desk, 'General')).toBeChecked()
  await desk.getByLabel('Patient Name').fill('ali')
  await desk.keyboard.press('Alt+3')
  await expect(chip(desk, 'Blood test')).toBeChecked()
  await expect(next).toContainText('#B001')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.ticket-panel')).toContainText('#B001')
  await expect(next).toContainText('#B002')
  await desk.reload()
  await expect(chip(desk, 'Blood test')).toBeChecked()
  await desk.getByText('Dr. Lim').first().click()
  await expect(desk.getByLabel('Patient Name')).toBeFocused()
  await expect(next).toContainText('#001')
  await chip(desk, 'Dr. Lim').focus()
  await desk.keyboard.press('ArrowLeft')
  await expect(chip(desk, 'General')).toBeChecked()
  await desk.keyboard.press('Alt+9')
  await expect(chip(desk, 'General')).toBeChecked()
  expect(await findViolationsInBothThemes(desk)).toEqual([])

  // A queue that ends leaves no patient behind.
  await desk.keyboard.press('Alt+2')
  await expect(chip(desk, 'Dr. Lim')).toBeChecked()
  await desk.request.delete('/api/queues/1')
  await expect(chip(desk, 'Dr. Lim')).toHaveCount(0)
  await expect(chip(desk, 'General')).toBeChecked()
})

test('a desk sees the queues of its room first, finds everybody, and filters by a queue until it ends', async ({
  desk,
}) => {
  await addQueues(desk)
  await register(desk, 'ALI')
  await register(desk, 'LIM AH KOW', 1)
  await register(desk, 'BLOOD GIVER', 2)
  await openScreen(desk, '/queue', 'QueueScreen')
  await expect(card(desk, 'BLOOD GIVER')).toBeVisible()
  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 2' })
  await expect(desk.locator('.own-room__next')).toContainText('#002 LIM')
  await expect(desk.getByText('Others (2)')).toBeVisible()
  await expect(card(desk, 'BLOOD GIVER')).toBeHidden()
  for (const text of ['b1', 'B001', '1', 'giver']) {
    await desk.getByLabel('Search', { exact: true }).fill(text)
    await expect(card(desk, 'BLOOD GIVER')).toBeVisible()
  }
  await desk.getByLabel('Search', { exact: true }).fill('b2')
  await expect(desk.getByText('No matching patients.')).toBeVisible()
  await desk.getByLabel('Search', { exact: true }).fill('')
  await desk.locator('.queue-tools').getByLabel('Queue', { exact: true }).selectOption('General')
  await expect(card(desk, 'ALI')).toBeVisible()
  await expect(card(desk, 'LIM AH KOW')).toBeHidden()

  // A filter of a queue that ends shows everybody again.
  const filter = desk.locator('.queue-tools').getByLabel('Queue', { exact: true })
  await filter.selectOption('Blood test')
  await expect(card(desk, 'ALI')).toBeHidden()
  await expect(desk.locator('.queue-tools .count').first()).toHaveText('1')
  await desk.request.delete('/api/queues/2')
  await expect(filter).toHaveValue('all')
  await filter.selectOption('General')
  await desk.request.delete('/api/queues/1')
  await expect(filter).toHaveCount(0)
  await desk.request.post('/api/queues', { data: { name: 'Dr. Lim' } })
  await expect(filter).toHaveValue('all')
})

test('Call next says that others wait, and calling one of them is asked once', async ({ desk }) => {
  await addQueues(desk)
  await register(desk, 'ALI')
  await openScreen(desk, '/queue', 'QueueScreen')
  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 2' })
  await expect(desk.locator('.own-room__next')).toContainText('No patients for this room')
  await pressAlone(desk, 'n')
  await expect(desk.locator('.toast')).toContainText('No patients for this room.')
  await desk.getByText('Others (1)').click()
  await expect(others(desk)).toBeVisible()
  await button(desk, 'ALI', 'Call').click()
  const dialog = desk.getByRole('alertdialog')
  await expect(dialog).toContainText('Call #001 ALI to Room 2?')
  await expect(dialog).toContainText('Room 2 does not serve General.')
  await desk.keyboard.press('Escape')
  await expect(card(desk, 'ALI')).not.toContainText('Room 2')
  await button(desk, 'ALI', 'Call').click()
  await dialog.getByRole('button', { name: 'Call' }).click()
  await expect(desk.locator('.own-room')).toContainText('#001')

  await register(desk, 'MEI')
  await desk.getByText('Others (1)').click()
  await choose(desk, 'MEI', 'Complete #001 & call')
  await expect(dialog).toContainText('Complete #001, and call #002 MEI to Room 2?')
  await dialog.getByRole('button', { name: 'Complete & call' }).click()
  await expect(desk.locator('.own-room')).toContainText('#002')
})

test('a patient is moved to another queue, and the move is undone', async ({
  desk,
  openAnotherDesk,
}) => {
  await addQueues(desk)
  await register(desk, 'ALI')
  const other = await openAnotherDesk()
  await openScreen(other, '/queue', 'QueueScreen')
  await openScreen(desk, '/queue', 'QueueScreen')
  await choose(desk, 'ALI', 'Move to Blood test')
  await expect(desk.locator('.toast')).toContainText('Moved to Blood test')
  await expect(card(other, 'ALI')).toContainText('Blood test')
  await expect(card(other, 'ALI')).toContainText('#001')
  await choose(desk, 'ALI', 'Patient Journey')
  await expect(card(desk, 'ALI')).toContainText('Moved to Blood test')
  await desk.keyboard.press('u')
  await expect(desk.locator('.toast')).toContainText('Undone')
  await expect(card(other, 'ALI').locator('.queue-mark')).toHaveCount(0)
})
