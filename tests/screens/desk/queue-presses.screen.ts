import {
  button,
  card,
  choose,
  deletePatient,
  expect,
  register,
  stopClock,
  test,
} from '../../support/screens/fixtures.ts'
import { getPatientList, openQueue } from '../../support/screens/queue.ts'

test('Delete asks, and returns to its first step after three seconds', async ({ desk }) => {
  await register(desk, 'ALI')
  await desk.clock.install()
  await openQueue(desk)
  await stopClock(desk)
  await choose(desk, 'ALI', 'Delete')
  const confirm = desk.getByRole('menuitem', { name: 'Confirm' })
  await expect(confirm).toBeVisible()
  await expect(desk.getByRole('status').getByText('Press again to confirm Delete')).toBeAttached()
  await expect(desk.locator('.patient-row [aria-live]')).toHaveCount(0)
  await desk.clock.runFor(2_900)
  await expect(confirm).toBeVisible()
  await desk.clock.runFor(200)
  await expect(desk.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await desk.clock.resume()

  await desk.keyboard.press('Escape')
  await deletePatient(desk, 'ALI')
  await expect(desk.locator('.toast')).toContainText('Patient has been deleted')
})

test('a press shows at once, and is undone silently when it fails', async ({ desk }) => {
  await register(desk, 'ALI')
  await openQueue(desk)
  let sendResponse = () => {}
  const held = new Promise<void>(resolve => {
    sendResponse = resolve
  })
  await desk.route('**/api/patients/*/status', async route => {
    await held
    await route.fulfill({ status: 500, json: { error: 'Something went wrong. Please try again.' } })
  })
  await button(desk, 'ALI', 'Call').click()
  await expect(getPatientList(desk, 'Active Patients')).toContainText('ALI')
  sendResponse()
  await expect(getPatientList(desk, 'Waiting Patients')).toContainText('ALI')
  await expect(getPatientList(desk, 'Active Patients')).toHaveCount(0)
  await expect(desk.locator('.toast')).toHaveCount(0)
})

test('after a deletion by keyboard the focus moves to the next patient', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI', 'SITI')
  await desk.clock.install()
  await openQueue(desk)
  await stopClock(desk)
  await card(desk, 'ALI').getByRole('button', { name: /^More/ }).focus()
  await desk.keyboard.press('Enter')
  await desk.clock.runFor(80)
  await expect(desk.getByRole('menuitem', { name: 'Forget name' })).toBeFocused()
  await desk.keyboard.press('d')
  await desk.clock.runFor(80)
  await expect(desk.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await desk.keyboard.press('Enter')
  await desk.clock.runFor(80)
  await expect(desk.getByRole('menuitem', { name: 'Confirm' })).toBeVisible()
  await desk.clock.runFor(500)
  await desk.keyboard.press('Enter')
  await desk.clock.runFor(80)
  await desk.clock.resume()
  await expect(button(desk, 'MEI', 'Call')).toBeFocused()
  await expect(card(desk, 'MEI')).toContainText('Waiting')

  // It also stays with a patient who is called.
  await card(desk, 'MEI').getByRole('button', { name: 'MEI', exact: true }).click()
  await button(desk, 'MEI', 'Call').focus()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('button', { name: 'Complete & call next #003' })).toBeFocused()
  await expect(card(desk, 'MEI').getByText('Called to Room 1')).toBeVisible()
})
