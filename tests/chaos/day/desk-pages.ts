import type { Locator, Page } from 'playwright'
import type { Action } from '#domain/queue/available-actions'
import type { REQUEUE_REASONS } from '#domain/queue/requeue-reason'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import type { View } from './devices.ts'

type Desk = { name: string; page: Page }
type Card = { number: string; name: string; queue: string; status: string; room: string }
type Lists = Record<string, Card[]>
type Schedule = { stepMs: number; isOver(): boolean }
/** `Call from Others`: of a queue that the desk's room does not call. */
type Step = Action | 'Move' | 'Call from Others'

const PRESSES_WITHIN_MS = 1_500
/** A toast with Undo comes once the step is saved. */
const SAVED_WITHIN_MS = 4_000
const MOVES = 0.15
const UNDOES_MOVE = 0.5
/** It has no time of its own. */
const AWAY_REASON: (typeof REQUEUE_REASONS)[number] = 'XRAY'
/** Who is next stands above both lists, and at a slower clock another moment in one of them. */
const WAITING = ['Next', 'Priority Patients', 'Waiting Patients']
const NEXT_ACTIONS: Action[] = ['Call Again', 'Requeue', 'Dispense', 'Dispense', 'Complete']
const IN_MENU: Record<string, RegExp> = {
  Move: /^Move to /,
  Delete: /^Delete$/,
  'Recall to Last Room': /^Recall to Last Room$/,
}

export async function serveRoom(desk: Desk, random: SeededRandom, schedule: Schedule) {
  await desk.page.getByLabel('Select Room for Call').selectOption({ label: desk.name })
  return serve(desk, random, schedule, lists => {
    const present = lists['Active Patients']?.find(({ room }) => room === desk.name)
    if (present) return [present, random.oneOf(...NEXT_ACTIONS)]
    const [away] = lists.Away ?? []
    if (away && random.happens(0.3)) return [away, 'Bring back']
    const [other] = lists.Others ?? []
    if (other && random.happens(0.05)) return [other, 'Call from Others']
    // Desks that do not always call the first compete less.
    const candidates = WAITING.flatMap(title => lists[title] ?? []).slice(0, 3)
    if (candidates.length === 0) return null
    const card = random.oneOf(...candidates)
    if (card.status === 'waiting' && random.happens(0.02)) return [card, 'Delete']
    if (random.happens(MOVES)) return [card, 'Move']
    const isRecalled = card.status === 'requeue' && random.happens(0.4)
    return [card, isRecalled ? 'Recall to Last Room' : 'Call']
  })
}

export function serveCounter(desk: Desk, random: SeededRandom, schedule: Schedule) {
  return serve(desk, random, schedule, lists => {
    const { Away: away = [], ...others } = lists
    const all = Object.values(others).flat()
    if (away[0] && random.happens(0.3)) return [away[0], 'Bring back']
    const present = all.find(({ status }) => status === 'called')
    if (present) return [present, random.happens(0.1) ? 'Requeue' : 'Complete']
    return all[0] ? [all[0], 'Call'] : null
  })
}

async function serve(
  { page }: Desk,
  random: SeededRandom,
  { stepMs, isOver }: Schedule,
  choose: (lists: Lists) => [Card, Step] | null,
) {
  while (!isOver()) {
    await Bun.sleep(random.between(0.4, 1.2) * stepMs)
    // Whether the room may call somebody of another queue.
    const question = page.locator('dialog[open]').getByRole('button', { name: 'Call', exact: true })
    if ((await question.count()) > 0) await click(question).catch(() => {})
    const choice = choose(await page.evaluate(readLists))
    // Another desk may be faster, or the network down: the next round tries again.
    if (choice) await press(page, ...choice, random).catch(() => page.keyboard.press('Escape'))
  }
}

function click(place: Locator, timeout = PRESSES_WITHIN_MS) {
  return place.first().click({ timeout })
}

async function press(page: Page, { name }: Card, action: Step, random: SeededRandom) {
  const card = page.locator('[data-patient]', { hasText: name })
  // An action's button also names its patient, a requeue reason its minutes.
  const button = (label: string) =>
    card.getByRole('button', { name: new RegExp(`^${label}( [#\\d]|$)`) })
  const item = IN_MENU[action]
  if (item) {
    await click(card.getByRole('button', { name: /^More for/ }))
    const items = page.getByRole('menuitem', { name: item })
    await items.first().waitFor({ timeout: PRESSES_WITHIN_MS })
    await click(items.nth(Math.floor(random.between(0, await items.count()))))
    if (action === 'Delete') await click(page.getByRole('menuitem', { name: 'Confirm' }))
    if (action !== 'Move' || !random.happens(UNDOES_MOVE)) return
    const toast = page.locator('.toast', { hasText: 'Moved to' })
    return click(toast.locator('.toast__action'), SAVED_WITHIN_MS)
  }
  if (action === 'Call from Others') {
    const others = page.locator('details:not([open])', { has: page.getByText('Others') })
    if ((await others.count()) > 0) await others.locator('summary').click()
    return click(button('Call'))
  }
  await click(button(action === 'Bring back' ? 'Back' : action))
  if (action === 'Requeue') await click(button(AWAY_REASON))
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
    others: toLines(['Others']).toSorted(),
    held: toLines(['On hold']).toSorted(),
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
  const groups = document.querySelectorAll(
    '.patient-list:not(details), details > section, .desk__own, .desk__away',
  )
  const sections = Array.from(groups, section => [
    section.getAttribute('aria-label') ?? '',
    Array.from(section.querySelectorAll<HTMLElement>('[data-patient]'), card => ({
      number: text(card, '.patient-number'),
      name: text(card, '.patient-name'),
      queue: text(card, '.queue-mark'),
      status: card.dataset.status ?? '',
      room: card.matches('.own-room') ? (room ?? '') : text(card, '.fact--room'),
    })),
  ])
  return Object.fromEntries(sections)
}
