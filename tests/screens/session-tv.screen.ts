import type { Browser } from 'playwright/test'
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
  waitForLive,
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
  tvField,
} from '../support/screens/qr.ts'
import { recordSounds } from '../support/screens/sounds.ts'

const readyDialog = (tv: Page) => tv.getByRole('dialog', { name: 'TV Display Ready' })
const startButton = (tv: Page) => tv.getByRole('button', { name: 'Start TV Display' })
const picture = (tv: Page) => tv.locator('.fullscreen-tv .stage')
const mayWork = async (tv: Page) => (await tv.request.get('/api/patients')).status()
const loginButton = (tv: Page) => tv.getByRole('button', { name: 'Login', exact: true })

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

for (const side of ['TV', 'phone']) {
  test(`after the code is typed on the ${side}, no staff screen is shown before the choice`, async ({
    browser,
    clinic,
    desk,
  }) => {
    await register(desk, 'ALI', 'MEI')
    await call(desk, 1)
    const { tv, phone } = await openTvAndPhone(browser, clinic)
    await authorize(phone, await showQr(tv))
    await expect(getQrDialog(tv)).toContainText('Authorization Success!')
    const [field, other] = side === 'TV' ? [tvField(tv), phone] : [phoneField(phone), tv]
    await field.fill(await readCode(other))
    await field.press('Enter')
    await expectSignedIn(tv)
    await expect(startButton(tv)).toBeFocused()
    await expect(tv.locator('body')).not.toContainText(/ALI|MEI|Waiting|Queue Management/)
    expect(await findViolationsInBothThemes(tv)).toEqual([])
  })
}

test('Start makes the TV a display: it shows and sounds calls, also after a reload', async ({
  browser,
  clinic,
  desk,
}) => {
  const tv = await aReadyTv(browser, clinic)
  const played = await recordSounds(tv)
  await tv.goto('/?fullscreen=1')
  await startButton(tv).dblclick()
  await expect(picture(tv)).toBeVisible()
  expect(await mayWork(tv)).toBe(403)
  expect(await tv.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await register(desk, 'ALI', 'MEI')
  await call(desk, 1)
  await expect(tv.locator('.overlay__name')).toHaveText('ALI')
  await expect.poll(played).toContainEqual(expect.stringMatching(/^aloud .+\/sounds\/.+\.mp3$/))

  await tv.reload()
  await expect(picture(tv)).toContainText('ALI')
  await waitForHydration(tv, 'SessionTv')
  await expect(readyDialog(tv)).toHaveCount(0)
  await call(desk, 2, 3)
  await expect(tv.locator('.overlay__name')).toHaveText('MEI')
  for (const path of ['/queue', '/administration', '/?fullscreen=1', '/nothing']) {
    await tv.goto(path)
    await expect(picture(tv)).toContainText('MEI')
    await expect(tv.locator('body')).not.toContainText(/Queue Management|Dashboard/)
  }
  expect(await findAccessibilityViolations(tv, 'all but colors')).toEqual([])
})

test('Cancel leaves an ordinary desk, which may start a display of its own', async ({
  browser,
  clinic,
}) => {
  const tv = await aReadyTv(browser, clinic)
  await tv.keyboard.press('Escape')
  await expect(tv.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(await mayWork(tv)).toBe(200)
  await tv.goto('/?fullscreen=1')
  await readyDialog(tv).getByRole('button', { name: 'Cancel' }).click()
  await waitForHydration(tv, 'DashboardScreen')
  await tv.getByRole('button', { name: 'Fullscreen TV Display' }).click()
  await expect(picture(tv)).toBeVisible()
  await tv.mouse.move(300, 300)
  await tv.getByRole('button', { name: 'Exit Fullscreen' }).click()
  await expect(tv.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(await mayWork(tv)).toBe(200)
})

const exitButton = (tv: Page) => tv.getByRole('button', { name: 'Exit Fullscreen' })
const isFilled = (tv: Page) => tv.evaluate(() => document.fullscreenElement !== null)

async function pressExit(tv: Page) {
  await tv.mouse.move(300, 300)
  await exitButton(tv).click()
}

const EXITS: [name: string, leave: (tv: Page) => Promise<void>][] = [
  ['a click on Exit Fullscreen', pressExit],
  [
    'Enter on Exit Fullscreen, after fullscreen has ended,',
    async tv => {
      await tv.mouse.move(300, 300)
      await exitButton(tv).focus()
      await tv.evaluate(() => document.exitFullscreen())
      await exitButton(tv).press('Enter')
    },
  ],
]

for (const [name, leave] of EXITS) {
  test(`${name} ends the display's session and leads to the login page`, async ({
    browser,
    clinic,
    desk,
  }) => {
    await register(desk, 'ALI')
    await call(desk, 1)
    const tv = await aDisplay(browser, clinic)
    await expect.poll(() => isFilled(tv)).toBe(true)
    await leave(tv)
    await expect(loginButton(tv)).toBeVisible()
    await expect(tv.locator('.toast')).toContainText('Logout Successful')
    await expect(tv.locator('body')).not.toContainText('ALI')
    await expect.poll(() => isFilled(tv)).toBe(false)
    expect((await tv.request.get('/api/auth/me')).status()).toBe(401)
    await tv.goBack().catch(() => {})
    await tv.goto('/')
    await expect(loginButton(tv)).toBeVisible()
  })
}

const ENDS: [name: string, end: (tv: Page) => Promise<void>][] = [
  [
    'Escape',
    async tv => {
      await tv.keyboard.press('Escape')
      // A headless browser leaves this to the page.
      await tv.evaluate(() => document.exitFullscreen())
    },
  ],
  ['a browser that ends fullscreen', tv => tv.evaluate(() => document.exitFullscreen())],
]
const RETURNS: [name: string, press: (tv: Page) => Promise<void>][] = [
  ['key', tv => tv.keyboard.press('Enter')],
  ['click', tv => tv.mouse.click(300, 300)],
]

for (const [name, end] of ENDS) {
  test(`after ${name} the picture goes on, and the next key or click fills the screen`, {
    tag: '@waits',
  }, async ({ browser, clinic, desk }) => {
    await register(desk, 'ALI')
    const tv = await aDisplay(browser, clinic)
    for (const [, press] of RETURNS) {
      await expect.poll(() => isFilled(tv)).toBe(true)
      await expect(exitButton(tv)).toBeHidden()
      await end(tv)
      await expect.poll(() => isFilled(tv)).toBe(false)
      await expect(exitButton(tv)).toBeVisible()
      await press(tv)
    }
    await expect.poll(() => isFilled(tv)).toBe(true)
    await end(tv)
    await call(desk, 1)
    await expect(tv.locator('.overlay__name')).toHaveText('ALI')
    expect((await tv.request.get('/api/auth/me')).status()).toBe(200)
  })
}

const NOT_FILLING: [name: string, press: (tv: Page) => Promise<void>][] = [
  ['Escape', tv => tv.keyboard.press('Escape')],
  ['Alt', tv => tv.keyboard.press('Alt')],
  ['Exit Fullscreen', pressExit],
]

for (const [name, press] of NOT_FILLING) {
  test(`${name} right after a reload does not fill the screen again`, async ({
    browser,
    clinic,
  }) => {
    const tv = await aDisplay(browser, clinic)
    await tv.reload()
    await waitForHydration(tv, 'SessionTv')
    await tv.evaluate(() => {
      document.documentElement.requestFullscreen = async () => {
        document.body.dataset.filled = 'yes'
      }
    })
    await press(tv)
    await expect(name === 'Exit Fullscreen' ? loginButton(tv) : exitButton(tv)).toBeVisible()
    expect(await tv.locator('body').getAttribute('data-filled')).toBe(null)
  })
}

test('after a reload any key fills the screen and lets it sound', async ({ browser, clinic }) => {
  const tv = await aDisplay(browser, clinic)
  await tv.reload()
  await waitForHydration(tv, 'SessionTv')
  await expect(tv.getByText('Press OK on the remote for sound')).toBeVisible()
  await tv.keyboard.press('Enter')
  await expect(tv.getByText('Press OK on the remote for sound')).toHaveCount(0)
  await expect.poll(() => tv.evaluate(() => document.fullscreenElement !== null)).toBe(true)
})

test('without a network the display is left, and its session ends later', async ({
  browser,
  clinic,
}) => {
  const tv = await aDisplay(browser, clinic)
  await tv.context().setOffline(true)
  await pressExit(tv)
  await expect(loginButton(tv)).toBeVisible()
  await expect(tv.locator('.toast')).toContainText('Logout Failed')
  await tv.context().setOffline(false)
  await tv.goto('/')
  await expect(loginButton(tv)).toBeVisible()
  expect((await tv.request.get('/api/auth/me')).status()).toBe(401)
})

test('no picture is shown before the server has made it a display; a lost response is repeated', async ({
  browser,
  clinic,
}) => {
  const tv = await aReadyTv(browser, clinic)
  const answers: ((isLost: boolean) => Promise<void>)[] = []
  await tv.route('**/api/auth/display', route => {
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
  expect(await mayWork(tv)).toBe(403)
  await expect(picture(tv)).toHaveCount(0)
  await expect.poll(() => answers.length).toBe(2)
  await answers[1]?.(false)
  await expect(picture(tv)).toBeVisible()
})

test('a refusal is said, and the TV may be started again', async ({ browser, clinic }) => {
  const tv = await aReadyTv(browser, clinic)
  const error = 'Nothing was saved: the disk is full.'
  await tv.route('**/api/auth/display', route => route.fulfill({ status: 507, json: { error } }))
  await startButton(tv).click()
  await expect(readyDialog(tv)).toContainText(error)
  await expect(picture(tv)).toHaveCount(0)
  await tv.unroute('**/api/auth/display')
  await startButton(tv).click()
  await expect(picture(tv)).toBeVisible()
})

test('Cancel without a network stays where it is, and says so', async ({ browser, clinic }) => {
  const tv = await aReadyTv(browser, clinic)
  await tv.context().setOffline(true)
  await tv.keyboard.press('Escape')
  await expect(readyDialog(tv)).toContainText('The server cannot be reached.')
  for (let more = 0; more < 2; more++) await tv.keyboard.press('Escape')
  await expect(startButton(tv)).toBeVisible()
  await tv.context().setOffline(false)
  await readyDialog(tv).getByRole('button', { name: 'Cancel' }).click()
  await expect(tv.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

for (const isLive of [true, false]) {
  test(`another tab of that browser shows no patient any more, live: ${isLive}`, async ({
    browser,
    clinic,
    desk,
  }) => {
    await register(desk, 'ALI')
    const tv = await aReadyTv(browser, clinic)
    const tab = await tv.context().newPage()
    if (!isLive) {
      await tab.routeWebSocket('**/engine.io/**', socket => socket.close())
      for (const url of ['**/engine.io/**', '**/api/events']) {
        await tab.route(url, route => route.abort())
      }
    }
    await openScreen(tab, '/queue', 'QueueScreen')
    if (isLive) await waitForLive(tab)
    await expect(tab.locator('body')).toContainText('ALI')
    await tv.bringToFront()
    await startButton(tv).click()
    await expect(picture(tv)).toBeVisible()
    await tab.bringToFront()
    await expect(picture(tab)).toBeVisible()
    await expect(tab.locator('body')).not.toContainText('ALI')
  })
}

test('a session that ends while the TV asks leads to the login page', async ({
  browser,
  clinic,
}) => {
  const tv = await aReadyTv(browser, clinic)
  await tv.request.post('/api/auth/logout')
  await startButton(tv).click()
  await expect(loginButton(tv)).toBeVisible()
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
