import type { Page } from 'playwright'
import type { View } from '../checks/expected-view.ts'
import type { RecordedWrite } from '../recorded-write.ts'
import type { Reception } from './desk-actor.ts'
import { collectPageErrors } from './page-errors.ts'
import { recordPageWrites } from './page-writes.ts'

export async function openPageReception(
  name: string,
  page: Page,
  onWrite: (write: RecordedWrite) => void,
): Promise<Reception> {
  const consoleErrors = collectPageErrors(page)
  recordPageWrites(page, onWrite)
  await page.goto('/register')
  await page.locator('[data-island=RegisterScreen][data-awake]').waitFor()
  const field = page.getByLabel('Patient Name')

  return {
    name,
    consoleErrors,
    outbox: () =>
      page.evaluate(() => {
        const isWaiting = document.querySelector('.pending__row[data-state=waiting]') !== null
        const isStopped = document.querySelector('.pending__row[data-state=stopped]') !== null
        return { isSending: isWaiting && !isStopped, isStopped }
      }),
    async register(patient, isPriority) {
      await field.fill(patient)
      if (isPriority) {
        await page.getByLabel('Priority Patient').check()
        await page.getByLabel('Priority Reason').fill('FEVER')
      }
      await field.press('Enter')
    },
    // It may have been sent meanwhile, because the page retries by itself.
    retry: () =>
      page.evaluate(() => document.querySelector<HTMLButtonElement>('.pending > button')?.click()),
    getView: () => page.evaluate(readRegister),
  }
}

/** Runs in the page. */
function readRegister(): View {
  const texts = (selector: string) =>
    Array.from(document.querySelectorAll(selector), element => element.textContent ?? '')
  const numbers = texts('.recent__number')
  return {
    'next number': texts('.next-number__value'),
    'total registered': texts('.stat__value'),
    'recent registrations': texts('.recent__name').map((name, n) => `${numbers[n]} ${name}`),
  }
}
