import type { Page } from 'playwright/test'
import { collectConsoleErrors } from '../support/browser/console-errors.ts'
import { call, card, changeStatus, expect, register } from '../support/screens/fixtures.ts'
import { openQueue } from '../support/screens/queue.ts'
import {
  getTicketPath,
  headline,
  letItAsk,
  openPhone,
  turnTicketsOn,
} from '../support/screens/tickets.ts'
import { test } from '../support/screens/tv-fixtures.ts'

const KUALA_LUMPUR_MS = 8 * 60 * 60_000

/** A device whose tables do not know the clinic's zone. */
function replaceZoneTables() {
  const replace = (options: Intl.DateTimeFormatOptions = {}) => {
    if (!options.timeZone) return options
    throw new RangeError(`Invalid time zone specified: ${options.timeZone}`)
  }
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct: (Format, [locale, options]) => new Format(locale, replace(options)),
    apply: (Format, _, [locale, options]) => new Format(locale, replace(options)),
  })
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    const format = Date.prototype[name]
    Object.assign(Date.prototype, {
      [name](this: Date, locale?: string, options?: Intl.DateTimeFormatOptions) {
        return format.call(this, locale, replace(options))
      },
    })
  }
}

async function expectClock(page: Page, selector: string) {
  await expect(async () => {
    const shown = await page.locator(selector).textContent()
    expect(shown?.slice(0, 5)).toBe(toMinute(new Date().toISOString()))
  }).toPass()
}

function toMinute(instant: string) {
  return new Date(Date.parse(instant) + KUALA_LUMPUR_MS).toISOString().slice(11, 16)
}

test("screens are right on devices whose tables do not know the clinic's zone", async ({
  browser,
  clinic,
  desk,
  tv,
  openTv,
}) => {
  for (const page of [desk, tv]) await page.addInitScript(replaceZoneTables)
  await turnTicketsOn(desk)
  await register(desk, 'ALI')
  await call(desk, 1)
  await openTv()
  await expectClock(tv, '.stage__time')
  const weekday = new Date(Date.now() + KUALA_LUMPUR_MS).getUTCDay()
  await expect(tv.locator('.stage__weekday')).toHaveText(WEEKDAYS[weekday] ?? '')

  await openQueue(desk, '')
  await card(desk, 'ALI').locator('.patient-number').click()
  await expect(desk.locator('.journey time')).toHaveCount(2)
  for (const time of await desk.locator('.journey time').all()) {
    const at = (await time.getAttribute('datetime')) ?? ''
    await expect(time).toHaveText(toMinute(at))
  }

  const phone = await openPhone(browser, clinic, { path: await getTicketPath(desk, 1) })
  const errors = collectConsoleErrors(phone)
  await phone.addInitScript(replaceZoneTables)
  await phone.reload()
  await expect(headline(phone)).toHaveText('Please go to Room 1')
  await changeStatus(desk, 1, { status: 'completed' })
  await letItAsk(phone)
  await expect(headline(phone)).toHaveText('Finished. Thank you.')
  expect(errors).toEqual([])
})

test('a phone that cannot draw an answer shows what the server draws', async ({
  browser,
  clinic,
  desk,
}) => {
  await turnTicketsOn(desk)
  await register(desk, 'ALI')
  await call(desk, 1)
  const phone = await openPhone(browser, clinic, { path: await getTicketPath(desk, 1) })
  await letItAsk(phone)
  await phone.evaluate(() => document.querySelector('[data-text=clock]')?.remove())
  await changeStatus(desk, 1, { status: 'completed' })
  await letItAsk(phone)
  await expect(headline(phone)).toHaveText('Finished. Thank you.')
})

const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']
