import type { Page } from 'playwright'
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
const NEXT_ACTIONS: Action[] = [
  'Call Again',
  'Requeue',
  'Dispense',
  'Dispense',
  'Dispense',
  'Complete',
  'Complete',
]

/** Works at one of the rooms. */
export async function serveRoom(desk: Desk, random: SeededRandom, schedule: Schedule) {
  await desk.page.getByLabel('Select Room for Call').selectOption({ label: desk.name })
  return serve(desk, random, schedule, lists => {
    const present = lists['Active Patients']?.find(({ room }) => room === desk.name)
    if (present) return [present, random.oneOf(...NEXT_ACTIONS)]
    const [away] = lists.Away ?? []
    if (away && random.happens(0.3)) return [away, 'Bring Back']
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
  choose: (lists: Lists) => [Card, Step] | null,
) {
  while (!isOver()) {
    await Bun.sleep(random.between(0.4, 1.2) * stepMs)
    await answerQuestion(desk)
    const choice = choose(await desk.page.evaluate(readLists))
    if (choice?.[1] === 'Move') await move(desk, choice[0], random)
    else if (choice) await press(desk, ...choice)
  }
}

/** Does nothing if the button is missing or disabled. */
async function press({ page }: Desk, { name }: Card, action: Step) {
  const card = getCard(page, name)
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
    if (action === 'Call from Others') {
      const others = page.locator('details:not([open])', { has: page.getByText('Others') })
      if ((await others.count()) > 0) await others.locator('summary').click()
      return await click('Call')
    }
    await click(action === 'Bring Back' ? 'Back' : action)
    if (action === 'Requeue') await click(AWAY_REASON)
  } catch {
    // Another desk was faster, or the network is down: the next round tries again.
  }
}

function getCard(page: Page, name: string) {
  return page.locator('[data-patient]', { hasText: name })
}

/** Whether the room may call somebody of another queue. */
async function answerQuestion({ page }: Desk) {
  const question = page.locator('dialog[open]')
  if ((await question.count()) === 0) return
  const call = question.getByRole('button', { name: 'Call', exact: true })
  await call.click({ timeout: PRESSES_WITHIN_MS }).catch(() => {})
}

/** To one of the other queues, and sometimes back by Undo. */
async function move({ page }: Desk, { name }: Card, random: SeededRandom) {
  const timeout = PRESSES_WITHIN_MS
  try {
    await getCard(page, name)
      .getByRole('button', { name: /^More for/ })
      .first()
      .click({ timeout })
    const places = page.getByRole('menuitem', { name: /^Move to / })
    await places.first().waitFor({ timeout })
    const place = Math.floor(random.between(0, await places.count()))
    await places.nth(place).click({ timeout })
    if (!random.happens(UNDOES_MOVE)) return
    const toast = page.locator('.toast', { hasText: 'Moved to' })
    await toast.locator('.toast__action').click({ timeout: SAVED_WITHIN_MS })
  } catch {
    // Somebody was faster, and the patient cannot be moved any more.
    await page.keyboard.press('Escape')
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
