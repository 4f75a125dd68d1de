import { getWrongCode } from '../../support/samples.ts'
import { expect, test } from '../../support/screens/fixtures.ts'
import {
  authorize,
  expectSignedIn,
  getQrDialog,
  openSignedOutPage,
  openTvAndPhone,
  PHONE,
  phoneField,
  readCode,
  showQr,
  tvField,
} from '../../support/screens/qr.ts'

test("the phone's code is typed on the TV, and both are done", async ({ browser, clinic }) => {
  const { page: tv, consoleErrors } = await openSignedOutPage(browser, clinic)
  const { page: phone, consoleErrors: phoneConsoleErrors } = await openSignedOutPage(
    browser,
    clinic,
    PHONE,
  )
  const path = await showQr(tv)
  await expect(getQrDialog(tv).getByRole('listitem')).toHaveText([
    'Scan the QR code with your phone camera',
    'Log in on the page that opens',
    'The system redirects automatically',
  ])
  const size = await tv.locator('.qr-code').boundingBox()
  expect([size?.width, size?.height]).toEqual([200, 200])

  await authorize(phone, path)
  await expect(tv.locator('.toast')).toContainText('Waiting for final confirmation...')
  await expect(getQrDialog(tv)).toContainText('Authorization Success!')
  await expect(tvField(tv)).toBeFocused()
  await tv.keyboard.type(`x${await readCode(phone)}9`)
  await expect(tvField(tv)).toHaveValue(await readCode(phone))
  await tv.keyboard.press('Enter')
  await expectSignedIn(tv)
  await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
  await expect(phone.getByText('You can close this page')).toBeVisible()
  expect((await phone.request.get('/api/auth/me')).status()).toBe(401)
  expect([...consoleErrors, ...phoneConsoleErrors]).toEqual([])
})

test('without a live connection TV and phone poll', { tag: '@waits' }, async ({
  browser,
  clinic,
}) => {
  const { page: tv } = await openSignedOutPage(browser, clinic)
  await tv.routeWebSocket('**/engine.io/**', socket => socket.close())
  await tv.route('**/engine.io/**', route => route.abort())
  const { page: phone } = await openSignedOutPage(browser, clinic, PHONE)
  await authorize(phone, await showQr(tv))
  await expect(getQrDialog(tv)).toContainText('Authorization Success!')
  await tvField(tv).fill(await readCode(phone))
  await tvField(tv).press('Enter')
  await expectSignedIn(tv)
  await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
})

test("the TV's code is typed on the phone, over reloads", async ({ browser, clinic }) => {
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  const path = await showQr(tv)
  await tv.reload()
  await expect(getQrDialog(tv).getByRole('img', { name: 'QR code' })).toBeVisible()
  await authorize(phone, path)
  await expect(getQrDialog(tv)).toContainText('Or type this code on your phone: ')

  const [onTv, onPhone] = [await readCode(tv), await readCode(phone)]
  await phoneField(phone).fill(getWrongCode(onTv, onPhone))
  await phone.keyboard.press('Enter')
  await expect(phone.locator('.alert')).toHaveText('Invalid TV verification code')
  await expect(phone.locator('.toast--destructive')).toContainText('Verification Failed')
  await phone.reload()
  await tv.reload()
  await expect(phone.getByText('Authorized as: admin')).toBeVisible()
  await expect(tv.locator('.code-box strong')).toHaveText(onTv)
  await expect(phone.locator('.code-box strong')).toHaveText(onPhone)
  await phoneField(phone).fill(onTv)
  await phone.getByRole('button', { name: 'Complete Login' }).click()
  await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
  await expectSignedIn(tv)
  await tv.reload()
  await expect(tv.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})
