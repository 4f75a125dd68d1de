import type { Browser, FrameLocator } from 'playwright/test'
import { findAccessibilityViolations, findViolationsInBothThemes } from '../support/browser/axe.ts'
import {
  ADMIN,
  call,
  expect,
  holdRequests,
  openScreen,
  type Page,
  type RunningClinic,
  register,
  test,
  waitForHydration,
} from '../support/screens/fixtures.ts'
import {
  authorize,
  expectSignedIn,
  getQrDialog,
  openSignedOutPage,
  openTvAndPhone,
  phoneField,
  readCode,
  showQr,
} from '../support/screens/qr.ts'

const readyDialog = (tv: Page) => tv.getByRole('dialog', { name: 'TV Display Ready' })
const startButton = (tv: Page) => tv.getByRole('button', { name: 'Start TV Display' })
/** The display's own page: in a frame, so that it stays fullscreen, until somebody reloads the tab. */
const display = (tv: Page) => tv.frameLocator('.tv-frame')
const picture = (tv: Page) => display(tv).locator('.stage')
const mayWork = async (tv: Page) => (await tv.request.get('/api/patients')).status()
const loginButton = (tv: Page) => tv.getByRole('button', { name: 'Login', exact: true })
const SCREEN_PATH = '**/api/auth/screen'

type Screen = { id: number; name: string; state: string }

const listScreens = async (desk: Page): Promise<Screen[]> =>
  (await desk.request.get('/api/tv-devices')).json()

/** A TV that was signed in by phone, and asks whether to start the display. */
async function aReadyTv(browser: Browser, clinic: RunningClinic) {
  const { page: tv } = await openSignedOutPage(browser, clinic)
  const qr = `/api/qr/${(await showQr(tv)).split('/').at(-1)}`
  const phone = await browser.newContext({ baseURL: clinic.url })
  const authorized = await phone.request.post(`${qr}/authorize`, { data: ADMIN })
  expect(authorized.status()).toBe(200)
  const { code } = await (await tv.request.get(`${qr}/status`)).json()
  const data = { tvVerifier: code }
  expect((await phone.request.post(`${qr}/finalize`, { data })).status()).toBe(200)
  await expectSignedIn(tv)
  await phone.close()
  return tv
}

async function aDisplay(browser: Browser, clinic: RunningClinic) {
  const tv = await aReadyTv(browser, clinic)
  await startButton(tv).click()
  await expect(picture(tv)).toBeVisible()
  return tv
}

test('after the code is typed no staff screen is shown before the choice', async ({
  browser,
  clinic,
  desk,
}) => {
  await register(desk, 'ALI', 'MEI')
  await call(desk, 1)
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  await authorize(phone, await showQr(tv))
  await expect(getQrDialog(tv)).toContainText('Authorization Success!')
  await phoneField(phone).fill(await readCode(tv))
  await phoneField(phone).press('Enter')
  await expectSignedIn(tv)
  await expect(startButton(tv)).toBeFocused()
  await expect(tv.locator('body')).not.toContainText(/ALI|MEI|Waiting|Queue Management/)
  expect(await findViolationsInBothThemes(tv)).toEqual([])
})

test('Start makes the browser a TV, which shows and sounds calls, also after a reload', async ({
  browser,
  clinic,
  desk,
}) => {
  const tv = await aReadyTv(browser, clinic)
  await tv.goto('/?fullscreen=1')
  await startButton(tv).dblclick()
  await expect(picture(tv)).toBeVisible()
  await expect.poll(() => isFilled(tv)).toBe(true)
  await expect.poll(() => mayWork(tv)).toBe(401)
  await expect
    .poll(() => listScreens(desk))
    .toMatchObject([{ name: 'Screen of admin', state: 'on' }])
  await expect(display(tv).getByText('Press OK on the remote for sound')).toHaveCount(0)
  await register(desk, 'ALI', 'MEI')
  await call(desk, 1)
  await expect(display(tv).locator('.overlay__name')).toHaveText('ALI')
  await expect
    .poll(async () => (await desk.request.get('/api/dashboard/receipts')).json())
    .toMatchObject([{ expected: 1, played: 1, missing: [] }])

  // The display's own reloads keep the screen filled.
  const [{ id } = { id: 0 }] = await listScreens(desk)
  const reloaded = tv.waitForRequest('**/tv/*')
  await desk.request.post(`/api/tv-devices/${id}/reload`)
  await reloaded
  await expect(picture(tv)).toContainText('ALI')
  expect(await isFilled(tv)).toBe(true)

  await tv.reload()
  expect(tv.url()).toContain('/tv/')
  await expect(tv.locator('.stage')).toContainText('ALI')
  await call(desk, 2, 3)
  await expect(tv.locator('.overlay__name')).toHaveText('MEI')
  expect(await findAccessibilityViolations(tv, 'all but colors')).toEqual([])
  await pressExit(tv, tv)
  await expect(loginButton(tv)).toBeVisible()
})

test('Cancel waits for the network, and leaves a desk, which may start a display of its own', async ({
  browser,
  clinic,
}) => {
  const tv = await aReadyTv(browser, clinic)
  await tv.context().setOffline(true)
  await tv.keyboard.press('Escape')
  await expect(readyDialog(tv)).toContainText('The server cannot be reached.')
  for (let more = 0; more < 2; more++) await tv.keyboard.press('Escape')
  await expect(startButton(tv)).toBeVisible()
  await tv.context().setOffline(false)
  await readyDialog(tv).getByRole('button', { name: 'Cancel' }).click()
  await expect(tv.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(await mayWork(tv)).toBe(200)
  await tv.goto('/?fullscreen=1')
  await readyDialog(tv).getByRole('button', { name: 'Cancel' }).click()
  await waitForHydration(tv, 'DashboardScreen')
  await tv.getByRole('button', { name: 'Fullscreen TV Display' }).click()
  await expect(tv.locator('.fullscreen-tv .stage')).toBeVisible()
  await tv.mouse.move(300, 300)
  await tv.getByRole('button', { name: 'Exit Fullscreen' }).click()
  await expect(tv.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(await mayWork(tv)).toBe(200)
  expect(await listScreens(tv)).toEqual([])
})

const exitButton = (tv: Page | FrameLocator) => tv.getByRole('button', { name: 'Exit Fullscreen' })
const isFilled = (tv: Page) => tv.evaluate(() => document.fullscreenElement !== null)

async function pressExit(tv: Page, shown: Page | FrameLocator = display(tv)) {
  await tv.mouse.move(300, 300)
  await exitButton(shown).click()
}

test('Exit removes the display once the logout succeeds, and leads to the login page', async ({
  browser,
  clinic,
  desk,
}) => {
  await register(desk, 'ALI')
  await call(desk, 1)
  const tv = await aDisplay(browser, clinic)
  await expect.poll(() => isFilled(tv)).toBe(true)
  await tv.context().setOffline(true)
  await pressExit(tv)
  await expect(display(tv).getByRole('status')).toContainText('Logout Failed')
  await tv.context().setOffline(false)
  await pressExit(tv)
  await expect(loginButton(tv)).toBeVisible()
  await expect(tv.locator('.toast')).toContainText('Logout Successful')
  await expect.poll(() => isFilled(tv)).toBe(false)
  expect(await listScreens(desk)).toEqual([])
  expect((await tv.request.get('/api/auth/me')).status()).toBe(401)
  await tv.goBack().catch(() => {})
  await tv.goto('/tv')
  await expect(tv.locator('.tv-notice__code')).toBeVisible()
})

test('after fullscreen has ended, the next key fills the screen; Exit hides again', {
  tag: '@waits',
}, async ({ browser, clinic, desk }) => {
  const tv = await aDisplay(browser, clinic)
  await expect.poll(() => isFilled(tv)).toBe(true)
  await expect(exitButton(display(tv))).toBeHidden()
  await tv.evaluate(() => document.exitFullscreen())
  await tv.keyboard.press('Enter')
  await expect.poll(() => isFilled(tv)).toBe(true)
  await expect(exitButton(display(tv))).toBeVisible()
  await expect(exitButton(display(tv))).toBeHidden()

  // A display that an administrator has revoked can still be left, by the keyboard.
  for (const { id } of await listScreens(desk)) await desk.request.delete(`/api/tv-devices/${id}`)
  await expect(display(tv).getByText('This display is not authorised')).toBeVisible()
  await tv.mouse.move(300, 300)
  await exitButton(display(tv)).press('Enter')
  await expect(loginButton(tv)).toBeVisible()
})

test('no picture is shown before the server has made it a display; a refusal is said, a lost response repeated', async ({
  browser,
  clinic,
  desk,
}) => {
  const tv = await aReadyTv(browser, clinic)
  const error = 'Nothing was saved: the disk is full.'
  await tv.route(SCREEN_PATH, route => route.fulfill({ status: 507, json: { error } }))
  await startButton(tv).click()
  await expect(readyDialog(tv)).toContainText(error)
  await tv.unroute(SCREEN_PATH)
  const answers: ((isLost: boolean) => Promise<void>)[] = []
  await tv.route(SCREEN_PATH, route => {
    answers.push(async isLost => {
      if (!isLost) return route.continue()
      await route.fetch()
      await route.abort()
    })
  })
  await startButton(tv).click()
  await expect.poll(() => answers.length).toBe(1)
  await expect(startButton(tv)).toHaveAttribute('aria-busy', 'true')
  await expect(picture(tv)).toHaveCount(0)
  expect(await mayWork(tv)).toBe(200)
  await answers[0]?.(true)
  await expect(readyDialog(tv)).toContainText('The server does not answer.')
  await expect(picture(tv)).toHaveCount(0)
  await expect.poll(() => answers.length).toBe(2)
  await answers[1]?.(false)
  await expect(picture(tv)).toBeVisible()
  expect(await listScreens(desk)).toHaveLength(1)
})

test('another tab of that browser shows no patient any more, even without live events', async ({
  browser,
  clinic,
  desk,
}) => {
  await register(desk, 'ALI')
  const tv = await aReadyTv(browser, clinic)
  const tab = await tv.context().newPage()
  await tab.routeWebSocket('**/engine.io/**', socket => socket.close())
  for (const url of ['**/engine.io/**', '**/api/events']) {
    await tab.route(url, route => route.abort())
  }
  await openScreen(tab, '/queue', 'QueueScreen')
  await expect(tab.locator('body')).toContainText('ALI')
  await tv.bringToFront()
  await startButton(tv).click()
  await expect(picture(tv)).toBeVisible()
  await tab.bringToFront()
  await expect(loginButton(tab)).toBeVisible()
  await expect(tab.locator('body')).not.toContainText('ALI')
})

test('a TV that is reloaded while it is being signed in asks nevertheless', async ({
  browser,
  clinic,
}) => {
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  await authorize(phone, await showQr(tv))
  const release = await holdRequests(tv, '**/api/qr/*/claim')
  await phoneField(phone).fill(await readCode(tv))
  const claiming = tv.waitForRequest('**/api/qr/*/claim')
  await phoneField(phone).press('Enter')
  const { pathname } = new URL((await claiming).url())
  expect((await tv.request.post(pathname)).status()).toBe(200)
  await tv.reload()
  release()
  await expect(readyDialog(tv)).toBeVisible()
  await expect(tv.getByRole('heading', { name: 'Dashboard' })).toHaveCount(0)
})
