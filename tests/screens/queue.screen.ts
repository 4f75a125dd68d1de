import {
  awake,
  card,
  deleteAndConfirm,
  expect,
  listening,
  type Page,
  register,
  test,
} from '../support/screen.ts'

async function openQueue(page: Page, room = 'Room 1') {
  await page.goto('/queue')
  await awake(page, 'QueueBoard')
  if (room) await page.getByLabel('Select Room for Call').selectOption({ label: room })
}

const button = (page: Page, name: string, action: string) =>
  card(page, name).getByRole('button', { name: action, exact: true })
const list = (page: Page, name: string) => page.getByRole('region', { name })

test('the first paint already shows the queue', async ({ browser, desk, clinic }) => {
  await register(desk, clinic, 'ALI')
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await desk.context().storageState(),
  })
  const page = await context.newPage()
  await page.goto(`${clinic.url}/queue`)
  await expect(card(page, 'ALI')).toContainText('#001')
  await expect(card(page, 'ALI')).toContainText('< 1 min')
  await context.close()
})

test('an empty queue says so', async ({ desk }) => {
  await openQueue(desk, '')
  await expect(desk.getByText('No priority patients')).toBeVisible()
  await expect(desk.getByText('No patients in waiting queue')).toBeVisible()
  await expect(list(desk, 'Active Patients')).toHaveCount(0)
})

test('a patient goes from waiting to called, back from a test, and on to the dispensary', async ({
  desk,
  clinic,
}) => {
  await register(desk, clinic, 'ALI')
  await openQueue(desk, '')
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Please select room first')

  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
  await button(desk, 'ALI', 'Call').click()
  await expect(list(desk, 'Active Patients')).toContainText('ALI')
  await expect(card(desk, 'ALI')).toContainText('Called')
  await expect(desk.locator('.room-picker__now')).toHaveText('Serving #001 ALI')
  await expect(desk.locator('.toast')).toContainText('Patient successfully called')

  await button(desk, 'ALI', 'Call Again').click()
  await expect(desk.locator('.toast')).toContainText('Call Again')
  await button(desk, 'ALI', 'Requeue').click()
  await desk.getByRole('button', { name: 'XRAY' }).click()
  await expect(list(desk, 'Waiting Patients')).toContainText('XRAY')
  await button(desk, 'ALI', 'Recall to Last Room').click()
  await expect(list(desk, 'Active Patients')).toContainText('Room 1')
  await button(desk, 'ALI', 'Dispense').click()
  await expect(desk.locator('.toast')).toContainText('Patient sent to dispensary')
  await expect(card(desk, 'ALI')).toHaveCount(0)
})

test('Others asks for words, and Enter sends them', async ({ desk, clinic }) => {
  await register(desk, clinic, 'ALI')
  await openQueue(desk)
  await button(desk, 'ALI', 'Call').click()
  await button(desk, 'ALI', 'Requeue').click()
  await desk.getByRole('button', { name: 'Others' }).click()
  await expect(desk.getByLabel('Other reason')).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(desk.getByLabel('Other reason')).toBeVisible()
  await desk.keyboard.type('  back from the bank ')
  await desk.keyboard.press('Enter')
  await expect(list(desk, 'Waiting Patients')).toContainText('back from the bank')
})

test('a taken room refuses the next call with a sentence', async ({ desk, clinic }) => {
  await register(desk, clinic, 'ALI', 'MEI')
  await openQueue(desk)
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Patient successfully called')
  await button(desk, 'MEI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('This room is serving another patient')
  await expect(list(desk, 'Waiting Patients')).toContainText('MEI')
})

test("another desk's patient cannot be called away", async ({ desk, clinic }) => {
  await register(desk, clinic, 'ALI')
  await openQueue(desk)
  await button(desk, 'ALI', 'Call').click()
  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 2' })
  await expect(button(desk, 'ALI', 'Call Again')).toBeDisabled()
  await expect(button(desk, 'ALI', 'Call Again')).toHaveAttribute(
    'title',
    'This patient is in Room 1',
  )
})

test('Delete asks, and is harmless again after three seconds', async ({ desk, clinic }) => {
  await register(desk, clinic, 'ALI')
  await desk.clock.install()
  await openQueue(desk)
  // Left alone, the page's clock would run on beside the test.
  await desk.clock.pauseAt(Date.now() + 60_000)
  await button(desk, 'ALI', 'Delete').click()
  await expect(button(desk, 'ALI', 'Confirm')).toBeVisible()
  await desk.clock.runFor(2_900)
  await expect(button(desk, 'ALI', 'Confirm')).toBeVisible()
  await desk.clock.runFor(200)
  await expect(button(desk, 'ALI', 'Delete')).toBeVisible()
  await desk.clock.resume()

  await deleteAndConfirm(card(desk, 'ALI'))
  await expect(desk.locator('.toast')).toContainText('Patient has been deleted')
})

test('what was pressed shows at once, and falls back silently when it fails', async ({
  desk,
  clinic,
}) => {
  await register(desk, clinic, 'ALI')
  await openQueue(desk)
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await desk.route('**/api/patients/*/status', async route => {
    await held
    await route.fulfill({ status: 500, json: { error: 'Something went wrong. Please try again.' } })
  })
  await button(desk, 'ALI', 'Call').click()
  await expect(list(desk, 'Active Patients')).toContainText('ALI')
  answer()
  await expect(list(desk, 'Waiting Patients')).toContainText('ALI')
  await expect(list(desk, 'Active Patients')).toHaveCount(0)
  await expect(desk.locator('.toast')).toHaveCount(0)
})

test('deleting with the keyboard alone goes on beside the one who is gone', async ({
  desk,
  clinic,
}) => {
  await register(desk, clinic, 'ALI', 'MEI')
  await openQueue(desk)
  await button(desk, 'ALI', 'Delete').focus()
  await desk.keyboard.press('Enter')
  await expect(async () => {
    await desk.keyboard.press('Enter')
    await expect(card(desk, 'ALI')).toHaveCount(0, { timeout: 400 })
  }).toPass()
  await expect(button(desk, 'MEI', 'Call')).toBeFocused()
  await expect(card(desk, 'MEI')).toContainText('Waiting')
})

test('a double click hits nobody but the one it was meant for', async ({ desk, clinic }) => {
  await register(desk, clinic, 'ALI', 'MEI')
  for (const [id, windowId] of [
    [1, 2],
    [2, 3],
  ]) {
    const url = `${clinic.url}/api/patients/${id}/status`
    await desk.request.patch(url, { data: { status: 'called', windowId } })
  }
  await openQueue(desk, '')
  const first = await button(desk, 'ALI', 'Complete').boundingBox()
  if (!first) throw new Error('there is no button')
  await desk.mouse.dblclick(first.x + 10, first.y + 10, { delay: 60 })
  await expect(card(desk, 'ALI')).toHaveCount(0)
  await expect(card(desk, 'MEI')).toContainText('Called')

  await button(desk, 'MEI', 'Delete').dblclick()
  await expect(button(desk, 'MEI', 'Confirm')).toBeVisible()
})

test('with the keyboard alone, the focus goes along with the patient', async ({ desk, clinic }) => {
  await register(desk, clinic, 'ALI', 'MEI')
  await openQueue(desk)
  await card(desk, 'MEI').getByText('Patient Journey').click()
  await button(desk, 'MEI', 'Call').focus()
  await desk.keyboard.press('Enter')
  await expect(button(desk, 'MEI', 'Dispense')).toBeFocused()
  await expect(card(desk, 'MEI').getByText('Called to Room 1')).toBeVisible()
  await desk.keyboard.press('Tab')
  await expect(button(desk, 'MEI', 'Complete')).toBeFocused()
})

test('a double click calls once', async ({ desk, clinic }) => {
  await register(desk, clinic, 'ALI')
  await openQueue(desk)
  await button(desk, 'ALI', 'Call').dblclick()
  await expect(list(desk, 'Active Patients')).toContainText('ALI')
  const calls = await desk.request.get(`${clinic.url}/api/dashboard/calls`)
  expect(await calls.json()).toHaveLength(1)
})

test('what one desk does is on the other, and of two who press at once one is told why not', async ({
  desk,
  another,
  clinic,
}) => {
  await register(desk, clinic, 'ALI')
  const second = await another()
  await openQueue(desk)
  await openQueue(second, 'Room 2')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await second.route('**/api/patients/*/status', async route => {
    await held
    await route.continue()
  })

  // Both press before either has heard of the other; the second one's wish arrives later.
  await button(second, 'ALI', 'Call').click()
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Patient successfully called')
  release()
  await expect(second.locator('.toast')).toHaveText(
    'Another desk was faster: this patient is called to Room 1',
  )
  await expect(list(second, 'Active Patients')).toContainText('Room 1')
  await expect(list(desk, 'Active Patients')).toContainText('Room 1')

  await register(desk, clinic, 'MEI')
  await expect(list(second, 'Waiting Patients')).toContainText('MEI')
})

test('a dead network is said, and the screen becomes right by itself afterwards', async ({
  desk,
  clinic,
}) => {
  await register(desk, clinic, 'ALI')
  await openQueue(desk)
  await listening(desk)
  await clinic.kill()
  await expect(desk.locator('.offline-line')).toBeVisible()
  await button(desk, 'ALI', 'Call').click()
  await expect(list(desk, 'Waiting Patients')).toContainText('ALI')

  await clinic.start()
  await expect(desk.locator('.offline-line')).toHaveCount(0, { timeout: 15_000 })
  await register(desk, clinic, 'MEI')
  await expect(list(desk, 'Waiting Patients')).toContainText('MEI')
  await button(desk, 'ALI', 'Call').click()
  await expect(list(desk, 'Active Patients')).toContainText('ALI')
})

test('the room is remembered in this browser', async ({ desk }) => {
  await openQueue(desk, 'Room 2')
  await desk.reload()
  await expect(desk.getByLabel('Select Room for Call')).toHaveValue('3')
})

test('Reset Queue asks first, and then the numbers start at 1 again', async ({ desk, clinic }) => {
  await register(desk, clinic, 'ALI', 'MEI')
  await openQueue(desk)
  let asked = ''
  desk.once('dialog', dialog => {
    asked = dialog.message()
    void dialog.dismiss()
  })
  await desk.getByRole('button', { name: 'Reset Queue' }).click()
  expect(asked).toContain('cannot be undone')
  await expect(card(desk, 'ALI')).toBeVisible()

  desk.once('dialog', dialog => void dialog.accept())
  await desk.getByRole('button', { name: 'Reset Queue' }).click()
  await expect(desk.locator('.toast')).toContainText('Queue Reset Complete')
  await expect(desk.locator('.toast')).toContainText('2 patients deleted, next number reset to 1')
  await expect(desk.getByText('No patients in waiting queue')).toBeVisible()
})
