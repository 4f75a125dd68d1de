import type { Locator } from 'playwright/test'
import { expect, holdRequests, type Page, scan, stopClock } from '../../support/screens/fixtures.ts'
import {
  addQueue,
  test as base,
  button,
  language,
  listPatients,
  number,
  title,
} from '../../support/screens/kiosk-fixtures.ts'

/** The clock stands, so a second press is at once after the first, however slow the machine is. */
const test = base.extend<{ openStopped: () => Promise<void> }>({
  openStopped: ({ desk, kiosk, openKiosk }, use) =>
    use(async () => {
      for (const name of ['Dr. Lim', 'Blood test', 'Vaccination', 'Dressing']) {
        await addQueue(desk, name)
      }
      await openKiosk()
      await stopClock(kiosk)
    }),
})

const getStep = (kiosk: Page) => kiosk.locator('main').getAttribute('data-step')
const letTimePass = (kiosk: Page) => kiosk.clock.runFor(500)

/** Presses again when the step is there that the first press leads to. */
async function pressTwice(kiosk: Page, place: Locator, by: string) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {}
  const [left, top] = [x + width / 2, y + height / 2]
  if (by === 'Enter') {
    // The focus moves by a key, as it does for a person.
    await kiosk.keyboard.press('Tab')
    await place.focus()
  }
  const press = () => {
    if (by === 'Enter') return scan(kiosk, ['Enter'])
    return by === 'finger' ? kiosk.touchscreen.tap(left, top) : kiosk.mouse.click(left, top)
  }
  const before = await getStep(kiosk)
  await press()
  await expect.poll(() => getStep(kiosk)).not.toMatch(`${before}|sending`)
  await press()
  await letTimePass(kiosk)
}

test('a double press of each button of the kiosk is one press', async ({
  desk,
  kiosk,
  openStopped,
}) => {
  await openStopped()
  for (const [index, by] of ['finger', 'mouse', 'Enter'].entries()) {
    await pressTwice(kiosk, language(kiosk), by)
    await expect(title(kiosk)).toHaveText('What do you need today?')
    await pressTwice(kiosk, button(kiosk, 'Back'), by)
    await expect(language(kiosk)).toBeVisible()
    await pressTwice(kiosk, language(kiosk), by)
    await pressTwice(kiosk, button(kiosk, 'Blood test'), by)
    await expect(title(kiosk)).toHaveText('What is your name?')
    await pressTwice(kiosk, button(kiosk, 'Back'), by)
    await expect(title(kiosk)).toHaveText('What do you need today?')
    await pressTwice(kiosk, button(kiosk, 'Blood test'), by)
    await pressTwice(kiosk, button(kiosk, 'Without a name'), by)
    await expect(number(kiosk)).toHaveText(`00${index + 1}`)
    await pressTwice(kiosk, button(kiosk, 'Done'), by)
    expect(await getStep(kiosk)).toBe('start')
    expect(await listPatients(desk)).toHaveLength(index + 1)
  }
})

test('Escape twice goes one step back', async ({ kiosk, openStopped }) => {
  await openStopped()
  await language(kiosk).click()
  await button(kiosk, 'Dr. Lim').click()
  await expect(kiosk.getByRole('textbox')).toBeFocused()
  await kiosk.keyboard.press('Escape')
  await expect(title(kiosk)).toHaveText('What do you need today?')
  await kiosk.keyboard.press('Escape')
  await letTimePass(kiosk)
  await expect(title(kiosk)).toHaveText('What do you need today?')
  await kiosk.keyboard.press('Escape')
  await expect(language(kiosk)).toBeVisible()
})

test('taps while a number is awaited do not close it', async ({ desk, kiosk, openKiosk }) => {
  await openKiosk({ kioskNames: 'never' })
  await stopClock(kiosk)
  const release = await holdRequests(kiosk, /\/kiosk\/\w+\/patients/)
  const { x = 0, y = 0 } = (await language(kiosk).boundingBox()) ?? {}
  const tap = () => kiosk.touchscreen.tap(x + 20, y + 20)
  await tap()
  await expect(title(kiosk)).toHaveText('One moment')
  await letTimePass(kiosk)
  await tap()
  release()
  await expect(number(kiosk)).toHaveText('001')
  await tap()
  await letTimePass(kiosk)
  await expect(number(kiosk)).toHaveText('001')
  await tap()
  await expect(language(kiosk)).toBeVisible()
  expect(await listPatients(desk)).toHaveLength(1)
})
