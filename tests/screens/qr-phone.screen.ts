import { findings } from '../support/axe.ts'
import {
  aBrowser,
  aTvAndAPhone,
  authorize,
  codeOn,
  dialogOf,
  PHONE,
  phoneField,
  showQr,
  wrong,
} from '../support/qr-screens.ts'
import { awake, expect, register, test } from '../support/screen.ts'

test('the page of the phone is found behind a hash too, signed in or not', async ({
  browser,
  clinic,
  desk,
}) => {
  const { tv, phone } = await aTvAndAPhone(browser, clinic)
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
  await awake(desk, 'QueueScreen')
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

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing on either side, ${theme}`, async ({ browser, clinic }) => {
    const { tv, phone } = await aTvAndAPhone(browser, clinic)
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
  const { tv, phone } = await aTvAndAPhone(browser, clinic)
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
