import {
  button,
  call,
  card,
  expect,
  openScreen,
  type Page,
  register,
  test,
} from '../../support/screens/fixtures.ts'

async function sendToDispensary(page: Page, ...ids: number[]) {
  for (const id of ids) {
    const url = `/api/patients/${id}/status`
    await call(page, id)
    const sent = await page.request.patch(url, { data: { status: 'dispensary' } })
    expect(sent.status()).toBe(200)
  }
}

async function openDispensary(page: Page) {
  await openScreen(page, '/dispensary', 'DispensaryScreen')
}

test('the counter calls the next patient, by button or key', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  await sendToDispensary(desk, 1, 2)
  await openDispensary(desk)
  await desk.getByRole('button', { name: 'Call next' }).click()
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await expect(desk.locator('.own-room .button--primary')).toBeEnabled()
  await desk.keyboard.press('n')
  await expect(desk.locator('.room-now')).toHaveText('Serving #002 MEI')
  await expect(desk.locator('.next-patient')).toHaveText('Nobody is waiting.')
  await expect(desk.locator('.toast')).toContainText('#002')
  await desk.keyboard.press('u')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
})

test('an empty dispensary says so', async ({ desk }) => {
  await openDispensary(desk)
  await expect(desk.getByText('No patients waiting for dispensary')).toBeVisible()
  await expect(desk.locator('.total')).toHaveText('Total 0')
})

test('a patient arrives by Dispense, is called to the counter, and is completed', async ({
  desk,
}) => {
  await register(desk, 'ALI')
  await openDispensary(desk)
  await sendToDispensary(desk, 1)
  await expect(card(desk, 'ALI')).toContainText('Ready for Dispensary')
  await expect(desk.locator('.total')).toHaveText('Total 1')

  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Patient Called')
  await expect(card(desk, 'ALI')).toContainText('DISPENSARY')
  await button(desk, 'ALI', 'Call Again').click()
  await expect(desk.locator('.toast')).toContainText('Call Again')
  await button(desk, 'ALI', 'Requeue').click()
  await desk.getByRole('button', { name: 'Dressing' }).click()
  await expect(desk.locator('.toast')).toContainText('Patient Requeued')
  await expect(card(desk, 'ALI')).toContainText('Dressing')
  await button(desk, 'ALI', 'Call').click()
  await button(desk, 'ALI', 'Complete').click()
  await expect(desk.locator('.toast')).toContainText('Patient Completed')
  await expect(card(desk, 'ALI')).toHaveCount(0)
})

test('priority comes first, and the counter serves one at a time', async ({ desk }) => {
  await register(desk, 'ALI')
  const siti = { name: 'SITI', isPriority: true, priorityReason: 'ELDERLY' }
  await desk.request.post('/api/patients', { data: siti })
  await sendToDispensary(desk, 1, 2)
  await openDispensary(desk)
  await expect(desk.getByRole('region', { name: 'Priority Patients' })).toContainText('SITI')
  await button(desk, 'SITI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Patient Called')
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('This room is serving another patient')
})

test('a counter that is switched off says so and calls nobody', async ({ desk }) => {
  await register(desk, 'ALI')
  await sendToDispensary(desk, 1)
  await openDispensary(desk)
  await desk.request.patch('/api/windows/1/status')
  await expect(desk.locator('.alert')).toHaveText(
    'DISPENSARY window is not active. Please activate it in the Management page.',
  )
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('DISPENSARY window is not active')
})

test('a failed step is undone with a message', async ({ desk }) => {
  await register(desk, 'ALI')
  await sendToDispensary(desk, 1)
  await openDispensary(desk)
  await desk.route('**/api/patients/*/status', route => route.fulfill({ status: 500, json: {} }))
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText(
    'Failed to update patient status. Please try again.',
  )
  await expect(button(desk, 'ALI', 'Call')).toBeVisible()
})
