import type { Locator } from 'playwright/test'
import { findAccessibilityViolations } from '../support/browser/axe.ts'
import {
  expect,
  holdRequests,
  openScreen,
  type Page,
  pressAlone,
} from '../support/screens/fixtures.ts'
import {
  addQueue,
  button,
  LYING,
  language,
  listPatients,
  number,
  press,
  saveSettings,
  test,
  title,
  UPRIGHT,
} from '../support/screens/kiosk-fixtures.ts'
import { readQrCode } from '../support/screens/tickets.ts'
import { translatePage } from '../support/screens/translator.ts'

const ONE_TOUCH = { kioskNames: 'never' } as const
const TICKETS = { ticketMode: 'screen' } as const

const SIZES = [{ width: 390, height: 844 }, { width: 640, height: 400 }, UPRIGHT, LYING]

async function checkStep(kiosk: Page) {
  expect(await findAccessibilityViolations(kiosk)).toEqual([])
  await checkSizes(kiosk)
}

/** Nothing is cut off at the sides, and a finger meets every button. */
async function checkSizes(kiosk: Page) {
  await expect(kiosk.getByRole('heading', { level: 1 })).toHaveCount(1)
  for (const size of SIZES) {
    await kiosk.setViewportSize(size)
    const content = await kiosk.evaluate(() => document.documentElement.scrollWidth)
    expect(content).toBe(size.width)
    for (const one of await kiosk.getByRole('button').all()) {
      // Its place may end in a fraction, and then the difference of two places does, too.
      const { height } = (await one.boundingBox()) ?? { height: 0 }
      expect(height).toBeGreaterThan(63.99)
    }
  }
}

/** A touch at once after another one, at the same place, is a double one and counts for nothing. */
async function touch(place: Locator, next: Locator) {
  await expect(async () => {
    if (!(await next.isVisible())) await place.tap({ timeout: 1_000 })
    await expect(next).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('a patient takes a number by touch, at every size of the screen', async ({
  desk,
  kiosk,
  openKiosk,
}) => {
  await addQueue(desk, 'Dr. Lim')
  await addQueue(desk, 'Blood test', 'B')
  await openKiosk(TICKETS)
  await checkStep(kiosk)
  await touch(language(kiosk), button(kiosk, 'Back'))
  await expect(title(kiosk)).toHaveText('What do you need today?')
  await checkStep(kiosk)
  await touch(button(kiosk, 'Blood test'), kiosk.getByRole('textbox'))
  await expect(title(kiosk)).toHaveText('What is your name?')
  await kiosk.getByLabel('Name', { exact: true }).pressSequentially('siti aminah')
  await checkStep(kiosk)
  await touch(button(kiosk, 'Take my number'), number(kiosk))
  await expect(number(kiosk)).toHaveText('B001')
  await expect(kiosk.getByRole('status').last()).toHaveText(/^Your number: B001\./)
  const code = kiosk.getByRole('img', { name: 'Scan to follow your turn on your phone' })
  expect(await readQrCode(code)).toMatch(/^http:\/\/clinic\.example\/t\/1-/)
  await checkSizes(kiosk)
  expect(await listPatients(desk)).toEqual([['B001', 'SITI AMINAH']])
})

test('without a mouse or a finger, the keyboard is enough', async ({ desk, kiosk, openKiosk }) => {
  const { keyboard } = kiosk
  await addQueue(desk, 'Dr. Lim')
  await openKiosk()
  await keyboard.press('Tab')
  await expect(language(kiosk, 'en')).toBeFocused()
  await keyboard.press('Tab')
  await pressAlone(kiosk, 'Enter')
  await expect(title(kiosk)).toHaveText('Anda datang untuk apa?')
  await expect(title(kiosk)).toBeFocused()
  await keyboard.press('Tab')
  await pressAlone(kiosk, 'Enter')
  const field = kiosk.getByLabel('Nama', { exact: true })
  await expect(field).toBeFocused()
  await keyboard.press('Escape')
  await expect(title(kiosk)).toHaveText('Anda datang untuk apa?')
  await keyboard.press('Tab')
  await pressAlone(kiosk, 'Enter')
  await expect(field).toBeFocused()
  await keyboard.type('ali')
  await pressAlone(kiosk, 'Enter')
  await expect(number(kiosk)).toHaveText('001')
  await expect(title(kiosk)).toBeFocused()
  await expect(async () => {
    await keyboard.press('Escape')
    await expect(language(kiosk)).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(title(kiosk)).toBeFocused()
  expect(await listPatients(desk)).toEqual([['001', 'ALI']])
})

test("all is said in each language, the clinic's first", async ({ desk, kiosk, openKiosk }) => {
  await addQueue(desk, 'Dr. Lim')
  await openKiosk({ ...TICKETS, tvLanguages: 'ta,en' })
  const buttons = kiosk.getByRole('button')
  await expect(buttons.first()).toContainText('தமிழ்')
  await expect(buttons.nth(1)).toContainText('English')
  for (const [code, name] of [
    ['ms', 'Tanpa nama'],
    ['en', 'Without a name'],
    ['zh', '不填姓名'],
    ['ta', 'பெயர் இல்லாமல்'],
  ] as const) {
    await press(language(kiosk, code))
    await expect(kiosk.locator('html')).toHaveAttribute('lang', code)
    await checkStep(kiosk)
    await press(button(kiosk, 'Dr. Lim'))
    await checkStep(kiosk)
    await press(button(kiosk, name))
    await expect(number(kiosk)).toBeVisible()
    await expect(kiosk.locator('main')).toHaveAttribute('lang', code)
    expect(await findAccessibilityViolations(kiosk)).toEqual([])
    await kiosk.clock.fastForward(8_000)
    await expect(language(kiosk)).toBeVisible()
  }
})

test('the ticket is printed once, only if the setting says so; a touch ends the number', async ({
  desk,
  kiosk,
  openKiosk,
}) => {
  const printed: number[] = []
  kiosk.on('response', response => {
    if (/\/kiosk\/\w+\/tickets\//.test(response.url())) printed.push(response.status())
  })
  await openKiosk({ ...ONE_TOUCH, ...TICKETS, kioskPrints: 'true' })
  await language(kiosk).click()
  await expect(kiosk.getByText('Please take your ticket.')).toBeVisible()
  await expect(async () => {
    await kiosk.locator('.kiosk-number__seat').tap()
    await expect(language(kiosk)).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect.poll(() => printed).toEqual([200])
  await saveSettings(desk, { ticketMode: 'off' })
  await openKiosk()
  await language(kiosk).click()
  await expect(number(kiosk)).toHaveText('002')
  await expect(kiosk.getByRole('img')).toHaveCount(0)
  expect(printed).toEqual([200])
})

test('a page that is translated goes on', async ({ desk, kiosk, openKiosk }) => {
  await addQueue(desk, 'Dr. Lim')
  await openKiosk()
  await translatePage(kiosk, { isObedient: false })
  for (const label of ['001', '002']) {
    await press(language(kiosk))
    await press(kiosk.locator('.kiosk__choice').first())
    await press(kiosk.locator('.kiosk__actions button').last())
    await expect(number(kiosk)).toContainText(label)
    await kiosk.clock.fastForward(8_000)
    await expect(language(kiosk)).toBeVisible()
  }
})

test('staff see who came by the kiosk', async ({ desk, kiosk, openKiosk }) => {
  await addQueue(desk, 'Blood test', 'B')
  await openKiosk()
  await language(kiosk).click()
  await press(button(kiosk, 'Blood test'))
  await press(button(kiosk, 'Without a name'))
  await expect(number(kiosk)).toHaveText('B001')
  await openScreen(desk, '/register', 'RegisterScreen')
  await expect(desk.locator('.recent__row')).toContainText('Blood test · Kiosk')
  await openScreen(desk, '/queue', 'QueueScreen')
  await desk.locator('.patient-name__toggle').first().click()
  await expect(desk.locator('.journey')).toContainText('Registered at the kiosk for Blood test')
})

test('reception adds a name and a priority to who came by the kiosk', async ({
  desk,
  kiosk,
  openKiosk,
}) => {
  await openKiosk(ONE_TOUCH)
  await openScreen(desk, '/register', 'RegisterScreen')
  await language(kiosk).tap()
  const change = desk.getByRole('button', { name: 'Change #001' })
  await change.click()
  const dialog = desk.getByRole('dialog', { name: 'Change #001' })
  await expect(dialog.getByLabel('Patient Name')).toBeFocused()
  expect(await findAccessibilityViolations(desk)).toEqual([])
  await dialog.getByLabel('Patient Name').fill('siti')
  await dialog.getByLabel('Priority Patient').check()
  await desk.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Priority reason is required')
  await dialog.getByRole('button', { name: 'Elderly' }).click()
  const release = await holdRequests(desk, '**/api/patients/1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await desk.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  release()
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
  const row = desk.getByRole('listitem').filter({ has: change })
  await expect(row).toContainText('SITI')
  await expect(row.getByLabel('Priority', { exact: true })).toBeVisible()

  await desk.getByRole('textbox', { name: 'Patient Name' }).fill('ali')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.recent').getByText('ALI')).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Change/ })).toHaveCount(1)
})
