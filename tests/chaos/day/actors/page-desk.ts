import type { Page } from 'playwright'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import { formatCard, type View } from '../checks/expected-view.ts'
import type { RecordedWrite } from '../recorded-write.ts'
import type { Desk, Lists } from './desk-actor.ts'
import { collectPageErrors } from './page-errors.ts'
import { recordPageWrites } from './page-writes.ts'

const PRESSES_WITHIN_MS = 1_500

/** The Queue or Dispensary screen in a real browser. */
export async function openPageDesk(
  name: string,
  page: Page,
  path: string,
  onWrite: (write: RecordedWrite) => void,
): Promise<Desk> {
  const consoleErrors = collectPageErrors(page)
  recordPageWrites(page, onWrite)
  await page.goto(path)
  await page.locator('[data-island$=Screen][data-awake]').waitFor()
  const isDispensary = path === '/dispensary'
  if (!isDispensary) await page.getByLabel('Select Room for Call').selectOption({ label: name })
  const timeout = PRESSES_WITHIN_MS
  const unsureOf = new Set<string>()

  return {
    name,
    unsureOf,
    consoleErrors,
    async lists() {
      for (const patient of await page.evaluate(readUnsure)) unsureOf.add(patient)
      return page.evaluate(readLists)
    },
    async press(patient, step) {
      const card = page.locator('.patient-card', { hasText: patient })
      // A step's button also names its patient, a requeue reason its minutes.
      const press = (label: string) =>
        card
          .getByRole('button', { name: new RegExp(`^${label}( [#\\d]|$)`) })
          .first()
          .click({ timeout })
      try {
        await press(step)
        if (step === 'Requeue') await press(REQUEUE_REASONS[0])
        if (step === 'Delete') await press('Confirm')
      } catch {
        // Another desk was faster, or the network is down: the next round tries again.
      }
    },
    async getView(): Promise<View> {
      const lists = await page.evaluate(readLists)
      const lines = (title: string) => (lists[title] ?? []).map(formatCard)
      if (isDispensary) {
        return {
          'Dispensary, priority': lines('Priority Patients'),
          'Dispensary, waiting': lines('Waiting for Dispensary'),
          'not sure of': await page.evaluate(readUnsure),
        }
      }
      return {
        'Priority Patients': lines('Priority Patients'),
        'Active Patients': lines('Active Patients'),
        'Waiting Patients': lines('Waiting Patients'),
        'rooms to call from': await page.evaluate(readRooms),
        'not sure of': await page.evaluate(readUnsure),
      }
    },
  }
}

// These run in the page.

function readLists(): Lists {
  const text = (card: Element, selector: string) =>
    card.querySelector(selector)?.textContent?.trim() ?? ''
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

function readUnsure() {
  const cards = document.querySelectorAll('.patient-card:has(.fact--unsure) .patient-card__name')
  return Array.from(cards, name => name.textContent ?? '')
}
