import type { Page, Route } from 'playwright/test'
import { findAccessibilityViolations } from '../support/browser/axe.ts'
import { expect, holdTimeLimits, pressAlone, scan, stopClock } from '../support/screens/fixtures.ts'
import {
  addQueue,
  button,
  language,
  listPatients,
  number,
  press,
  saveSettings,
  test,
  title,
} from '../support/screens/kiosk-fixtures.ts'

const COUNTER = 'Please go to the counterSila ke kaunter请到柜台முகப்புக்குச் செல்லவும்'
const ONE_TOUCH = { kioskNames: 'never' } as const
const API = '**/api/kiosk/**'

const notice = (kiosk: Page) => kiosk.locator('.kiosk__sentences')

/** Lets the page ask again, and waits for the answer. */
async function letItAsk(kiosk: Page) {
  await kiosk.clock.fastForward(5_000)
}

test('closed, without a server and revoked it says so, and returns by itself', async ({
  desk,
  kiosk,
  openKiosk,
}) => {
  const passLimits = await holdTimeLimits(kiosk)
  await openKiosk({ kioskFrom: '00:00', kioskTo: '00:01' })
  await expect(notice(kiosk)).toContainText('Closed now. Open from 00:00 to 00:01.')
  await expect(notice(kiosk).locator('[lang]')).toHaveCount(4)
  await expect(kiosk.getByRole('button')).toHaveCount(0)
  expect(await findAccessibilityViolations(kiosk)).toEqual([])
  await saveSettings(desk, { kioskFrom: '', kioskTo: '' })
  await letItAsk(kiosk)
  await expect(language(kiosk)).toBeVisible()

  await kiosk.route(API, route => route.abort())
  await letItAsk(kiosk)
  await expect(notice(kiosk)).toHaveText(COUNTER)
  await expect(kiosk.getByRole('button')).toHaveCount(0)
  expect(await findAccessibilityViolations(kiosk)).toEqual([])
  await kiosk.unroute(API)
  await letItAsk(kiosk)
  await expect(language(kiosk)).toBeVisible()

  // A server that does not answer within ten seconds is away.
  const asked = kiosk.waitForRequest(API)
  const held: Route[] = []
  await kiosk.route(API, route => void held.push(route))
  await letItAsk(kiosk)
  await asked
  await passLimits()
  await expect(notice(kiosk)).toHaveText(COUNTER)
  await kiosk.unroute(API)
  for (const route of held) await route.continue().catch(() => {})
  await letItAsk(kiosk)
  await expect(language(kiosk)).toBeVisible()

  await desk.request.delete('/api/tv-devices/1')
  await letItAsk(kiosk)
  await expect(title(kiosk)).toHaveText('Connect this kiosk')
})

test('after ten seconds without an answer the patient goes to the counter', async ({
  desk,
  kiosk,
  openKiosk,
}) => {
  await openKiosk(ONE_TOUCH)
  await kiosk.route(API, route => route.abort())
  await stopClock(kiosk)
  await language(kiosk).click()
  await expect(title(kiosk)).toHaveText('One moment')
  await kiosk.clock.runFor(7_000)
  await expect(title(kiosk)).toHaveText('One moment')
  await kiosk.clock.runFor(4_000)
  await expect(title(kiosk)).toHaveText('Please go to the counter')
  await kiosk.clock.runFor(8_000)
  await expect(notice(kiosk)).toHaveText(COUNTER)
  expect(await listPatients(desk)).toEqual([])
})

test('nothing that was typed stays after a minute', async ({ kiosk, openKiosk }) => {
  await openKiosk()
  await stopClock(kiosk)
  await language(kiosk).click()
  const field = kiosk.getByLabel('Name', { exact: true })
  await field.pressSequentially('siti')
  await kiosk.clock.runFor(59_000)
  await field.press('x')
  await kiosk.clock.runFor(59_000)
  await expect(field).toHaveValue('SITIX')
  await kiosk.clock.runFor(2_000)
  await expect(field).toHaveCount(0)
  // A minute in a moment was too long for a request that it met.
  await kiosk.clock.resume()
  await expect(language(kiosk)).toBeVisible()
  await language(kiosk).click()
  await expect(field).toHaveValue('')
})

test('a name that is required is asked for, and cut at 25 characters', async ({
  desk,
  kiosk,
  openKiosk,
}) => {
  await openKiosk({ kioskNames: 'required' })
  await language(kiosk).click()
  await expect(button(kiosk, 'Without a name')).toHaveCount(0)
  await press(button(kiosk, 'Take my number'))
  await expect(kiosk.locator('.kiosk__problem')).toHaveText('Please type your name.')
  const field = kiosk.getByLabel('Name', { exact: true })
  await expect(field).toBeFocused()
  expect(await findAccessibilityViolations(kiosk)).toEqual([])
  await field.pressSequentially('abcdefghijklmnopqrstuvwxyz')
  await expect(field).toHaveValue('ABCDEFGHIJKLMNOPQRSTUVWXY')
  await expect(kiosk.getByText('Only the first 25 letters are kept.')).toBeVisible()
  await pressAlone(kiosk, 'Enter')
  await expect(number(kiosk)).toHaveText('001')
  expect(await listPatients(desk)).toEqual([['001', 'ABCDEFGHIJKLMNOPQRSTUVWXY']])
})

test('no key and no swipe leads away from the page', async ({ kiosk, kioskPath, openKiosk }) => {
  await openKiosk()
  let loads = 0
  kiosk.on('load', () => loads++)
  await language(kiosk).click()
  const field = kiosk.getByLabel('Name', { exact: true })
  await field.fill('ali')
  await title(kiosk).evaluate(heading => (heading as HTMLElement).focus())
  for (const key of ['F5', 'Control+r', 'Control+p', 'Alt+ArrowLeft', 'Backspace', 'Control+s']) {
    await kiosk.keyboard.press(key)
  }
  await expect(field).toHaveValue('ALI')
  const isStopped = await kiosk.evaluate(() => {
    const events = ['contextmenu', 'dragstart'].map(name => new Event(name, { cancelable: true }))
    return events.map(event => !window.dispatchEvent(event))
  })
  expect(isStopped).toEqual([true, true])
  await kiosk.evaluate(() => history.back())
  await expect(language(kiosk)).toBeVisible()
  await kiosk.evaluate(() => history.back())
  await kiosk.evaluate(() => history.back())
  await expect(language(kiosk)).toBeVisible()
  expect([loads, new URL(kiosk.url()).pathname]).toEqual([0, kioskPath])
  await expect(kiosk.getByRole('link')).toHaveCount(0)
})

test('after an update the page is loaded once, but not under anybody who types', async ({
  kiosk,
  openKiosk,
}) => {
  await openKiosk()
  const seen = { loads: 0, answers: 0 }
  kiosk.on('load', () => seen.loads++)
  await kiosk.route(API, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'later.js' } })
    seen.answers++
  })
  /** The page asks again once it has the answer before. */
  async function letItAskUntil(isEnough: () => boolean) {
    await expect(async () => {
      await letItAsk(kiosk)
      expect(isEnough()).toBe(true)
    }).toPass()
  }
  await language(kiosk).click()
  await kiosk.getByRole('textbox').fill('ali')
  await letItAskUntil(() => seen.answers > 1)
  expect(seen.loads).toBe(0)
  await letItAskUntil(() => seen.loads > 0)
  await expect(language(kiosk)).toBeVisible()
  const { answers } = seen
  await kiosk.clock.fastForward(61_000)
  await letItAskUntil(() => seen.answers > answers + 2)
  expect(seen.loads).toBe(1)
})

test('what a scanner types chooses nothing, is no name and gives no number', async ({
  desk,
  kiosk,
  openKiosk,
}) => {
  await addQueue(desk, 'Blood test')
  await openKiosk({ kioskNames: 'required' })
  await stopClock(kiosk)
  await language(kiosk).click()
  const queue = button(kiosk, 'Blood test')
  for (const code of ['9556001234567', 'MY-88K', '1']) {
    await queue.focus()
    await scan(kiosk, [...code, 'Enter'], 5)
  }
  await expect(title(kiosk)).toHaveText('What do you need today?')

  await queue.click()
  const name = kiosk.getByRole('textbox')
  await expect(name).toBeFocused()
  await scan(kiosk, [...'9556001234567', 'Enter'], 5)
  await expect(name).toHaveValue('')
  await scan(kiosk, [...'LETTERS', 'Enter'], 5)
  await expect(name).toHaveValue('LETTERS')
  await name.fill('')
  await scan(kiosk, ['m', 'e', 'i', 'Enter'], 60)
  await expect(number(kiosk)).toHaveText('001')
  expect(await listPatients(desk)).toEqual([['001', 'MEI']])
})
