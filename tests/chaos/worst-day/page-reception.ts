import type { Page } from 'playwright'
import { listenForTrouble } from '../../support/page-trouble.ts'
import type { Answered, Reception } from './desk.ts'
import { notePageWrites } from './page-writes.ts'
import type { Sight } from './sight.ts'

/** The Register screen in a real browser. */
export async function aPageReception(
  name: string,
  page: Page,
  hear: (answered: Answered) => void,
): Promise<Reception> {
  const troubles = listenForTrouble(page)
  notePageWrites(page, hear)
  await page.goto('/register')
  await page.locator('[data-island=RegisterScreen][data-awake]').waitFor()
  const field = page.getByLabel('Patient Name')

  return {
    name,
    troubles,
    async form() {
      const isBusy = (await page.locator('.register-form [aria-busy=true]').count()) > 0
      return { typed: await field.inputValue(), isBusy }
    },
    async register(patient, isPriority) {
      await field.fill(patient)
      if (isPriority) {
        await page.getByLabel('Priority Patient').check()
        await page.getByLabel('Priority Reason').fill('FEVER')
      }
      await field.press('Enter')
    },
    again: () => field.press('Enter'),
    looks: () => page.evaluate(readRegister),
  }
}

/** Runs in the page. */
function readRegister(): Sight {
  const texts = (part: string) =>
    Array.from(document.querySelectorAll(part), one => one.textContent ?? '')
  const numbers = texts('.recent__number')
  return {
    'next number': texts('.next-number__value'),
    'total registered': texts('.stat__value'),
    'recent registrations': texts('.recent__name').map((name, n) => `${numbers[n]} ${name}`),
  }
}
