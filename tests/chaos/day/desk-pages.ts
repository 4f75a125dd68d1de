import type { Page } from 'playwright'
import type { Action } from '#domain/queue/available-actions'
import { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import type { SeededRandom } from '../seeded-random.ts'
import type { View } from './views.ts'

type Desk = { name: string; page: Page }
type Card = { number: string; name: string; status: string; room: string }
type Schedule = { stepMs: number; isOver(): boolean }

const PRESSES_WITHIN_MS = 1_500
const POLL_INTERVAL_MS = 50
export const FIRST_NAMES = 'AHMAD,MEI LING,PRIYA,RAVI,SITI,O’BRIEN,陈伟明,கிருஷ்ணன்'.split(',')
const PRIORITY = 0.12

/**
 * Registers patients, at times before the one before is saved. `takeName` returns null while
 * nobody is at the desk, and undefined once all have come.
 */
export async function register(
  { page }: Desk,
  takeName: () => string | null | undefined,
  random: SeededRandom,
  { stepMs }: Schedule,
) {
  const field = page.getByLabel('Patient Name')
  let name = takeName()
  for (;;) {
    const [isWaiting, isStopped] = await page.evaluate(readPending)
    if (isStopped) {
      await Bun.sleep(random.between(0.2, 0.6) * stepMs)
      // It may have been sent meanwhile, because the page retries by itself.
      await page.evaluate(pressRetry)
    } else if (isWaiting && (name === undefined || random.happens(0.7))) {
      await Bun.sleep(POLL_INTERVAL_MS)
    } else if (name === undefined) return
    else {
      if (name === null) await Bun.sleep(POLL_INTERVAL_MS)
      else await fillIn(name)
      name = takeName()
    }
  }

  async function fillIn(name: string) {
    await field.fill(name)
    if (random.happens(PRIORITY)) {
      await page.getByLabel('Priority Patient').check()
      await page.getByLabel('Priority Reason').fill('FEVER')
    }
    await field.press('Enter')
  }
}

export async function serveRoom(desk: Desk, random: SeededRandom, { stepMs, isOver }: Schedule) {
  await desk.page.getByLabel('Select Room for Call').selectOption({ label: desk.name })
  while (!isOver()) {
    await Bun.sleep(random.between(0.5, 1.4) * stepMs)
    const lists = await desk.page.evaluate(readLists)
    const present = lists['Active Patients']?.find(({ room }) => room === desk.name)
    const { 'Priority Patients': priority = [], 'Waiting Patients': waiting = [] } = lists
    // Desks that do not always call the first compete less.
    const candidates = [...priority, ...waiting].slice(0, 3)
    if (present) await press(desk, present.name, pickNextAction(random))
    else if (candidates.length > 0) await callOne(random.oneOf(...candidates))
  }

  function callOne({ name, status }: Card) {
    if (status === 'waiting' && random.happens(0.02)) return press(desk, name, 'Delete')
    const isRecalled = status === 'requeue' && random.happens(0.4)
    return press(desk, name, isRecalled ? 'Recall to Last Room' : 'Call')
  }
}

function pickNextAction(random: SeededRandom): Action {
  const value = random.next()
  if (value < 0.12) return 'Call Again'
  if (value < 0.27) return 'Requeue'
  return value < 0.7 ? 'Dispense' : 'Complete'
}

export async function serveCounter(desk: Desk, random: SeededRandom, { stepMs, isOver }: Schedule) {
  while (!isOver()) {
    await Bun.sleep(random.between(0.3, 0.9) * stepMs)
    const all = Object.values(await desk.page.evaluate(readLists)).flat()
    const present = all.find(({ status }) => status === 'called')
    const [next] = all
    if (present) await press(desk, present.name, random.happens(0.1) ? 'Requeue' : 'Complete')
    else if (next) await press(desk, next.name, 'Call')
  }
}

/** Does nothing if the button is missing or disabled. */
async function press({ page }: Desk, patient: string, action: Action) {
  const card = page.locator('[data-patient]', { hasText: patient })
  // An action's button also names its patient, a requeue reason its minutes.
  const click = (label: string, role: 'button' | 'menuitem' = 'button') =>
    (role === 'button' ? card : page)
      .getByRole(role, { name: new RegExp(`^${label}( [#\\d]|$)`) })
      .first()
      .click({ timeout: PRESSES_WITHIN_MS })
  try {
    if (action === 'Delete' || action === 'Recall to Last Room') {
      await click('More for')
      await click(action, 'menuitem')
      if (action === 'Delete') await click('Confirm', 'menuitem')
      return
    }
    await click(action)
    if (action === 'Requeue') await click(REQUEUE_REASONS[0])
  } catch {
    // Another desk was faster, or the network is down: the next round tries again.
  }
}

export async function getListsView(page: Page): Promise<View> {
  const lists = Object.entries(await page.evaluate(readLists)).map(([title, cards]) => {
    const lines = cards.map(card => `${card.number} ${card.name}, ${card.status}, ${card.room}`)
    // Each desk shows its own room's patient first.
    return [title, title === 'Active Patients' ? lines.toSorted() : lines]
  })
  return {
    ...Object.fromEntries(lists),
    'rooms to call from': await page.locator('.room-picker option').allTextContents(),
    'not sure of': await page.locator('[data-patient]:has(.detail--unsure)').allTextContents(),
  }
}

export async function getRegisterView(page: Page): Promise<View> {
  const texts = (selector: string) => page.locator(selector).allTextContents()
  const numbers = await texts('.recent__number')
  return {
    'next number': await texts('.next-number__value'),
    'total registered': await texts('.stat__value'),
    'recent registrations': (await texts('.recent__name')).map(
      (name, n) => `${numbers[n]} ${name}`,
    ),
  }
}

// These run in the page.

function readLists(): Record<string, Card[]> {
  const text = (card: Element, selector: string) =>
    card.querySelector(selector)?.textContent?.trim() ?? ''
  const sections = Array.from(document.querySelectorAll('.patient-list, .desk__rooms'), section => [
    section.getAttribute('aria-label') ?? '',
    Array.from(section.querySelectorAll<HTMLElement>('[data-patient]'), card => ({
      number: text(card, '.patient-number'),
      name: text(card, '.patient-name'),
      status: card.dataset.status ?? '',
      room: text(card, '.detail--room'),
    })),
  ])
  return Object.fromEntries(sections)
}

function readPending() {
  return ['waiting', 'stopped'].map(
    state => document.querySelector(`.pending__row[data-state=${state}]`) !== null,
  )
}

function pressRetry() {
  document.querySelector<HTMLButtonElement>('.pending > button')?.click()
}
