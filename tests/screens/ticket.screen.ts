import { findAccessibilityViolations } from '../support/browser/axe.ts'
import {
  call,
  choose,
  expect,
  OWN_PROCESS,
  openScreen,
  register,
  stopClock,
  test,
} from '../support/screens/fixtures.ts'
import {
  getTicketPath,
  headline,
  letItAsk,
  measureInk,
  openPhone,
  readQrCode,
  readSignals,
  turnTicketsOn,
} from '../support/screens/tickets.ts'
import { settingsBody } from '../support/settings.ts'

const ROOM = { one: 2, two: 3 }
const CALLED = [
  'vibrate 500,200,500,200,500,200,500',
  ...[660, 880, 1100, 660, 880, 1100].map(toTone),
]
const NEXT = ['vibrate 200,150,200', ...[660, 660].map(toTone)]

function toTone(frequency: number) {
  return `tone ${frequency}`
}

test("the code leads a phone to its ticket's steps", async ({ desk, clinic, browser }) => {
  await turnTicketsOn(desk)
  await register(desk, 'ALI')
  await openScreen(desk, '/register', 'RegisterScreen')
  await desk.keyboard.type('siti')
  await desk.keyboard.press('Enter')
  const code = desk.getByRole('img', { name: 'Ticket of #002' })
  await expect(code).toBeVisible()
  const path = new URL(await readQrCode(code)).pathname
  const phone = await openPhone(browser, clinic, { path })
  await expect(phone.locator('.ticket__digits')).toHaveText('002')
  await expect(headline(phone)).toHaveText('1 person before you')
  await expect(phone.locator('.ticket__last')).toBeHidden()

  await phone.getByRole('button', { name: 'Notify me when it is my turn' }).click()
  await expect(phone.getByText('This phone tells you.')).toBeVisible()
  expect(await readSignals(phone)).toEqual(['vibrate 100', 'tone 660'])

  await call(desk, 1)
  await letItAsk(phone)
  await expect(headline(phone)).toHaveText('You are next')
  await expect(phone.locator('.ticket__last')).toHaveText('Last called001 · Room 1')
  expect(await readSignals(phone)).toEqual(NEXT)
  await letItAsk(phone)
  expect(await readSignals(phone)).toEqual([])

  await call(desk, 2, ROOM.two)
  await letItAsk(phone)
  await expect(headline(phone)).toHaveText('Please go to Room 2')
  expect(await readSignals(phone)).toEqual(CALLED)
  await phone.clock.runFor(1_000)
  await expect(phone).toHaveTitle('Please go to Room 2')
  await phone.clock.runFor(1_000)
  await expect(phone).toHaveTitle(/^002 · /)
  await letItAsk(phone)
  expect(await readSignals(phone)).toEqual([])

  await call(desk, 2, ROOM.two)
  await letItAsk(phone)
  await expect.poll(() => readSignals(phone)).toEqual(CALLED)

  const url = '/api/patients/2/status'
  await desk.request.patch(url, { data: { status: 'completed' } })
  await letItAsk(phone)
  await expect(headline(phone)).toHaveText('Finished. Thank you.')
  await desk.request.delete('/api/patients/2')
  await letItAsk(phone)
  await expect(headline(phone)).toHaveText(
    'We could not find this ticket. Please ask at the counter.',
  )
})

test.describe('with a process of its own', () => {
  test.use(OWN_PROCESS)

  test('a phone says when nobody answers, and recovers', async ({ desk, clinic, browser }) => {
    await turnTicketsOn(desk)
    await register(desk, 'ALI')
    const path = await getTicketPath(desk, 1)
    const phone = await openPhone(browser, clinic, { path })
    const stale = phone.locator('.ticket__stale')
    await expect(headline(phone)).toHaveText('You are next')
    await stopClock(phone)
    await letItAsk(phone)
    clinic.pause()
    await phone.clock.runFor(14_000)
    await expect(stale).toBeEmpty()
    // The answers come in real time, so a second that has passed on the phone may be too short.
    const untilItSays = (text: RegExp) =>
      expect(async () => {
        await phone.clock.runFor(1_000)
        expect(await stale.textContent()).toMatch(text)
      }).toPass()
    await untilItSays(/^No connection since \d\d:\d\d$/)
    clinic.resume()
    await untilItSays(/^$/)
  })
})

test('axe finds nothing on a phone in any language', async ({ desk, clinic, browser }) => {
  await turnTicketsOn(desk)
  await register(desk, 'ALI', 'SITI')
  await call(desk, 1)
  for (const [id, locale] of [
    [1, 'en'],
    [1, 'ta'],
    [2, 'ms'],
    [2, 'zh'],
  ] as const) {
    const phone = await openPhone(browser, clinic, { path: await getTicketPath(desk, id), locale })
    await expect(phone.locator('html')).toHaveAttribute('lang', locale)
    for (const colorScheme of ['light', 'dark'] as const) {
      await phone.emulateMedia({ colorScheme })
      expect(await findAccessibilityViolations(phone)).toEqual([])
    }
  }
})

test('without scripts the page of a ticket loads itself anew', async ({
  desk,
  clinic,
  browser,
}) => {
  await turnTicketsOn(desk)
  await register(desk, 'ALI', 'SITI')
  await call(desk, 1)
  const context = await browser.newContext({ baseURL: clinic.url, javaScriptEnabled: false })
  const phone = await context.newPage()
  await phone.goto(await getTicketPath(desk, 2))
  await expect(headline(phone)).toHaveText('You are next')
  await expect(phone.locator('meta[http-equiv=refresh]')).toHaveAttribute('content', '10')
  await expect(phone.getByRole('button')).toHaveCount(0)
})

test("a row's menu shows the ticket again, and none while tickets are off", async ({ desk }) => {
  await register(desk, 'ALI')
  await openScreen(desk, '/queue', 'QueueScreen')
  await desk.getByRole('button', { name: /^More for / }).click()
  await expect(desk.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expect(desk.getByRole('menuitem', { name: 'Ticket' })).toHaveCount(0)
  await desk.keyboard.press('Escape')
  await turnTicketsOn(desk)
  await expect(async () => {
    await choose(desk, 'ALI', 'Ticket')
  }).toPass()
  const dialog = desk.getByRole('dialog', { name: 'Ticket #001' })
  await expect(dialog.getByRole('img', { name: 'Ticket of #001' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})

test('tickets print at once, and the last one again by F9', async ({ context, desk }) => {
  await context.addInitScript(() => {
    window.print = () => {
      const printed = JSON.parse(localStorage.getItem('printed') ?? '[]')
      const number = document.querySelector('.paper__number')?.textContent
      localStorage.setItem('printed', JSON.stringify([...printed, number]))
      if (localStorage.getItem('printer') !== 'off') dispatchEvent(new Event('afterprint'))
    }
  })
  await turnTicketsOn(desk, 'print')
  await desk.clock.install()
  await openScreen(desk, '/register', 'RegisterScreen')
  const readPrinted = () => desk.evaluate(() => JSON.parse(localStorage.getItem('printed') ?? '[]'))
  await desk.keyboard.type('ali')
  await desk.keyboard.press('Enter')
  await expect.poll(readPrinted).toEqual(['001'])
  await expect(desk.locator('iframe')).toHaveCount(0)
  await desk.keyboard.press('F9')
  await expect.poll(readPrinted).toEqual(['001', '001'])
  await desk.keyboard.press('?')
  const keys = desk.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toContainText('F9Print the last ticket again')
  await desk.keyboard.press('Escape')
  await expect(desk.getByLabel('Patient Name')).toHaveValue('')
  await desk.clock.runFor(12_000)
  await expect(desk.locator('.toast', { hasText: 'not printed' })).toHaveCount(0)

  // A printer that does not answer delays nobody, and is named.
  await desk.evaluate(() => localStorage.setItem('printer', 'off'))
  for (const name of ['mei', 'siti']) {
    await desk.keyboard.type(name)
    await desk.keyboard.press('Enter')
  }
  await expect(desk.locator('.ticket-panel')).toContainText('#003')
  await expect(desk.locator('iframe')).toHaveCount(2)
  await desk.clock.runFor(12_000)
  await expect(desk.locator('.toast')).toContainText('Ticket not printed')
  await expect(desk.locator('iframe')).toHaveCount(0)

  const error = 'Phones cannot reach this computer.'
  await desk.route(/\/api\/patients\/\d+\/ticket/, route =>
    route.fulfill({ status: 409, json: { error } }),
  )
  await desk.keyboard.type('abu')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.toast')).toContainText(`Ticket #004 was not printed. ${error}`)
})

test('a printed ticket is as wide as the paper, and its ink as its printer reaches', async ({
  context,
  desk,
}) => {
  await context.addInitScript(() => {
    window.print = () => {
      document.title = 'printed'
    }
  })
  await turnTicketsOn(desk)
  const data = settingsBody({
    ticketText: 'WIR DANKEN FÜR IHRE GEDULD '.repeat(4),
    clinicName: 'POLIKLINIK KELUARGA DAN SURGERI '.repeat(2),
  })
  await desk.request.put('/api/settings', { data })
  await register(desk, 'ALI', 'SITI')
  await call(desk, 2)
  await desk.setViewportSize({ width: 320, height: 480 })
  for (const [paper, points, inkMm] of [
    [80, 227, 72],
    [58, 164, 48],
  ] as const) {
    for (const id of [1, 2]) {
      await desk.goto(`/tickets/${id}?paper=${paper}`)
      await expect(desk).toHaveTitle('printed')
      const isShipped = await desk.evaluate(() =>
        document.fonts.check('9px "Noto Sans Tamil"', 'உ'),
      )
      expect(isShipped).toBe(true)
      const pdf = (await desk.pdf({ preferCSSPageSize: true })).toString('latin1')
      const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
      expect(boxes.map(([, width]) => Math.round(Number(width)))).toEqual([points])
      const mm = await measureInk(desk)
      expect(mm).toBeGreaterThan(inkMm - 12)
      expect(mm).toBeLessThanOrEqual(inkMm)
    }
  }
})

test('Settings says when a phone has opened the test code', async ({ desk, clinic, browser }) => {
  await turnTicketsOn(desk)
  await openScreen(desk, '/settings?section=queue', 'SettingsScreen')
  await expect(desk.getByText('No phone has opened this page yet.')).toBeVisible()
  const path = new URL(await readQrCode(desk.getByRole('img', { name: 'Test code' }))).pathname
  const phone = await browser.newPage({ baseURL: clinic.url })
  await phone.goto(path)
  await expect(headline(phone)).toHaveText('This phone reaches the clinic.')
  await expect(desk.getByText(/A phone has opened this page, \d+ seconds? ago/)).toBeVisible()
})
