import type { Page } from 'playwright'
import { REQUEUE_REASONS } from '#clinic/queue'
import { listenForTrouble } from '../support/page-trouble.ts'
import { type Answered, type Desk, isWrite, type Lists, type Reception } from './desk.ts'
import { lineOf, type Sight } from './sight.ts'

const PRESSES_WITHIN_MS = 1_500

/** The Queue or the Dispensary screen in a real browser. */
export async function aPageDesk(
  name: string,
  page: Page,
  path: string,
  hear: (answered: Answered) => void,
): Promise<Desk> {
  const troubles = listenForTrouble(page)
  noteWrites(page, hear)
  await page.goto(path)
  await page.locator('[data-island$=Board][data-awake]').waitFor()
  const isDispensary = path === '/dispensary'
  if (!isDispensary) await page.getByLabel('Select Room for Call').selectOption({ label: name })
  const timeout = PRESSES_WITHIN_MS

  return {
    name,
    troubles,
    lists: () => page.evaluate(readLists),
    async press(patient, step) {
      const card = page.locator('.patient-card', { hasText: patient })
      const press = (label: string) =>
        card.getByRole('button', { name: label, exact: true }).click({ timeout })
      try {
        await press(step)
        if (step === 'Requeue') await press(REQUEUE_REASONS[0])
        if (step !== 'Delete') return
        // A confirmation stands a moment before it takes an answer.
        await Bun.sleep(400)
        await press('Confirm')
      } catch {
        // Another desk was faster, or the network is away: whoever sits here looks again.
      }
    },
    async looks(): Promise<Sight> {
      const lists = await page.evaluate(readLists)
      const lines = (title: string) => (lists[title] ?? []).map(lineOf)
      if (isDispensary) {
        return {
          'Dispensary, priority': lines('Priority Patients'),
          'Dispensary, waiting': lines('Waiting for Dispensary'),
        }
      }
      return {
        'Priority Patients': lines('Priority Patients'),
        'Active Patients': lines('Active Patients'),
        'Waiting Patients': lines('Waiting Patients'),
        'rooms to call from': await page.evaluate(readRooms),
      }
    },
  }
}

/** The Register screen in a real browser. */
export async function aPageReception(
  name: string,
  page: Page,
  hear: (answered: Answered) => void,
): Promise<Reception> {
  const troubles = listenForTrouble(page)
  noteWrites(page, hear)
  await page.goto('/register')
  await page.locator('[data-island=RegisterDesk][data-awake]').waitFor()
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

function noteWrites(page: Page, hear: (answered: Answered) => void) {
  page.on('requestfinished', async request => {
    const [method, path] = [request.method(), new URL(request.url()).pathname]
    if (!isWrite(method, path)) return
    const answer = await request.response().catch(() => null)
    const patient =
      answer?.ok() && method !== 'DELETE' ? await answer.json().catch(() => null) : null
    hear({ method, path, status: answer?.status() ?? 0, patient })
  })
  page.on('requestfailed', request => {
    const [method, path] = [request.method(), new URL(request.url()).pathname]
    if (isWrite(method, path)) hear({ method, path, status: 0, patient: null })
  })
}

// These run in the page.

function readLists(): Lists {
  const text = (card: Element, part: string) => card.querySelector(part)?.textContent?.trim() ?? ''
  const lists: Lists = {}
  for (const section of document.querySelectorAll('.patient-list')) {
    lists[section.getAttribute('aria-label') ?? ''] = Array.from(
      section.querySelectorAll<HTMLElement>('.patient-card'),
      card => ({
        number: text(card, '.patient-card__number'),
        name: text(card, '.patient-card__name'),
        status: card.dataset.status ?? '',
        room: text(card, '.fact:has(.lucide-door-open)'),
      }),
    )
  }
  return lists
}

function readRooms() {
  const options = Array.from(document.querySelectorAll('.room-picker option'))
  return options.slice(1).map(option => option.textContent ?? '')
}

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
