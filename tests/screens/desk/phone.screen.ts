import {
  card,
  expect,
  openScreen,
  type Page,
  test,
  waitForPresses,
} from '../../support/screens/fixtures.ts'
import { settingsBody } from '../../support/settings.ts'

/** What is as fast as a scanner is not sent. */
const AS_PEOPLE_TYPE = { delay: 50 }

async function askPhone(desk: Page, value: 'true' | 'false') {
  const data = settingsBody({ askPhone: value })
  expect((await desk.request.put('/api/settings', { data })).ok()).toBe(true)
}

test('a clinic that asks for a phone number has a field, and costs others no press', async ({
  desk,
  openAnotherDesk,
}) => {
  await openScreen(desk, '/register', 'RegisterScreen')
  const name = desk.getByLabel('Patient Name')
  const phone = desk.getByLabel('Phone (optional)')
  await expect(name).toBeFocused()
  await expect(phone).toHaveCount(0)

  const settings = await openAnotherDesk()
  await openScreen(settings, '/settings?section=queue', 'SettingsScreen')
  const box = settings.getByLabel('Ask for a phone number at registration')
  await expect(box).not.toBeChecked()
  await box.check()
  await settings.getByRole('button', { name: 'Save all' }).click()
  await expect(phone).toBeVisible()
  await expect(name).toBeFocused()
  await desk.keyboard.type('ali')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.ticket-panel')).toContainText('#001')
  await expect(name).toBeFocused()

  await desk.keyboard.type('siti')
  await desk.keyboard.press('Tab')
  await expect(phone).toBeFocused()
  await desk.keyboard.type('+60 12', AS_PEOPLE_TYPE)
  await desk.keyboard.press('Enter')
  await expect(phone).toHaveAccessibleDescription(/^Please enter a phone number of 6 to 15 digits/)
  await expect(phone).toBeFocused()
  await phone.press('End')
  await desk.keyboard.type('-345 6789', AS_PEOPLE_TYPE)
  await expect(phone).toHaveAccessibleDescription('')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.ticket-panel')).toContainText('#002')
  await expect(name).toBeFocused()
  await expect(phone).toHaveValue('')
  await expect(desk.locator('body')).not.toContainText('60123456789')

  // The phone goes with a name that is deleted, and so does what was wrong with it.
  await name.fill('kumar')
  await phone.fill('12')
  await name.press('Enter')
  await expect(phone).toHaveAccessibleDescription(/^Please enter a phone number/)
  await name.fill('')
  await expect(phone).toHaveValue('')
  await expect(phone).toHaveAccessibleDescription('')

  // What was typed before the setting was turned off is not sent.
  await name.fill('mei')
  await phone.fill('0123456789')
  await askPhone(desk, 'false')
  await expect(phone).toHaveCount(0)
  await name.press('Enter')
  await expect(desk.locator('.ticket-panel')).toContainText('#003')
  const patients: { phone?: string }[] = await (await desk.request.get('/api/patients')).json()
  expect(patients.map(patient => patient.phone)).toEqual([undefined, '+60123456789', undefined])
})

test('a mistyped phone number is corrected, and nothing else of the patient', async ({ desk }) => {
  await askPhone(desk, 'true')
  await desk.request.post('/api/patients', { data: { name: 'siti', phone: '0123456789' } })
  await openScreen(desk, '/register', 'RegisterScreen')
  const change = desk.getByRole('button', { name: 'Change #001' })
  await change.click()
  const dialog = desk.getByRole('dialog', { name: 'Change #001' })
  const phone = dialog.getByLabel('Phone (optional)')
  await expect(phone).toHaveValue('0123456789')
  await phone.fill('0123')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('6 to 15 digits')
  await phone.fill('012 345 6780')
  // Another desk changes what this one does not.
  const priority = { isPriority: true, priorityReason: 'PAIN' }
  await desk.request.patch('/api/patients/1', { data: priority })
  await waitForPresses(desk)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
  const [stored] = await (await desk.request.get('/api/patients')).json()
  expect(stored).toMatchObject({ name: 'SITI', phone: '0123456780', ...priority })
})

test("a phone number stands in the patient's row once it is opened", async ({ desk }) => {
  await askPhone(desk, 'true')
  for (const data of [{ name: 'ali' }, { name: 'siti', phone: '+60123456789' }]) {
    expect((await desk.request.post('/api/patients', { data })).status()).toBe(201)
  }
  await openScreen(desk, '/queue', 'QueueScreen')
  const row = card(desk, 'SITI')
  await expect(row).toBeVisible()
  await expect(desk.locator('body')).not.toContainText('60123456789')
  await row.getByRole('button', { name: 'SITI', exact: true }).click()
  await expect(row.getByText('Patient Journey')).toBeVisible()
  await expect(row.locator('.fact--phone')).toHaveText('Phone +60123456789')
  await card(desk, 'ALI').getByRole('button', { name: 'ALI', exact: true }).click()
  await expect(desk.locator('.fact--phone')).toHaveCount(1)
})
