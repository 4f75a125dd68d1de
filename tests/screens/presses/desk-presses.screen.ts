import type { Locator } from 'playwright/test'
import {
  test as base,
  button,
  call,
  card,
  collectWrites,
  expect,
  holdRequests,
  openMenu,
  openScreen,
  type Page,
  register,
  scan,
  stopClock,
  waitForLive,
} from '../../support/screens/fixtures.ts'
import { openQueue } from '../../support/screens/queue.ts'

/** The clock stands, so a second press is at once after the first, however slow the machine is. */
const test = base.extend<{ openStopped: (...names: string[]) => Promise<void> }>({
  openStopped: ({ desk }, use) =>
    use(async (...names) => {
      await register(desk, ...names)
      await desk.clock.install()
      await openQueue(desk)
      await waitForLive(desk)
      await stopClock(desk)
    }),
})

test.use({ hasTouch: true })

const POINTERS = ['finger', 'mouse'] as const

async function aimAt(place: Locator, by: (typeof POINTERS)[number]) {
  const page = place.page()
  const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {}
  const [left, top] = [x + width / 2, y + height / 2]
  return () => (by === 'finger' ? page.touchscreen.tap(left, top) : page.mouse.click(left, top))
}

const nextButton = (desk: Page) => desk.locator('.own-room__next')
const letTimePass = (desk: Page) => desk.clock.runFor(500)

for (const by of POINTERS) {
  test(`a second press by ${by} meets nobody, confirms nothing and empties a box`, async ({
    desk,
    openStopped,
  }) => {
    await openStopped('ALI', 'MEI', 'SITI')
    const writes = collectWrites(desk)
    const press = await aimAt(nextButton(desk), by)
    const release = await holdRequests(desk, '**/call-next')
    await press()
    await expect(nextButton(desk)).toBeDisabled()
    await letTimePass(desk)
    release()
    await expect(nextButton(desk)).toContainText('MEI')
    await expect(nextButton(desk)).toBeEnabled()
    await press()
    await letTimePass(desk)
    await expect(nextButton(desk)).toContainText('MEI')
    expect(writes).toHaveLength(1)
    await press()
    await expect(nextButton(desk)).toContainText('SITI')
    expect(writes).toHaveLength(2)

    await openMenu(desk, 'SITI')
    await letTimePass(desk)
    const confirm = desk.getByRole('menuitem', { name: 'Confirm' })
    const pressDelete = await aimAt(desk.getByRole('menuitem', { name: 'Delete' }), by)
    await pressDelete()
    await expect(confirm).toBeVisible()
    await pressDelete()
    await letTimePass(desk)
    await expect(confirm).toBeVisible()
    await pressDelete()
    await expect(card(desk, 'SITI')).toHaveCount(0)

    await openScreen(desk, '/register', 'RegisterScreen')
    const box = desk.getByLabel('Discreet: number only on TVs')
    const pressBox = await aimAt(box, by)
    for (const isChecked of [true, false, true]) {
      await pressBox()
      await expect(box).toBeChecked({ checked: isChecked })
    }
  })
}

test('a press at once after another desk has called is for nobody', async ({
  desk,
  openStopped,
}) => {
  await openStopped('ALI', 'MEI')
  const writes = collectWrites(desk)
  const { x = 0, y = 0 } = (await button(desk, 'ALI', 'Call').boundingBox()) ?? {}
  await desk.mouse.move(x + 20, y + 20)
  await call(desk, 1, 3)
  await expect(card(desk, 'ALI')).toContainText('Room 2')
  await desk.mouse.move(x + 22, y + 20)
  await desk.mouse.down()
  await desk.mouse.up()
  await letTimePass(desk)
  expect(writes).toEqual([])
  await desk.mouse.down()
  await desk.mouse.up()
  await expect.poll(() => writes).toEqual(['PATCH /api/patients/2/status'])
})

test('a finger at once after another desk has called is for nobody', async ({
  desk,
  openStopped,
}) => {
  await openStopped('ALI', 'MEI')
  const writes = collectWrites(desk)
  const tap = await aimAt(button(desk, 'ALI', 'Call'), 'finger')
  await call(desk, 1, 3)
  await expect(card(desk, 'ALI')).toContainText('Room 2')
  await tap()
  await letTimePass(desk)
  expect(writes).toEqual([])
  await tap()
  await expect.poll(() => writes).toEqual(['PATCH /api/patients/2/status'])
})

test('Enter twice calls one patient, does not confirm, and closes no question', async ({
  desk,
  openStopped,
}) => {
  await openStopped('ALI', 'MEI', 'SITI')
  const writes = collectWrites(desk)
  await nextButton(desk).focus()
  await scan(desk, ['Enter'])
  await expect(nextButton(desk)).toContainText('MEI')
  await expect(nextButton(desk)).toBeFocused()
  await scan(desk, ['Enter'])
  await letTimePass(desk)
  expect(writes).toHaveLength(1)
  await scan(desk, ['Enter'])
  await expect(nextButton(desk)).toContainText('SITI')
  expect(writes).toHaveLength(2)

  await openMenu(desk, 'SITI')
  await desk.getByRole('menuitem', { name: 'Delete' }).focus()
  await scan(desk, ['Enter'])
  await scan(desk, ['Enter'])
  await letTimePass(desk)
  await expect(desk.getByRole('menuitem', { name: 'Confirm' })).toBeVisible()
  await scan(desk, ['Enter'])
  await expect(card(desk, 'SITI')).toHaveCount(0)

  await openMenu(desk, 'MEI')
  await desk.getByRole('menuitem', { name: 'Forget name' }).focus()
  await scan(desk, ['Enter'])
  await expect(desk.getByRole('alertdialog')).toBeVisible()
  await scan(desk, ['Enter'])
  await letTimePass(desk)
  await expect(desk.getByRole('alertdialog')).toBeVisible()
  await scan(desk, ['Enter'])
  await expect(desk.getByRole('alertdialog')).toBeHidden()
})

test('N twice calls one patient, and another key acts at once', async ({ desk, openStopped }) => {
  await openStopped('ALI', 'MEI', 'SITI')
  const writes = collectWrites(desk)
  await scan(desk, ['n'])
  await expect(nextButton(desk)).toContainText('MEI')
  await expect(nextButton(desk)).toBeEnabled()
  await scan(desk, ['n'])
  expect(writes).toHaveLength(1)
  await scan(desk, ['a'])
  await expect.poll(() => writes).toHaveLength(2)
  await expect(nextButton(desk)).toBeEnabled()
  await scan(desk, ['n'])
  await expect(nextButton(desk)).toContainText('SITI')
  expect(writes).toHaveLength(3)
})

test('a finger that is ignored while rows keep moving counts when it taps again', async ({
  desk,
  openStopped,
}) => {
  await openStopped('ALI', 'MEI', 'SITI')
  const writes = collectWrites(desk)
  async function tapMovedRow(px: number) {
    await card(desk, 'ALI').evaluate((row, top) => (row.style.marginTop = `${top}px`), px)
    await (await aimAt(button(desk, 'SITI', 'Call'), 'finger'))()
  }
  await tapMovedRow(60)
  await tapMovedRow(0)
  await letTimePass(desk)
  expect(writes).toEqual([])
  await tapMovedRow(60)
  await expect.poll(() => writes).toEqual(['PATCH /api/patients/3/status'])
})
