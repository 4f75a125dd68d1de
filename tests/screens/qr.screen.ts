import type { Browser, Page } from 'playwright/test'
import { findings } from '../support/axe.ts'
import {
  ADMIN,
  awake,
  expect,
  listenForTrouble,
  type RunningClinic,
  register,
  test,
} from '../support/screen.ts'

type Options = Parameters<Browser['newContext']>[0]
const PHONE: Options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A browser of its own, signed out. */
async function aBrowser(browser: Browser, clinic: RunningClinic, options: Options = {}) {
  const context = await browser.newContext({ baseURL: clinic.url, ...options })
  const page = await context.newPage()
  return { page, troubles: listenForTrouble(page) }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Login with QR Code' })

/** Opens the dialog on a login page; answers what its QR code holds, as a phone on this machine opens it. */
async function showQr(tv: Page) {
  await tv.goto('/')
  await awake(tv, 'LoginCard')
  const made = tv.waitForResponse('**/api/qr/init')
  await tv.getByRole('button', { name: 'Login with QR Code' }).click()
  const { qrUrl } = await (await made).json()
  await expect(dialogOf(tv).getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect(dialogOf(tv)).toContainText(/Expires in [45]:\d\d/)
  return new URL(qrUrl).pathname
}

async function authorize(phone: Page, path: string) {
  await phone.goto(path)
  await awake(phone, 'PhoneSignIn')
  await phone.getByLabel('Username').fill(ADMIN.username)
  await phone.getByLabel('Password').fill(ADMIN.password)
  await phone.getByRole('button', { name: 'Next' }).click()
  await expect(phone.getByRole('heading', { name: 'TV Verification Code' })).toBeVisible()
  await expect(phone.getByText('Authorized as: admin')).toBeVisible()
}

const codeOn = async (page: Page) => (await page.locator('.own-code').textContent()) ?? ''
const tvField = (tv: Page) => tv.getByLabel('Enter the 6-digit code displayed on your phone')
const phoneField = (phone: Page) =>
  phone.getByLabel('Enter the 4-6 digit code displayed on the TV screen')
const wrong = (...codes: string[]) => (codes.includes('111111') ? '222222' : '111111')

async function isSignedIn(tv: Page) {
  await expect(tv.getByRole('dialog', { name: 'TV Display Ready' })).toBeVisible()
  await expect(tv.locator('.toast')).toContainText('QR Login Success')
  expect(new URL(tv.url()).pathname + new URL(tv.url()).search).toBe('/')
}

test('the code of the phone is typed on the TV, and the TV is ready; the phone is done too', async ({
  browser,
  clinic,
}) => {
  const { page: tv, troubles } = await aBrowser(browser, clinic)
  const { page: phone, troubles: phoneTroubles } = await aBrowser(browser, clinic, PHONE)
  const path = await showQr(tv)
  await expect(dialogOf(tv).getByRole('listitem')).toHaveText([
    'Scan the QR code with your phone camera',
    'Log in on the page that opens',
    'The system redirects automatically',
  ])
  const size = await tv.locator('.qr-code').boundingBox()
  expect([size?.width, size?.height]).toEqual([200, 200])

  await authorize(phone, path)
  await expect(tv.locator('.toast')).toContainText('Waiting for final confirmation...')
  await expect(dialogOf(tv)).toContainText('Authorization Success!')
  await expect(tvField(tv)).toBeFocused()
  await tv.keyboard.type(`x${await codeOn(phone)}9`)
  await expect(tvField(tv)).toHaveValue(await codeOn(phone))
  await tv.keyboard.press('Enter')
  await isSignedIn(tv)
  await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
  await expect(phone.getByText('You can close this page')).toBeVisible()
  expect((await phone.request.get(`${clinic.url}/api/auth/me`)).status()).toBe(401)
  expect([...troubles, ...phoneTroubles]).toEqual([])
})

test('the code of the TV is typed on the phone, and the TV is ready by itself', async ({
  browser,
  clinic,
}) => {
  const { page: tv, troubles } = await aBrowser(browser, clinic)
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  await authorize(phone, await showQr(tv))
  await expect(dialogOf(tv)).toContainText('Or type this code on your phone: ')
  await phoneField(phone).fill(await codeOn(tv))
  await phone.getByRole('button', { name: 'Complete Login' }).click()
  await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
  await isSignedIn(tv)
  expect(troubles).toEqual([])
  await tv.reload()
  await expect(tv.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

for (const side of ['TV', 'phone']) {
  test(`without any live connection it works by asking, finished on the ${side}`, async ({
    browser,
    clinic,
  }) => {
    const { page: tv } = await aBrowser(browser, clinic)
    await tv.routeWebSocket('**/engine.io/**', socket => socket.close())
    await tv.route('**/engine.io/**', route => route.abort())
    const { page: phone } = await aBrowser(browser, clinic, PHONE)
    await authorize(phone, await showQr(tv))
    await expect(dialogOf(tv)).toContainText('Authorization Success!')
    const [field, other] = side === 'TV' ? [tvField(tv), phone] : [phoneField(phone), tv]
    await field.fill(await codeOn(other))
    await field.press('Enter')
    await isSignedIn(tv)
    await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
  })
}

test('either page may be loaded anew in the middle, and goes on', async ({ browser, clinic }) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  const path = await showQr(tv)
  await tv.reload()
  await expect(dialogOf(tv).getByRole('img', { name: 'QR code' })).toBeVisible()
  await authorize(phone, path)
  await expect(dialogOf(tv)).toContainText('Authorization Success!')

  const [onTv, onPhone] = [await codeOn(tv), await codeOn(phone)]
  await phone.reload()
  await tv.reload()
  await expect(phone.getByText('Authorized as: admin')).toBeVisible()
  await expect(tv.locator('.own-code')).toHaveText(onTv)
  await expect(phone.locator('.own-code')).toHaveText(onPhone)
  await phoneField(phone).fill(onTv)
  await phone.keyboard.press('Enter')
  await isSignedIn(tv)
})

test('wrong codes and passwords are said where they were typed; five codes end it for both', async ({
  browser,
  clinic,
}) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  const path = await showQr(tv)
  await phone.goto(path)
  await awake(phone, 'PhoneSignIn')
  const next = phone.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(phone.getByText('Username is required')).toBeVisible()
  await expect(phone.getByLabel('Username')).toBeFocused()
  await phone.getByLabel('Username').fill('admin')
  await next.click()
  await expect(phone.getByText('Password is required')).toBeVisible()
  await phone.getByLabel('Password').fill('wrong')
  await next.click()
  await expect(phone.locator('.alert')).toHaveText('Invalid username or password')
  await expect(phone.locator('.toast--destructive')).toContainText('Authorization Failed')

  await authorize(phone, path)
  const no = wrong(await codeOn(phone), await codeOn(tv))
  const complete = phone.getByRole('button', { name: 'Complete Login' })
  await phoneField(phone).fill('123')
  await complete.click()
  await expect(phone.locator('.alert')).toHaveText(
    'TV verification code must be at least 4 characters',
  )
  const verify = dialogOf(tv).getByRole('button', { name: 'Verify' })
  await tvField(tv).fill('12345')
  await verify.click()
  await expect(tv.locator('.toast--destructive')).toContainText('Code Incomplete')
  await expect(dialogOf(tv).getByRole('alert')).toHaveText(
    'Please enter 6-digit code from your phone',
  )

  for (let n = 1; n <= 4; n++) {
    await tvField(tv).fill(no)
    await verify.click()
    await expect(tv.locator('.toast--destructive')).toContainText('Verification Failed')
    await expect(dialogOf(tv).getByRole('alert')).toHaveText('Invalid verification code')
    await expect(tvField(tv)).toHaveValue('')
  }
  await phoneField(phone).fill(no)
  await complete.click()
  await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible()
  await expect(phone.locator('.toast--destructive')).toContainText(
    'QR session has expired. Please generate a new QR code.',
  )
  await expect(dialogOf(tv)).toContainText('QR Code Expired')
  await expect(tv.locator('.toast')).toContainText('Please generate new QR code')
})

test('one wrong code on the phone leaves it a second try', async ({ browser, clinic }) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  await authorize(phone, await showQr(tv))
  await phoneField(phone).fill(wrong(await codeOn(phone), await codeOn(tv)))
  await phone.keyboard.press('Enter')
  await expect(phone.locator('.alert')).toHaveText('Invalid TV verification code')
  await expect(phone.locator('.toast--destructive')).toContainText('Verification Failed')
  await phoneField(phone).fill(await codeOn(tv))
  await phone.keyboard.press('Enter')
  await isSignedIn(tv)
})

test('a QR code that runs out says so, and closing starts all over', async ({
  browser,
  clinic,
}) => {
  const { page: tv } = await aBrowser(browser, clinic)
  await tv.clock.install()
  const path = await showQr(tv)
  await tv.clock.fastForward('05:00')
  const dialog = dialogOf(tv)
  await expect(dialog).toContainText('QR Code Expired')
  await expect(dialog).toContainText('Please close and try again to generate new QR code')
  await dialog.getByText('Close', { exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(tv.getByRole('button', { name: 'Login with QR Code' })).toBeFocused()
  await tv.reload()
  await awake(tv, 'LoginCard')
  await expect(dialog).toHaveCount(0)
  expect(await showQr(tv)).not.toBe(path)
})

test('closing the dialog ends its live connection', async ({ browser, clinic }) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const connected = tv.waitForEvent('websocket')
  await showQr(tv)
  const socket = await connected
  await tv.keyboard.press('Escape')
  await expect(dialogOf(tv)).toHaveCount(0)
  await expect.poll(() => socket.isClosed()).toBe(true)
})

test('a QR code that cannot be made closes the dialog, and the reason is said', async ({
  browser,
  clinic,
}) => {
  const { page: tv } = await aBrowser(browser, clinic)
  await tv.route('**/api/qr/init', route => route.fulfill({ status: 500, body: '' }))
  await tv.goto('/')
  await awake(tv, 'LoginCard')
  await tv.getByRole('button', { name: 'Login with QR Code' }).click()
  await expect(tv.locator('.toast--destructive')).toContainText('QR Code Failed')
  await expect(tv.locator('.toast')).toContainText('Failed to generate QR code')
  await expect(dialogOf(tv)).toHaveCount(0)
})

test('two TVs at once: each is signed in by its own phone alone', async ({ browser, clinic }) => {
  const [hall, ward] = [await aBrowser(browser, clinic), await aBrowser(browser, clinic)]
  const phone = await aBrowser(browser, clinic, PHONE)
  const path = await showQr(hall.page)
  await showQr(ward.page)
  await authorize(phone.page, path)
  await phoneField(phone.page).fill(await codeOn(hall.page))
  await phone.page.keyboard.press('Enter')
  await isSignedIn(hall.page)
  await expect(dialogOf(ward.page).getByRole('img', { name: 'QR code' })).toBeVisible()
})

test('whoever only knows the address gets nothing', async ({ browser, clinic }) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  const { page: stranger } = await aBrowser(browser, clinic)
  const path = await showQr(tv)
  await stranger.goto(path)
  await awake(stranger, 'PhoneSignIn')
  await authorize(phone, path)
  const qr = path.replace('/qr-auth', `${clinic.url}/api/qr`)
  const data = { tvVerifier: await codeOn(tv) }
  const answers = [
    await stranger.request.get(`${qr}/status`),
    await stranger.request.post(`${qr}/finalize`, { data }),
    await stranger.request.post(`${qr}/claim`),
  ]
  expect(answers.map(answer => answer.status())).toEqual([403, 403, 403])
  await phoneField(phone).fill(data.tvVerifier)
  await phone.keyboard.press('Enter')
  await isSignedIn(tv)
  await stranger.goto('/')
  await expect(stranger.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
})

test('the page of the phone is found behind a hash too, signed in or not', async ({
  browser,
  clinic,
  desk,
}) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  const path = await showQr(tv)
  for (const page of [phone, desk]) {
    await page.goto(`/#${path}`)
    await awake(page, 'PhoneSignIn')
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(path)
    await expect(page.getByRole('heading', { name: 'QR Login' })).toBeVisible()
    await expect(page.getByText('Clinic Calling System')).toBeVisible()
    await expect(page.locator('.phone__debug')).toHaveText(
      `v0.1.0Session: ${path.split('/')[2]}Step: login`,
    )
  }
  await register(desk, clinic, 'ALI')
  await desk.goto('/queue')
  await awake(desk, 'QueueBoard')
  await desk.evaluate(hash => {
    location.hash = hash
  }, path)
  await awake(desk, 'PhoneSignIn')
})

test('a page without a session, or with one that is over, asks for no password', async ({
  browser,
  clinic,
}) => {
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  for (const path of ['/qr-auth', '/#/qr-auth/']) {
    await phone.goto(path)
    await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible()
    await expect(phone.getByText('Invalid QR session. No sessionId received.')).toBeVisible()
  }
  await phone.goto(`/qr-auth/${'a'.repeat(32)}`)
  await awake(phone, 'PhoneSignIn')
  await expect(phone.getByLabel('Password')).toHaveCount(0)
  await expect(
    phone.getByText('This QR session has expired. Please generate a new QR code from the TV.'),
  ).toBeVisible()
  await phone.getByRole('button', { name: 'Close' }).click()
  await expect(phone.getByText('You can close this page')).toBeVisible()
})

test('a tab that a script has opened closes itself three seconds after success', async ({
  browser,
  clinic,
}) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const { page: opener } = await aBrowser(browser, clinic, PHONE)
  const path = await showQr(tv)
  await opener.goto('/qr-auth')
  const opened = opener.waitForEvent('popup')
  await opener.evaluate(address => void window.open(address), path)
  const phone = await opened
  await authorize(phone, path)
  await phoneField(phone).fill(await codeOn(tv))
  await Promise.all([phone.waitForEvent('close'), phone.keyboard.press('Enter')])
})

test('the login page stays light until the dialog is opened', async ({ browser, clinic }) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const scripts: string[] = []
  tv.on('response', answer => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.url())
  })
  await tv.goto('/')
  await awake(tv, 'LoginCard')
  const before = scripts.length
  await showQr(tv)
  const late = scripts.slice(before).filter(url => !scripts.slice(0, before).includes(url))
  expect(late.join()).toMatch(/QrSignIn.*/)
  expect(late.length).toBeGreaterThanOrEqual(3)
})

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing on either side, ${theme}`, async ({ browser, clinic }) => {
    const { page: tv } = await aBrowser(browser, clinic)
    const { page: phone } = await aBrowser(browser, clinic, PHONE)
    for (const page of [tv, phone]) {
      await page.addInitScript(chosen => localStorage.setItem('ui-theme', chosen), theme)
    }
    const path = await showQr(tv)
    expect(await findings(tv)).toEqual([])
    await phone.goto(path)
    await awake(phone, 'PhoneSignIn')
    await phone.getByRole('button', { name: 'Next' }).click()
    expect(await findings(phone)).toEqual([])
    await authorize(phone, path)
    await phone.getByRole('button', { name: 'Complete Login' }).click()
    await expect(phone.locator('.alert')).toBeVisible()
    expect(await findings(phone)).toEqual([])
    await expect(dialogOf(tv)).toContainText('Authorization Success!')
    await dialogOf(tv).getByRole('button', { name: 'Verify' }).click()
    await expect(dialogOf(tv).getByRole('alert')).toBeVisible()
    expect(await findings(tv)).toEqual([])

    for (let n = 1; n <= 5; n++) {
      await phoneField(phone).fill(wrong(await codeOn(tv)))
      const answered = phone.waitForResponse('**/finalize')
      await phone.getByRole('button', { name: 'Complete Login' }).click()
      await answered
    }
    await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible()
    await expect(dialogOf(tv)).toContainText('QR Code Expired')
    expect(await findings(phone)).toEqual([])
    expect(await findings(tv)).toEqual([])
  })
}

test('on a phone every control is large enough for a finger, and no field zooms in', async ({
  browser,
  clinic,
}) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  const path = await showQr(tv)
  await phone.goto(path)
  await awake(phone, 'PhoneSignIn')
  const check = () =>
    phone.locator('.phone input, .phone button').evaluateAll(controls =>
      controls.map(control => ({
        isTall: control.getBoundingClientRect().height >= 44,
        isReadable: Number.parseFloat(getComputedStyle(control).fontSize) >= 16,
      })),
    )
  const good = { isTall: true, isReadable: true }
  expect(await check()).toEqual([good, good, good])
  await authorize(phone, path)
  expect(await check()).toEqual([good, good])
  const isTooWide = await phone.evaluate(() => document.body.scrollWidth > innerWidth)
  expect(isTooWide).toBe(false)
})
