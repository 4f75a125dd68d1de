import type { Page } from 'playwright'
import {
  button,
  call,
  card,
  choose,
  collectWrites,
  countCalls,
  deletePatient,
  expect,
  holdRequests,
  openScreen,
  pressAlone,
  register,
  test,
  waitForLive,
} from '../../support/screens/fixtures.ts'
import { getPatientList, openQueue } from '../../support/screens/queue.ts'

/**
 * A press while the last one is under way does nothing, so that a double press calls one patient.
 */
async function pressNext(desk: Page) {
  await expect(desk.locator('.own-room .button--primary')).toBeEnabled()
  await desk.keyboard.press('n')
}

test('a room calls the next patient with one press, and says why', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  await openQueue(desk)
  await expect(desk.locator('.next-patient')).toContainText('#001 ALI')
  await expect(desk.locator('.next-patient')).toContainText('the longest wait')
  await desk.getByRole('button', { name: 'Call next' }).click()
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await expect(desk.locator('.toast')).toContainText('#001: 0 min, the longest wait.')

  await expect(button(desk, 'MEI', 'Call')).toHaveAccessibleDescription('Finish #001 first')
  await desk.getByRole('button', { name: 'Complete & call #002' }).click()
  await expect(desk.locator('.room-now')).toHaveText('Serving #002 MEI')
  await expect(card(desk, 'ALI')).toHaveCount(0)
  await expect(desk.locator('.next-patient')).toHaveText('Nobody is waiting.')
  await button(desk, 'MEI', 'Complete').click()
  await expect(desk.locator('.toast')).toContainText('Patient marked as completed')
})

test('U pressed before the server has answered takes back the last step', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  const release = await holdRequests(desk, '**/api/patients/*/status')
  await openQueue(desk)
  await deletePatient(desk, 'MEI')
  await expect(desk.locator('.toast')).toContainText('Patient has been deleted#002 MEI')
  await pressNext(desk)
  await expect(desk.locator('.toast')).toContainText('#001')
  await pressAlone(desk, 'c')
  await pressAlone(desk, 'u')
  release()
  await expect(desk.locator('.toast')).toContainText('Undone#001 ALI')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await expect(card(desk, 'MEI')).toHaveCount(0)
})

test('a held key and a double press call one patient', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  const release = await holdRequests(desk, '**/call-next')
  await openQueue(desk)
  const writes = collectWrites(desk)
  await pressAlone(desk, 'n')
  await pressAlone(desk, 'n')
  await desk.keyboard.down('n')
  await desk.keyboard.down('n')
  release()
  await expect(desk.locator('.toast')).toContainText('#001')
  await desk.keyboard.down('n')
  await desk.keyboard.up('n')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await expect(getPatientList(desk, 'Waiting Patients')).toContainText('MEI')
  expect(writes).toEqual(['POST /api/windows/2/call-next'])
  expect(await countCalls(desk)).toBe(1)
})

test('who does not come is missed, and returns after three others', async ({ desk }) => {
  await register(desk, 'ALI', 'B', 'C', 'D', 'E')
  await openQueue(desk)
  await desk.keyboard.press('n')
  await expect(desk.locator('.room-now')).toContainText('ALI')
  await desk.keyboard.press('m')
  await expect(desk.getByText('On hold (1)')).toBeVisible()
  await desk.getByText('On hold (1)').click()
  await expect(card(desk, 'ALI')).toContainText('Returns after 3 calls')
  for (const name of ['B', 'C', 'D']) {
    await pressNext(desk)
    await expect(desk.locator('.room-now')).toHaveText(new RegExp(`Serving #\\d+ ${name}$`))
  }
  await expect(desk.locator('.next-patient')).toContainText('missed a call and is next again.')
  await pressNext(desk)
  await expect(desk.locator('.room-now')).toContainText('ALI')
  await desk.keyboard.press('m')
  await expect(desk.getByText('On hold (1)')).toBeVisible()
  await desk.getByText('On hold (1)').click()
  await choose(desk, 'ALI', 'No-show')
  await expect(desk.locator('.toast')).toContainText('Visit closed as no-show')
  await expect(card(desk, 'ALI')).toHaveCount(0)
})

test('a timed hold counts down, can be ended, and its end is announced', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  await openQueue(desk)
  await expect(desk).toHaveTitle(/^\(2\) Queue Management/)
  await pressNext(desk)
  await expect(desk.locator('.toast')).toContainText('#001')
  await button(desk, 'ALI', 'Requeue').click()
  await desk.getByRole('button', { name: 'MGTT 120 min' }).click()
  await desk.getByText('On hold (1)').click()
  await expect(card(desk, 'ALI')).toContainText('Returns in 120 min')
  await expect(desk).toHaveTitle(/^\(1\) Queue Management/)
  await choose(desk, 'ALI', 'Bring Back')
  await expect(getPatientList(desk, 'Waiting Patients')).toContainText('ALI')

  await pressNext(desk)
  await expect(desk.locator('.room-now')).toContainText('ALI')
  await button(desk, 'ALI', 'Requeue').click()
  await desk.getByRole('button', { name: 'Nebuliser 20 min' }).click()
  await expect(desk.getByText('On hold (1)')).toBeVisible()
  // The same list, but for the time that ends the hold.
  await desk.route('**/api/patients', async route => {
    const response = await route.fetch()
    const until = new Date(Date.now() + 1_000).toISOString()
    const json = (await response.json()).map((patient: { hold: object | null }) =>
      patient.hold ? { ...patient, hold: { ...patient.hold, until } } : patient,
    )
    await route.fulfill({ response, json, headers: { ...response.headers(), etag: '' } })
  })
  await desk.getByRole('button', { name: 'Refresh' }).click()
  await expect(desk.locator('.toast')).toContainText('#001 ALI is back')
  await expect(desk.locator('.toast')).toContainText('Hold ended: Nebuliser')
})

test('the order that is chosen applies on every desk', async ({ desk, openAnotherDesk }) => {
  await register(desk, 'ALI')
  const data = { name: 'MEI', isPriority: true, priorityReason: 'OLD' }
  await desk.request.post('/api/patients', { data })
  await openQueue(desk)
  await expect(desk.locator('.next-patient')).toContainText('MEI')
  const settings = await openAnotherDesk()
  await openScreen(settings, '/settings?section=queue', 'SettingsScreen')
  await settings.getByText('Once', { exact: true }).click()
  await settings.getByLabel('A patient who missed a call returns').fill('0')
  await expect(settings.getByText('Enter a whole number of calls from 1 to 20')).toBeVisible()
  await settings.getByLabel('A patient who missed a call returns').fill('2')
  await settings.getByRole('button', { name: 'Save Order of Calling' }).click()
  await expect(settings.locator('.toast')).toContainText('Settings saved successfully')
  await expect(desk.locator('.next-patient')).toContainText('ALI')
})

test('Undo and U take back the last step, on every desk', async ({ desk, openAnotherDesk }) => {
  await register(desk, 'ALI', 'MEI')
  const second = await openAnotherDesk()
  await openQueue(desk)
  await openQueue(second, 'Room 2')
  await pressNext(desk)
  await expect(getPatientList(second, 'Active Patients')).toContainText('Other rooms (1)')
  await desk.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(desk.locator('.toast')).toContainText('Undone#001 ALI')
  for (const page of [desk, second]) {
    await expect(getPatientList(page, 'Waiting Patients')).toContainText('ALI')
  }

  await pressNext(desk)
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await pressNext(desk)
  await expect(desk.locator('.toast')).toContainText('#002')
  await desk.keyboard.press('u')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await expect(getPatientList(desk, 'Waiting Patients')).toContainText('MEI')

  await deletePatient(desk, 'MEI')
  await expect(card(desk, 'MEI')).toHaveCount(0)
  await expect(desk.locator('.toast')).toContainText('Patient has been deleted#002 MEI')
  await desk.keyboard.press('u')
  await expect(getPatientList(desk, 'Waiting Patients')).toContainText('MEI')

  desk.once('dialog', dialog => void dialog.accept())
  await desk.getByRole('button', { name: 'Reset Queue' }).click()
  await expect(card(desk, 'MEI')).toHaveCount(0)
  await desk.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(desk.locator('.toast')).toHaveText('Undone')
  await expect(getPatientList(desk, 'Waiting Patients')).toContainText('MEI')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
})

test('with 300 patients, /217 and Enter twice calls number 217', async ({ desk, clinic }) => {
  await clinic.seed(Array.from({ length: 300 }, (_, index) => `P ${index + 1}`))
  await call(desk, 1, 3)
  await openQueue(desk)
  const search = desk.getByRole('searchbox', { name: 'Search' })
  const rows = desk.locator('.patient-row')
  const filter = (name: string) => desk.locator('.queue-tools__filter', { hasText: name }).click()
  expect(await desk.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(14_000)
  await filter('Priority')
  await expect(desk.getByText('Nobody matches.')).toBeVisible()
  await filter('All')
  // A row opens by a press anywhere on it.
  await card(desk, 'P 300').locator('.patient-number').click()
  await expect(desk.getByRole('heading', { name: 'Patient Journey' })).toBeVisible()

  const writes = collectWrites(desk)
  await desk.keyboard.press('/')
  await expect(search).toBeFocused()
  await desk.keyboard.type('1')
  await desk.keyboard.press('Enter')
  await pressAlone(desk, 'Enter')
  await expect(card(desk, 'P 1').getByText('Called to Room 2')).toBeVisible()
  expect(writes).toEqual([])

  await desk.keyboard.press('/')
  await search.fill('217')
  await expect(rows).toHaveCount(1)
  await desk.keyboard.press('Enter')
  await expect(button(desk, 'P 217', 'Call')).toBeFocused()
  await pressAlone(desk, 'Enter')
  await expect(desk.locator('.room-now')).toHaveText('Serving #217 P 217')
  await expect(search).toHaveValue('')
  await expect(desk.locator('.toast')).toContainText('#217')

  // R, 7 asks for the reason even when the search hides the patient.
  await search.fill('p 300')
  await expect(rows).toHaveCount(1)
  await desk.getByRole('heading', { name: 'Queue Management' }).click()
  await pressAlone(desk, 'r')
  await pressAlone(desk, '7')
  await expect(card(desk, 'P 217').getByLabel('Requeue reason')).toBeVisible()
})

test('a soft sound, once switched on, rings for the first who waits', async ({ desk }) => {
  await desk.clock.install()
  await desk.addInitScript(() => {
    const Original = window.AudioContext
    let count = 0
    window.AudioContext = class extends Original {
      constructor() {
        super()
        document.documentElement.dataset.rings = String(++count)
      }
    }
  })
  const rings = () => desk.evaluate(() => document.documentElement.dataset.rings)
  await openQueue(desk)
  await waitForLive(desk)
  await desk.getByRole('button', { name: 'Keys and sound' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Keys and sound' })
  await dialog.getByRole('switch', { name: 'Soft sound' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await rings()).toBe('1')

  await register(desk, 'ALI')
  await expect(card(desk, 'ALI')).toBeVisible()
  // A response sets the page's time back to the server's.
  await expect(async () => {
    await desk.clock.runFor(5_000)
    expect(await rings()).toBe('2')
  }).toPass()
  await desk.clock.runFor(60_000)
  expect(await rings()).toBe('2')
})

test('? lists the keys, which can be switched off in this browser', async ({ desk }) => {
  await register(desk, 'ALI')
  await openQueue(desk)
  const writes = collectWrites(desk)
  await desk.keyboard.press('?')
  const dialog = desk.getByRole('dialog', { name: 'Keys and sound' })
  await expect(dialog).toContainText('call the next')
  await dialog.getByRole('switch', { name: 'Use these keys' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await pressAlone(desk, 'n')
  await desk.reload()
  await openQueue(desk)
  await pressAlone(desk, 'n')
  await expect(desk.locator('.room-now')).toHaveText('This room is free.')
  expect(writes).toEqual([])
  expect(await countCalls(desk)).toBe(0)
})
