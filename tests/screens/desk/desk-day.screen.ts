import type { Page } from 'playwright'
import { formatNumber } from '#domain/patients/patient'
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
  pressAgain,
  pressAlone,
  register,
  test,
  waitForLive,
  waitForPresses,
} from '../../support/screens/fixtures.ts'
import { getPatientList, openQueue } from '../../support/screens/queue.ts'

/**
 * A press during the last step, or right after it, does nothing, so a double press calls one
 * patient.
 */
async function pressNext(desk: Page) {
  await expect(desk.locator('.own-room .button--primary')).toBeEnabled()
  await pressAgain(desk, 'n')
}

test('ten patients take 16 clicks, or 19 keys', async ({ desk }) => {
  await register(desk, ...Array.from({ length: 11 }, (_, index) => `P${index + 1}`))
  await openQueue(desk)
  let clicks = 0
  const click = async (name: string) => {
    const place = desk.getByRole('button', { name, exact: name === 'Dispense & call' })
    await expect(place).toBeEnabled()
    await waitForPresses(desk)
    await place.click()
    clicks++
  }
  // The first; five completed, three dispensed; one who does not come; one sent to a test and back.
  await click('Call next')
  for (let n = 2; n <= 6; n++) await click(`Complete & call next #${formatNumber(n)}`)
  for (let n = 7; n <= 9; n++) {
    await expect(desk.locator('.own-room__next')).toContainText(`#${formatNumber(n)}`)
    await click('Dispense & call')
  }
  await click('Missed #009')
  await click('Call next #010')
  await click('Requeue #010')
  await click('XRAY')
  await click('Call next #011')
  await click('Back #010')
  await click('Complete #011')
  await expect(desk.locator('.room-now')).toHaveText('This room is free')
  expect(clicks).toBe(16)

  await desk.request.post('/api/patients/reset-queue')
  await register(desk, ...Array.from({ length: 11 }, (_, index) => `P${index + 1}`))
  await expect(desk.locator('.next-patient')).toHaveText('#001 P1')
  const keys = ['n', ...'nnnnn', ...'eee', 'm', 'n', 'r', '5', 'n', 'b', 'c']
  for (const [index, key] of keys.entries()) {
    await expect(desk.locator('.own-room__next')).not.toHaveAttribute('disabled')
    await (key === keys[index - 1] ? pressAgain : pressAlone)(desk, key)
  }
  await expect(desk.locator('.room-now')).toHaveText('This room is free')
  expect(keys.length).toBeLessThanOrEqual(19)
  expect(await countCalls(desk)).toBe(11)
})

test('a press calls the next; while the room is busy a row says why, and its menu calls', async ({
  desk,
}) => {
  await register(desk, 'ALI', 'MEI', 'SITI')
  await openQueue(desk)
  await expect(desk.locator('.next-patient')).toContainText('#001 ALI')
  await expect(getPatientList(desk, 'Next')).toContainText('Longest wait')
  await desk.getByRole('button', { name: 'Call next' }).click()
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await expect(desk.locator('.toast')).toContainText('Called #001 to Room 1')
  await expect(button(desk, 'SITI', 'Call')).toHaveAccessibleDescription(
    'Room 1 is serving #001. "Complete #001 & call" is in this row\'s menu.',
  )
  await button(desk, 'SITI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('This room is serving another patient')
  await choose(desk, 'SITI', 'Complete #001 & call')
  await expect(desk.locator('.room-now')).toHaveText('Serving #003 SITI')
  await expect(desk.locator('.toast')).toContainText('Completed #001, called #003')
  await pressAlone(desk, 'u')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await expect(getPatientList(desk, 'Waiting Patients')).toContainText('SITI')
})

test('nothing moves while a page loads and a patient registers', async ({ desk }) => {
  await register(desk, ...Array.from({ length: 12 }, (_, index) => `P${index + 1}`))
  await call(desk, 1, 2)
  await call(desk, 2, 3)
  await openQueue(desk, 'Room 1 (#001)')
  await desk.addInitScript(() => {
    const shifts: (string | undefined)[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        sources: { node?: Node }[]
      })[])
        for (const { node } of entry.sources) {
          const place = node instanceof Element ? node : node?.parentElement
          // A minute that passes changes the text in a waiting time's fixed place.
          if (!place?.closest('.waiting-timer')) shifts.push(place?.outerHTML)
        }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await desk.reload()
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 P1')
  await waitForLive(desk)
  await register(desk, 'LATE')
  await expect(card(desk, 'LATE')).toBeAttached()
  expect(await desk.evaluate('shifts')).toEqual([])
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
  await expect(getPatientList(desk, 'Next')).toContainText('Missed a call')
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
  await choose(desk, 'ALI', 'Bring back')
  await expect(getPatientList(desk, 'Next')).toContainText('ALI')

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
  await settings.getByLabel('Call missed patients again after').fill('0')
  await expect(settings.getByText('Enter a whole number of calls from 1 to 20')).toBeVisible()
  await settings.getByLabel('Call missed patients again after').fill('2')
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
  await expect(second.getByRole('list', { name: 'Other rooms' })).toContainText('ALI')
  await desk.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(desk.locator('.toast')).toContainText('Undone#001 ALI')
  for (const page of [desk, second]) {
    await expect(getPatientList(page, 'Next')).toContainText('ALI')
  }

  await pressNext(desk)
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await pressNext(desk)
  await expect(desk.locator('.toast')).toContainText('#002')
  await desk.keyboard.press('u')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await expect(getPatientList(desk, 'Waiting Patients')).toContainText('MEI')
  await expect(desk.locator('.toast')).toContainText('Undone')
  await expect(desk.locator('.toast').getByRole('button', { name: 'Undo' })).toHaveCount(0)

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
  const filter = (name: string) => desk.locator('.queue-tools label', { hasText: name }).click()
  expect(await desk.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(14_000)
  await filter('Priority')
  await expect(desk.getByText('No matching patients.')).toBeVisible()
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

test('? lists the keys, which can be switched off in this browser', async ({ desk }) => {
  await register(desk, 'ALI')
  await openQueue(desk)
  const writes = collectWrites(desk)
  await desk.keyboard.press('?')
  const dialog = desk.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('call the next')
  await dialog.getByRole('switch', { name: 'Use keyboard shortcuts' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await pressAlone(desk, 'n')
  await desk.reload()
  await openQueue(desk)
  await pressAlone(desk, 'n')
  await expect(desk.locator('.room-now')).toHaveText('This room is free')
  expect(writes).toEqual([])
  expect(await countCalls(desk)).toBe(0)
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
  await desk.getByRole('button', { name: 'More', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Turn on the alert sound' }).click()
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
