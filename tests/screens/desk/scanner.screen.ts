import {
  button,
  call,
  card,
  choose,
  collectWrites,
  expect,
  openMenu,
  openScreen,
  type Page,
  register,
  SCAN_PAUSE_MS,
  scan,
  stopClock,
  test,
} from '../../support/screens/fixtures.ts'
import { openQueue } from '../../support/screens/queue.ts'

/** Keys that are commands on a desk, and some that are none. Unit tests of `islands/ui/keys` know all. */
const KEYS = [...'ncemrabudgs?/ 1579MA-']

async function focus(page: Page, selector: string) {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  if (selector !== 'body') await page.locator(selector).first().focus()
}

/** It is cleared by the key Delete. */
async function clearSearch(page: Page) {
  await page.getByRole('searchbox').fill('')
  await page.clock.runFor(SCAN_PAUSE_MS)
}

async function openBusyQueue(desk: Page) {
  await register(desk, 'ALI', 'MEI', 'SITI')
  await desk.clock.install()
  await openQueue(desk)
  await call(desk, 1, 2)
  await expect(desk.locator('.room-now')).toContainText('ALI')
  await stopClock(desk)
  return collectWrites(desk)
}

const COMPLETE = '.own-room [data-action=Complete]'

const FOCUSED = [
  'body',
  '.own-room__next',
  COMPLETE,
  '.own-room [aria-haspopup]',
  '.patient-row [data-action=Call]',
]

/** As fast as a clock that stands, as a scanner, and as the slowest one. */
const SPEEDS_MS = [0, 5, 25]

test('on the Queue no burst is a step, whatever has the focus', async ({ desk }) => {
  const writes = await openBusyQueue(desk)
  const around = (key: string) => [
    [key, key],
    [key, 'M', 'Enter'],
    ['Enter', key, 'Space', 'Enter', 'Enter'],
  ]
  for (const [index, keys] of KEYS.flatMap(around).entries()) {
    await focus(desk, FOCUSED[index % FOCUSED.length] ?? 'body')
    await scan(desk, keys, SPEEDS_MS[index % SPEEDS_MS.length])
    await clearSearch(desk)
  }
  await expect(desk.locator('dialog[open], .menu, form.reasons')).toHaveCount(0)
  await expect(desk).toHaveURL(/\/queue$/)
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  expect(writes).toEqual([])
})

test('what a scanner types is searched for, with its Enter and at its speed', async ({ desk }) => {
  const writes = await openBusyQueue(desk)
  const search = desk.getByRole('searchbox')
  const code = ['M', 'R', 'N', 'u', '2', '-', ' ', 'n']
  for (const everyMs of [5, 25, 60]) {
    await focus(desk, COMPLETE)
    await scan(desk, [...code, 'Enter'], everyMs)
    await expect(search).toHaveValue('MRNu2- n')
  }
  await focus(desk, '.own-room__next')
  await scan(desk, ['Escape', 'F8', 'Control+]', '0', 'Control+]', '0', '2', 'Tab', 'Enter'], 5)
  await expect(search).toHaveValue('002')
  await expect(button(desk, 'MEI', 'Call')).toBeVisible()
  await expect(card(desk, 'SITI')).toHaveCount(0)

  // A desk's list of rooms follows letters; a scanner must not take it to another room.
  await focus(desk, '.room-picker select')
  await scan(desk, ['S', 'R', 'R', 'Enter'], 5)
  await expect(search).toHaveValue('SRR')
  await expect(desk.getByLabel('Select Room for Call')).toHaveValue('2')
  await search.fill('')
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  expect(writes).toEqual([])
})

test('neither in a menu, nor while a deletion is confirmed, nor among reasons', async ({
  desk,
}) => {
  const writes = await openBusyQueue(desk)
  await openMenu(desk, 'MEI')
  await scan(desk, ['D', '1', 'Enter', 'Enter'], 5)
  await expect(desk.locator('.menu')).toHaveCount(0)
  await clearSearch(desk)

  // A page ignores presses right after a change, and its clock stands.
  await desk.clock.runFor(400)
  await choose(desk, 'MEI', 'Delete')
  await desk.clock.runFor(400)
  await expect(desk.getByRole('menuitem', { name: 'Confirm' })).toBeEnabled()
  await scan(desk, ['7', 'Enter', 'Enter'], 5)
  await expect(desk.getByRole('searchbox')).toHaveValue('7')
  await expect(desk.locator('.menu')).toHaveCount(0)
  await clearSearch(desk)

  const reasons = desk.getByRole('form', { name: 'Requeue reason' })
  await focus(desk, 'body')
  await scan(desk, ['r'])
  await expect(reasons).toBeVisible()
  // No time limit.
  await desk.clock.runFor(60_000)
  for (const [index, key] of KEYS.entries()) {
    await focus(desk, index % 2 === 0 ? '.reason' : 'body')
    await scan(desk, [key, '3', 'Enter', 'Enter'], SPEEDS_MS[index % SPEEDS_MS.length])
    await clearSearch(desk)
  }
  await expect(reasons).toBeVisible()
  await scan(desk, ['r', '5'], 25)
  await clearSearch(desk)
  await desk.getByRole('button', { name: 'Others' }).click()
  await desk.getByLabel('Other reason').focus()
  await scan(desk, ['M', '1', 'Enter'], 25)
  await expect(desk.getByLabel('Other reason')).toHaveValue('M1')

  await desk.getByRole('button', { name: 'More', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await scan(desk, ['n', 'Enter', 'Space'], 5)
  await expect(desk.getByRole('dialog')).toBeVisible()
  expect(writes).toEqual([])
})

test('on the Dispensary and Rooms no burst presses anything', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  for (const id of [1, 2]) {
    await call(desk, id, 2)
    await desk.request.patch(`/api/patients/${id}/status`, { data: { status: 'dispensary' } })
  }
  await call(desk, 1, 1)
  await desk.clock.install()
  await openScreen(desk, '/dispensary', 'DispensaryScreen')
  await expect(desk.locator('.room-now')).toContainText('ALI')
  await stopClock(desk)
  const writes = collectWrites(desk)
  await focus(desk, COMPLETE)
  await scan(desk, ['n', 'n', 'Enter'], 5)
  await expect(desk.locator('.room-now')).toHaveText('Serving #001 ALI')
  await focus(desk, 'body')
  await scan(desk, ['r'])
  await expect(desk.getByRole('form', { name: 'Requeue reason' })).toBeVisible()
  await scan(desk, ['5', '3', 'Enter'], 5)
  await scan(desk, ['Escape'])
  await expect(desk.getByRole('form', { name: 'Requeue reason' })).toHaveCount(0)
  await openScreen(desk, '/management', 'RoomsScreen')
  const deactivate = desk.getByRole('group', { name: 'Room 2' }).getByText('Deactivate')
  for (const key of [' ', 'A', '7']) {
    await deactivate.focus()
    await scan(desk, [key, 'A', ' ', 'Enter'], 5)
  }
  await expect(deactivate).toBeVisible()
  expect(writes).toEqual([])
})

test('a code that a scanner types into a form stays there, and is not sent', async ({ desk }) => {
  await desk.clock.install()
  const forms = [
    ['/register', 'RegisterScreen', 'Patient Name', '7001-MRN'],
    ['/management', 'RoomsScreen', 'Room Name', 'MRN0012'],
  ] as const
  for (const [path, island, label, code] of forms) {
    await openScreen(desk, path, island)
    await stopClock(desk)
    const writes = collectWrites(desk)
    const field = desk.getByLabel(label)
    await field.focus()
    await scan(desk, [...code, 'Enter', 'Enter'], 5)
    await expect(field).toHaveValue(new RegExp(code, 'i'))
    expect(writes).toEqual([])
    await desk.clock.resume()
  }
})
