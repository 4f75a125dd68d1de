import type { Route } from 'playwright/test'
import {
  button,
  call,
  card,
  choose,
  expect,
  holdRequests,
  OWN_PROCESS,
  openMenu,
  pressAlone,
  register,
  test,
  waitForLive,
} from '../../support/screens/fixtures.ts'
import { getPatientList, openQueue } from '../../support/screens/queue.ts'

const testWithProcess = test.extend(OWN_PROCESS)

test('the first paint already shows the queue', async ({ browser, desk, clinic }) => {
  await register(desk, 'ALI')
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

test('a patient is called, goes to a test and back, and to the dispensary', async ({ desk }) => {
  await register(desk, 'ALI')
  await openQueue(desk, '')
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Please select room first')

  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
  await button(desk, 'ALI', 'Call').click()
  await expect(getPatientList(desk, 'Active Patients')).toContainText('ALI')
  await expect(card(desk, 'ALI')).toContainText('Called')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await expect(desk.locator('.toast')).toContainText('Patient successfully called')

  await choose(desk, 'ALI', 'Start')
  await expect(desk.locator('.toast')).toContainText('Patient marked as in progress')
  await expect(card(desk, 'ALI')).toContainText('In Progress')
  await openMenu(desk, 'ALI')
  await expect(desk.getByRole('menuitem', { name: 'Start' })).toHaveCount(0)
  await desk.keyboard.press('Escape')
  await button(desk, 'ALI', 'Call Again').click()
  await expect(desk.locator('.toast')).toContainText('Call Again')
  await button(desk, 'ALI', 'Requeue').click()
  await desk.getByRole('button', { name: 'XRAY' }).click()
  await expect(getPatientList(desk, 'Away')).toContainText('XRAYjust now')
  await button(desk, 'ALI', 'Back').click()
  await expect(getPatientList(desk, 'Next')).toContainText('XRAY')
  await choose(desk, 'ALI', 'Recall to Last Room')
  await expect(getPatientList(desk, 'Active Patients')).toContainText('Room 1')

  await button(desk, 'ALI', 'Requeue').click()
  await desk.getByRole('button', { name: 'Others' }).click()
  await expect(desk.getByLabel('Other reason')).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(desk.getByLabel('Other reason')).toBeVisible()
  await desk.keyboard.type('  back from the bank ')
  await pressAlone(desk, 'Enter')
  await expect(getPatientList(desk, 'Away')).toContainText('back from the bank')
  await pressAlone(desk, 'b')
  await expect(desk.locator('.toast')).toContainText('Back in the queue')
  await button(desk, 'ALI', 'Call').click()
  await button(desk, 'ALI', 'Dispense').click()
  await expect(desk.locator('.toast')).toContainText('Patient sent to dispensary')
  await expect(card(desk, 'ALI')).toHaveCount(0)
  // This browser remembers the room.
  await desk.reload()
  await expect(desk.getByLabel('Select Room for Call')).toHaveValue('2')
})

test('the later of two presses at once is rejected', async ({ desk, openAnotherDesk }) => {
  await register(desk, 'ALI')
  const second = await openAnotherDesk()
  await openQueue(desk)
  await openQueue(second, 'Room 2')
  const release = await holdRequests(second, '**/api/patients/*/status')

  // Both press before either knows of the other; the second request arrives later.
  await button(second, 'ALI', 'Call').click()
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Patient successfully called')
  release()
  await expect(second.locator('.toast')).toHaveText(
    'Another desk already changed this patient: called to Room 1',
  )
  await expect(getPatientList(second, 'Active Patients')).toContainText('Room 1')
  await expect(getPatientList(desk, 'Active Patients')).toContainText('Room 1')

  await register(desk, 'MEI')
  await expect(getPatientList(second, 'Waiting Patients')).toContainText('MEI')
})

testWithProcess(
  'a lost network is reported, the screen recovers by itself, and a display announces the calls it missed',
  { tag: '@waits' },
  async ({ desk, openAnotherDesk, clinic }) => {
    await register(desk, 'ALI', 'SITI')
    await openQueue(desk)
    await waitForLive(desk)
    const display = await openAnotherDesk()
    await display.goto('/')
    await waitForLive(display)
    await clinic.kill()
    for (const page of [desk, display]) await expect(page.locator('.offline-line')).toBeVisible()
    await button(desk, 'ALI', 'Call').click()
    await expect(card(desk, 'ALI')).toContainText('This call may not have gone out')

    await clinic.start()
    await call(desk, 2, 3)
    const announcement = display.locator('.overlay__name', { hasText: 'SITI' })
    await expect(announcement).toBeVisible()
    await expect(card(desk, 'ALI')).not.toContainText('Not sure')
    await expect(desk.locator('.offline-line')).toHaveCount(0)
    await register(desk, 'MEI')
    await expect(getPatientList(desk, 'Waiting Patients')).toContainText('MEI')
    // Called by the press above, or refused because it came too late.
    const active = getPatientList(desk, 'Active Patients')
    const isCalled = await active.locator('[data-patient]', { hasText: 'ALI' }).isVisible()
    await button(desk, 'ALI', isCalled ? 'Call Again' : 'Call').click()
    await expect(active).toContainText('ALI')
  },
)

test('Reset Queue asks first, and says what was done, even if delayed', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  await openQueue(desk)
  let question = ''
  desk.once('dialog', dialog => {
    question = dialog.message()
    void dialog.dismiss()
  })
  await desk.getByRole('button', { name: 'Reset Queue' }).click()
  expect(question).toContain('Undo is possible until the next registration')
  await expect(card(desk, 'ALI')).toBeVisible()

  desk.once('dialog', dialog => void dialog.accept())
  await desk.getByRole('button', { name: 'Reset Queue' }).click()
  await expect(desk.locator('.toast')).toContainText('Queue Reset Complete')
  await expect(desk.locator('.toast')).toContainText('2 patients deleted, next number reset to 1')
  await expect(desk.getByText('No patients in waiting queue')).toBeVisible()
  await expect(desk.getByText('No priority patients')).toBeVisible()
  await expect(getPatientList(desk, 'Active Patients')).toHaveCount(0)

  await register(desk, 'ALI', 'MEI')
  await expect(card(desk, 'ALI')).toContainText('#001')
  await expect(card(desk, 'MEI')).toBeVisible()
  const loseResponse = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await desk.route('**/api/patients/reset-queue', loseResponse, { times: 1 })
  desk.once('dialog', dialog => void dialog.accept())
  await desk.getByRole('button', { name: 'Reset Queue' }).click()
  await expect(desk.locator('.toast')).toContainText('Not sure the queue was reset')
  await expect(desk.locator('.toast')).toContainText('2 patients deleted, next number reset to 1')
})

test('a name is forgotten only after a question that names the patient', async ({
  desk,
  clinic,
}) => {
  await clinic.seed(['ALI', 'MEI'])
  await openQueue(desk)
  const question = desk.getByRole('alertdialog', { name: 'Forget the name of #002 MEI?' })
  await choose(desk, 'MEI', 'Forget name')
  await expect(question).toContainText('This cannot be undone.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(card(desk, 'MEI')).toBeVisible()
  await choose(desk, 'MEI', 'Forget name')
  await question.getByRole('button', { name: 'Forget name' }).click()
  await expect(card(desk, 'MEI')).toHaveCount(0)
  await expect(card(desk, 'Without Name')).toContainText('#002')
})
