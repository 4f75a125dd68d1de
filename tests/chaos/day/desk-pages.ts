import type { Page } from 'playwright'
import type { Action } from '#domain/queue/available-actions'
import type { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import type { SeededRandom } from '../seeded-random.ts'
import type { View } from './devices.ts'

type Desk = { name: string; page: Page }
type Card = { number: string; name: string; status: string; room: string }
type Lists = Record<string, Card[]>
type Schedule = { stepMs: number; isOver(): boolean }

const PRESSES_WITHIN_MS = 1_500
const POLL_INTERVAL_MS = 50
export const FIRST_NAMES = 'AHMAD,MEI LING,PRIYA,RAVI,SITI,O’BRIEN,陈伟明,கிருஷ்ணன்'.split(',')
const PRIORITY = 0.12
/** It has no time of its own. */
const AWAY_REASON: (typeof REQUEUE_REASONS)[number] = 'XRAY'
/** Who is next stands above both lists, and at a slower clock another moment in one of them. */
const WAITING = ['Next', 'Priority Patients', 'Waiting Patients']
const NEXT_ACTIONS: Action[] = [
  'Call Again',
  'Requeue',
  'Dispense',
  'Dispense',
  'Dispense',
  'Complete',
  'Complete',
]

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
  for (let name = takeName(); name !== undefined; name = takeName()) {
    await waitUntilSaved(0.7)
    if (name === null) await Bun.sleep(POLL_INTERVAL_MS)
    else await fillIn(name)
  }
  await waitUntilSaved(1)

  async function waitUntilSaved(patience: number) {
    for (;;) {
      if (await isPending('stopped')) {
        await Bun.sleep(random.between(0.2, 0.6) * stepMs)
        // It may have been sent meanwhile, because the page retries by itself.
        const retry = page.locator('.pending > button').click({ timeout: PRESSES_WITHIN_MS })
        await retry.catch(() => {})
      } else if ((await isPending('waiting')) && random.happens(patience)) {
        await Bun.sleep(POLL_INTERVAL_MS)
      } else return
    }
  }

  async function isPending(state: string) {
    return (await page.locator(`.pending__row[data-state=${state}]`).count()) > 0
  }

  async function fillIn(name: string) {
    const field = page.getByLabel('Patient Name')
    await field.fill(name)
    if (random.happens(PRIORITY)) {
      await page.getByLabel('Priority Patient').check()
      await page.getByLabel('Priority Reason').fill('FEVER')
    }
    await field.press('Enter')
  }
}

/** Works at one of the rooms. */
export async function serveRoom(desk: Desk, random: SeededRandom, schedule: Schedule) {
  await desk.page.getByLabel('Select Room for Call').selectOption({ label: desk.name })
  return serve(desk, random, schedule, lists => {
    const present = lists['Active Patients']?.find(({ room }) => room === desk.name)
    if (present) return [present, random.oneOf(...NEXT_ACTIONS)]
    const [away] = lists.Away ?? []
    if (away && random.happens(0.3)) return [away, 'Bring Back']
    // Desks that do not always call the first compete less.
    const candidates = WAITING.flatMap(title => lists[title] ?? []).slice(0, 3)
    if (candidates.length === 0) return null
    const card = random.oneOf(...candidates)
    if (card.status === 'waiting' && random.happens(0.02)) return [card, 'Delete']
    const isRecalled = card.status === 'requeue' && random.happens(0.4)
    return [card, isRecalled ? 'Recall to Last Room' : 'Call']
  })
}

export function serveCounter(desk: Desk, random: SeededRandom, schedule: Schedule) {
  return serve(desk, random, schedule, lists => {
    const { Away: away = [], ...others } = lists
    const all = Object.values(others).flat()
    if (away[0] && random.happens(0.3)) return [away[0], 'Bring Back']
    const present = all.find(({ status }) => status === 'called')
    if (present) return [present, random.happens(0.1) ? 'Requeue' : 'Complete']
    return all[0] ? [all[0], 'Call'] : null
  })
}

async function serve(
  desk: Desk,
  random: SeededRandom,
  { stepMs, isOver }: Schedule,
  choose: (lists: Lists) => [Card, Action] | null,
) {
  while (!isOver()) {
    await Bun.sleep(random.between(0.4, 1.2) * stepMs)
    const choice = choose(await desk.page.evaluate(readLists))
    if (choice) await press(desk, ...choice)
  }
}

/** Does nothing if the button is missing or disabled. */
async function press({ page }: Desk, { name }: Card, action: Action) {
  const card = page.locator('[data-patient]', { hasText: name })
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
    await click(action === 'Bring Back' ? 'Back' : action)
    if (action === 'Requeue') await click(AWAY_REASON)
  } catch {
    // Another desk was faster, or the network is down: the next round tries again.
  }
}

export async function getListsView(page: Page): Promise<View> {
  const lists = await page.evaluate(readLists)
  const toLines = (titles: string[]) =>
    titles.flatMap(title => lists[title] ?? []).map(card => Object.values(card).join(', '))
  const rooms = await page.locator('.room-picker option').allTextContents()
  return {
    waiting: toLines(WAITING).toSorted(),
    // Each desk shows its own room's patient first.
    active: toLines(['Active Patients']).toSorted(),
    away: toLines(['Away']).toSorted(),
    held: toLines(['On hold']),
    dispensary: toLines(['Waiting for Dispensary']),
    // Whom the chosen room serves stands below it.
    'rooms to call from': rooms.map(room => room.replace(/ \(#\d+\)$/, '')),
    'not sure of': await page.locator('[data-patient]:has(.fact--unsure)').allTextContents(),
  }
}

/** Runs in the page. */
function readLists(): Lists {
  const text = (card: Element, selector: string) =>
    card.querySelector(selector)?.textContent?.trim() ?? ''
  const chosen = document.querySelector('.room-picker select')
  const room = chosen instanceof HTMLSelectElement ? chosen.selectedOptions[0]?.text : ''
  const groups = document.querySelectorAll('.patient-list, .desk__own, .desk__away')
  const sections = Array.from(groups, section => [
    section.getAttribute('aria-label') ?? '',
    Array.from(section.querySelectorAll<HTMLElement>('[data-patient]'), card => ({
      number: text(card, '.patient-number'),
      name: text(card, '.patient-name'),
      status: card.dataset.status ?? '',
      room: card.matches('.own-room') ? (room ?? '') : text(card, '.fact--room'),
    })),
  ])
  return Object.fromEntries(sections)
}
