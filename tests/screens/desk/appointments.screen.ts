import { findViolationsInBothThemes } from '../../support/browser/axe.ts'
import {
  expect,
  holdRequests,
  openScreen,
  type Page,
  SCAN_PAUSE_MS,
  scan,
  stopClock,
  test,
  waitForLive,
} from '../../support/screens/fixtures.ts'
import { settingsBody } from '../../support/settings.ts'

/** Late in any zone's evening, and early in its morning. */
const CELLS = 'Masa\tNama pesakit\n00:01\tAhmad bin Ismail\n23:58\tTan Mei Ling\n23:59\tSiti\n'

async function takeAppointments(desk: Page) {
  await desk.request.put('/api/settings', { data: settingsBody({ takesAppointments: 'true' }) })
  await openScreen(desk, '/register', 'RegisterScreen')
  await waitForLive(desk)
}

const expected = (desk: Page) => desk.getByRole('region', { name: 'Expected' })
const rows = (desk: Page) => desk.locator('.expected__row')

async function upload(desk: Page, cells: string) {
  await desk.getByRole('button', { name: 'Upload list' }).click()
  await desk.getByLabel('Paste the cells here').fill(cells)
  await desk.getByRole('button', { name: 'Check the cells' }).click()
}

test('a list is pasted, looked at and uploaded, another reception sees it, and it is removed', async ({
  desk,
  openAnotherDesk,
}) => {
  await takeAppointments(desk)
  const other = await openAnotherDesk()
  await openScreen(other, '/register', 'RegisterScreen')
  await upload(desk, CELLS)
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('3 appointments, from 00:01 to 23:59')).toBeFocused()
  await expect(dialog).toContainText('Name (Nama pesakit)')
  expect(await findViolationsInBothThemes(desk)).toEqual([])
  await desk.setViewportSize({ width: 320, height: 640 })
  for (const button of await dialog.getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Upload 3 appointments' }).click()
  await expect(expected(desk)).toContainText('Expected (3)')
  await expect(rows(other)).toHaveCount(3)
  await openScreen(desk, '/register', 'RegisterScreen')
  expect(await findViolationsInBothThemes(desk)).toEqual([])

  // Who took a number without the check-in is seen.
  await desk.request.post('/api/patients', { data: { name: 'siti' } })
  await expect(rows(desk).last()).toContainText('#001 has this name')
  await expect(rows(desk).first()).not.toContainText('has this name')

  // A list that was uploaded by mistake is removed by one without rows.
  await upload(desk, 'Time\tName\n')
  await expect(dialog.getByText('This list is empty.')).toBeFocused()
  await dialog.getByRole('button', { name: 'Upload no appointments' }).click()
  await expect(rows(desk)).toHaveCount(0)
})

test('faulty rows are listed and corrected in place; the preview says what is left out or cut', async ({
  desk,
}) => {
  await takeAppointments(desk)
  await upload(desk, 'time,name\n9:00,Ali\n9:65,Mei\n,Siti\n')
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('2 rows cannot be read.').locator('..')).toBeFocused()
  await expect(dialog).toContainText('Line 3: "9:65" is not a time')
  await expect(dialog).toContainText('Line 4: The time is empty.')
  await expect(dialog.getByRole('button', { name: /^Upload/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Choose another list' }).click()
  await expect(dialog.getByLabel('Paste the cells here')).toHaveValue(/9:65/)
  await expect(dialog.getByLabel('Paste the cells here')).toBeFocused()
  await dialog.getByLabel('Paste the cells here').fill('hello')
  await dialog.getByRole('button', { name: 'Check the cells' }).click()
  await expect(dialog.getByRole('alert')).toContainText('no heading')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(expected(desk)).toContainText('Expected (0)')

  await upload(
    desk,
    '9:00\tMuhammad Amirul Hakim bin Abdullah\tBooked\n9:10\tMei\tCancelled\n9:20\t\t\n9:30\tSiti\tBooked\nTotal\t2\t\n',
  )
  await expect(dialog).toContainText('2 appointments, from 09:00 to 09:30, on ')
  await expect(dialog).toContainText('The list does not say the day.')
  await expect(dialog).toContainText('The list has no heading.')
  await expect(dialog).toContainText('Name (column 2)')
  await expect(dialog).toContainText('3 rows left out: 1 cancelled, 1 free, 1 with totals.')
  await dialog.getByText('1 name will be cut at 25 characters.').click()
  await expect(dialog.getByText('Line 1: MUHAMMAD AMIRUL HAKIM BIN')).toBeVisible()
  expect(await findViolationsInBothThemes(desk)).toEqual([])
})

test('the encoding of a file that is not Unicode is chosen', async ({ desk }) => {
  await takeAppointments(desk)
  await desk.getByRole('button', { name: 'Upload list' }).click()
  // A file chooser that is closed without a file says so to all that it stands in.
  await desk.getByLabel('Appointments file').dispatchEvent('cancel', { bubbles: true })
  const buffer = Buffer.from('Time,Name\r\n23:58,\xb3\xc2\xc3\xc0\xc1\xe1\r\n', 'latin1')
  await desk
    .getByLabel('Appointments file')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  const dialog = desk.getByRole('dialog')
  await expect(dialog).toContainText('³ÂÃÀÁÁ')
  await dialog.getByLabel('Encoding of the file').selectOption('gb18030')
  await expect(dialog).toContainText('陈美玲')
  await dialog.getByRole('button', { name: 'Upload 1 appointment' }).click()
  await expect(rows(desk)).toHaveText(/23:58.*陈美玲/)
})

test('whoever comes is found by letters and checked in by Enter, by keyboard alone', async ({
  desk,
}) => {
  await desk.clock.install()
  await takeAppointments(desk)
  await upload(desk, CELLS)
  await desk.getByRole('button', { name: 'Upload 3 appointments' }).click()
  await expect(rows(desk)).toHaveCount(3)
  await expect(rows(desk).first()).toHaveAttribute('data-late', /true|false/)
  await desk.keyboard.press('F2')
  await desk.keyboard.type('mei', { delay: 60 })
  await expect(rows(desk)).toHaveCount(1)
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.ticket-panel')).toContainText('#001')
  await expect(desk.locator('.ticket-panel')).toContainText('TAN MEI LING')
  await expect(rows(desk)).toHaveCount(2)
  await expect(desk.locator('.recent__row').first()).toContainText('Appointment 23:58')
  // Without letters, Enter is no choice.
  await desk.keyboard.press('Enter')
  await expect(rows(desk)).toHaveCount(2)
  await desk.request.delete('/api/patients/1')
  await expect(rows(desk)).toHaveCount(3)
  // Whoever was deleted is expected again, also where the name is typed.
  await desk.getByRole('textbox', { name: 'Patient Name' }).fill('tan mei ling')
  await expect(desk.locator('.namesake')).toContainText('has an appointment at 23:58')
  await desk.getByRole('textbox', { name: 'Patient Name' }).fill('')
  // A scanner types the same, faster than people.
  await stopClock(desk)
  await desk.keyboard.press('F2')
  await desk.clock.runFor(SCAN_PAUSE_MS)
  await scan(desk, [...'mei', 'Enter'])
  await expect(rows(desk)).toHaveCount(1)
  await expect(desk.locator('.recent__row')).toHaveCount(0)
})

test('the next letters go on searching after each check-in; one Enter registers nobody who is expected', async ({
  desk,
}) => {
  await takeAppointments(desk)
  await desk.request.put(`/api/appointments/${await getToday(desk)}`, {
    headers: { 'content-type': 'text/csv' },
    data: 'time,name\n23:57,Mei\n23:58,Ali\n',
  })
  await expect(rows(desk)).toHaveCount(2)
  const search = desk.getByLabel('Search expected patients')
  await desk.getByRole('button', { name: /^Check in MEI/ }).click()
  await expect(rows(desk)).toHaveCount(1)
  await expect(search).toBeFocused()
  await desk.keyboard.type('ali', { delay: 60 })
  await desk.keyboard.press('Enter')
  await expect(rows(desk)).toHaveCount(0)
  await expect(search).toBeFocused()

  // Whoever is expected is not registered without the appointment by one Enter.
  await desk.request.put(`/api/appointments/${await getToday(desk)}`, {
    headers: { 'content-type': 'text/csv' },
    data: 'time,name\n23:57,Mei Ling\n',
  })
  await expect(rows(desk)).toHaveCount(1)
  const line = desk.locator('.namesake')
  await desk.getByRole('textbox', { name: 'Patient Name' }).fill('mei ling')
  await expect(line).toHaveText('This name has an appointment at 23:57. Check in under Expected.')
  await desk.keyboard.press('Enter')
  await expect(line).toContainText('Press Enter again to register without it.')
  await expect(desk.locator('.recent__row')).toHaveCount(0)
})

test('two presses and two receptions give one number', async ({ desk, openAnotherDesk }) => {
  await takeAppointments(desk)
  await desk.request.put(`/api/appointments/${await getToday(desk)}`, {
    headers: { 'content-type': 'text/csv' },
    data: 'time,name\n23:58,Mei\n',
  })
  const other = await openAnotherDesk()
  await openScreen(other, '/register', 'RegisterScreen')
  await expect(rows(desk)).toHaveCount(1)
  const release = await holdRequests(desk, '**/check-in')
  const releaseOther = await holdRequests(other, '**/check-in')
  await desk.getByRole('button', { name: /^Check in MEI/ }).dblclick()
  await expect(rows(desk)).toContainText('Checking in…')
  await other.getByRole('button', { name: /^Check in MEI/ }).click()
  release()
  await expect(desk.locator('.ticket-panel')).toContainText('#001')
  releaseOther()
  await expect(other.locator('.toast')).toContainText('MEI has checked in as #001')
  await expect(rows(other)).toHaveCount(0)
  expect(await (await desk.request.get('/api/patients')).json()).toHaveLength(1)
})

/** The clinic's day, as the server's zone has it. */
async function getToday(desk: Page) {
  await desk.request.post('/api/patients', { data: { name: 'TODAY' } })
  const [{ day, id }] = await (await desk.request.get('/api/patients')).json()
  await desk.request.delete(`/api/patients/${id}`)
  await desk.request.post('/api/patients/reset-queue')
  return day
}
