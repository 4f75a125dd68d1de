import {
  button,
  call,
  card,
  changeStatus,
  expect,
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
