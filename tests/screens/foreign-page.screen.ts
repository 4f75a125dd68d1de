import {
  button,
  call,
  card,
  changeStatus,
  expect,
  openScreen,
  type Page,
  register,
  waitForLive,
} from '../support/screens/fixtures.ts'
import { getPatientList, openQueue } from '../support/screens/queue.ts'
import { getTicketPath, headline, openPhone, turnTicketsOn } from '../support/screens/tickets.ts'
import { disturbPage, translatePage } from '../support/screens/translator.ts'
import { test } from '../support/screens/tv-fixtures.ts'

for (const isObedient of [true, false]) {
  const how = isObedient ? 'that leaves data alone' : 'that heeds nothing'

  test(`the Queue goes on under a translator ${how}`, async ({ desk }) => {
    await register(desk, 'ALI', 'MEI', 'SITI')
    await openQueue(desk)
    await waitForLive(desk)
    await translatePage(desk, { isObedient })
    await call(desk, 1, 2)
    await expect(desk.locator('.room-now')).toContainText('ALI')
    await expect(desk.locator('.room-now').locator('.patient-number')).toContainText('001')
    await expect(desk.locator('.next-patient')).toContainText('MEI')
    await desk.locator('.own-room__next').click()
    await expect(desk.locator('.room-now')).toContainText('MEI')
    await expect(desk.locator('.room-now')).not.toContainText('ALI')
    await expect(desk.locator('.next-patient')).toContainText('SITI')
    await expect(desk.locator('.next-patient')).not.toContainText('MEI')
    await changeStatus(desk, 2, { status: 'requeue', requeueReason: 'XRAY' })
    await expect(desk.locator('.room-now')).toContainText('This room is free')
    await register(desk, 'B')
    await expect(card(desk, 'B')).toContainText('004')
    await expect(getPatientList(desk, 'Next')).toContainText('SITI')
  })

  test(`Register, Settings and the Dashboard go on under a translator ${how}`, async ({ desk }) => {
    await openScreen(desk, '/register', 'RegisterScreen')
    await translatePage(desk, { isObedient })
    for (const [name, next] of [
      ['ALI', '002'],
      ['MEI', '003'],
    ] as const) {
      await desk.locator('form input').first().fill(name)
      await desk.keyboard.press('Enter')
      await expect(desk.locator('.next-number__value')).toContainText(next)
      await expect(desk.locator('.ticket-panel')).toContainText(name)
      await expect(desk.locator('.recent')).toContainText(name)
    }
    await expect(desk.locator('.ticket-panel')).not.toContainText('ALI')

    await openScreen(desk, '/', 'DashboardScreen')
    await waitForLive(desk)
    await translatePage(desk, { isObedient })
    await call(desk, 1, 2)
    await expect(desk.locator('.clinic-now__rooms')).toContainText('001')
    await call(desk, 2, 3)
    await expect(desk.locator('.clinic-now__rooms')).toContainText('MEI')

    await openScreen(desk, '/settings', 'SettingsScreen')
    await translatePage(desk, { isObedient })
    await desk.locator('a[href="/settings/queue"], a[href*="queue"]').last().click()
    await desk.locator('a[href="/settings/information"], a[href*="information"]').last().click()
    await expect(desk.locator('h2').first()).toBeVisible()
  })
}

test('a TV and a ticket say not to be translated, and follow calls if they are', async ({
  desk,
  tv,
  openTv,
  clinic,
  browser,
}) => {
  await turnTicketsOn(desk)
  await register(desk, 'ALI', 'MEI')
  await openTv()
  const phone = await openPhone(browser, clinic, { path: await getTicketPath(desk, 2) })
  for (const page of [tv, phone]) {
    await expect(page.locator('html')).toHaveAttribute('translate', 'no')
    await expect(page.locator('meta[name=google]')).toHaveAttribute('content', 'notranslate')
    await translatePage(page, { isObedient: false })
  }
  await call(desk, 1, 2)
  await expect(tv.locator('.stage__name')).toContainText('ALI')
  await call(desk, 2, 3)
  await expect(tv.locator('.stage__name')).toContainText('MEI')
  await expect(tv.locator('.stage__name')).not.toContainText('ALI')
  await expect(tv.locator('.stage__call')).toContainText('002')
  await expect(tv.locator('.stage__call')).not.toContainText('001')
  await expect(headline(phone)).toContainText('Room 2')
})

test('nodes that an extension has moved or removed stop no screen', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI', 'SITI', 'B')
  await openQueue(desk)
  await waitForLive(desk)
  const isEmpty = async (page: Page, name: string) => expect(card(page, name)).toHaveCount(0)
  await disturbPage(desk, '.patient-row .patient-name, .patient-row, .next-patient', 'wrap')
  await call(desk, 1, 2)
  await expect(desk.locator('.room-now')).toContainText('ALI')
  await changeStatus(desk, 1, { status: 'completed' })
  await isEmpty(desk, 'ALI')
  await disturbPage(
    desk,
    '.patient-row__facts, .patient-list:last-of-type .patient-row:last-child',
    'remove',
  )
  await button(desk, 'MEI', 'Call').click()
  await expect(desk.locator('.room-now')).toContainText('MEI')
  await expect(desk.locator('.next-patient')).toContainText('SITI')
})

test('the login page signs in under a translator', async ({ browser, clinic }) => {
  const page = await (await browser.newContext({ baseURL: clinic.url })).newPage()
  await page.goto('/')
  await expect(page.locator('[data-island=LoginCard]')).toHaveAttribute('data-awake', '')
  await translatePage(page)
  await page.locator('[type=submit]').click()
  await expect(page.locator('.field__problem').first()).toBeVisible()
  await page.locator('[name=username]').fill('admin')
  await page.locator('[name=password]').fill('wrong')
  await page.locator('[type=submit]').click()
  await expect(page.locator('.alert')).toBeVisible()
})
