import {
  button,
  call,
  card,
  changeStatus,
  expect,
  openScreen,
  type Page,
  pressAgain,
  register,
  test,
} from '../../support/screens/fixtures.ts'

async function sendToDispensary(page: Page, ...ids: number[]) {
  for (const id of ids) {
    await call(page, id)
    await changeStatus(page, id, { status: 'dispensary' })
  }
}

async function openDispensary(page: Page) {
  await openScreen(page, '/dispensary', 'DispensaryScreen')
}

const STATUS = '**/api/patients/*/status'

test('the counter calls the next patient, priority first, one at a time', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  const siti = { name: 'SITI', isPriority: true, priorityReason: 'ELDERLY' }
  await desk.request.post('/api/patients', { data: siti })
  await sendToDispensary(desk, 1, 2, 3)
  await openDispensary(desk)
  await expect(desk.getByRole('region', { name: 'Priority Patients' })).toContainText('SITI')
  await desk.getByRole('button', { name: 'Call next' }).click()
  await expect(desk.locator('.room-now')).toHaveText('Serving #003 SITI')
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('This room is serving another patient')
  for (const next of ['#001 ALI', '#002 MEI']) {
    await expect(desk.locator('.own-room .button--primary')).toBeEnabled()
    await pressAgain(desk, 'n')
    await expect(desk.locator('.room-now')).toHaveText(`Serving ${next}`)
  }
  await expect(desk.locator('.next-patient')).toHaveText('No patients waiting')
  await expect(desk.locator('.toast')).toContainText('#002')
  await desk.keyboard.press('u')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')

  await desk.request.patch('/api/windows/1/status')
  await expect(desk.locator('.alert')).toHaveText(
    'DISPENSARY window is not active. Please activate it in the Management page.',
  )
  await button(desk, 'MEI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('DISPENSARY window is not active')
})

test('a patient arrives by Dispense, is called to the counter, and completed', async ({ desk }) => {
  await register(desk, 'ALI')
  await openDispensary(desk)
  await expect(desk.getByText('No patients waiting for dispensary')).toBeVisible()
  await expect(desk.locator('.total')).toHaveText('0 in total')
  await sendToDispensary(desk, 1)
  await expect(card(desk, 'ALI')).toContainText('Ready for Dispensary')
  await expect(desk.locator('.total')).toHaveText('1 in total')

  await desk.route(STATUS, route => route.fulfill({ status: 500, json: {} }))
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText(
    'Failed to update patient status. Please try again.',
  )
  await desk.unroute(STATUS)
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Patient Called')
  await expect(desk.getByRole('region', { name: 'At the counter' })).toContainText('ALI')
  await button(desk, 'ALI', 'Call Again').click()
  await expect(desk.locator('.toast')).toContainText('Call Again')
  await button(desk, 'ALI', 'Requeue').click()
  await desk.getByRole('button', { name: 'Dressing' }).click()
  await expect(desk.locator('.toast')).toContainText('Patient Requeued')
  await expect(card(desk, 'ALI')).toContainText('Dressing')
  await button(desk, 'ALI', 'Back').click()
  await button(desk, 'ALI', 'Call').click()
  await button(desk, 'ALI', 'Complete').click()
  await expect(desk.locator('.toast')).toContainText('Patient Completed')
  await expect(card(desk, 'ALI')).toHaveCount(0)
})
