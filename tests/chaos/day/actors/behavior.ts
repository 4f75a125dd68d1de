import type { Action } from '../../../../islands/patients/available-actions.ts'
import type { SeededRandom } from '../../seeded-random.ts'
import type { Card } from '../checks/expected-view.ts'
import type { Desk, Reception } from './desk-actor.ts'

type Schedule = { stepMs: number; isOver(): boolean }

const FIRST_NAMES = ['AHMAD', 'MEI LING', 'PRIYA', 'RAVI', 'SITI', 'O’BRIEN', '陈伟明', 'கிருஷ்ணன்']
const PRIORITY = 0.12

type Lull = { fromMs: number; toMs: number }

/** Patients who arrive one after another, each with a unique name; nobody during the lull. */
export function createArrivals(count: number, everyMs: number, lull: Lull | null) {
  const startedAt = Date.now()
  let nextIndex = 0
  return {
    isEmpty: () => nextIndex >= count,
    /** The next patient's name, or null if nobody is waiting. */
    takeNext() {
      const ms = Date.now() - startedAt
      if (nextIndex >= count || ms < nextIndex * everyMs) return null
      if (lull && ms >= lull.fromMs && ms < lull.toMs) return null
      const first = FIRST_NAMES[nextIndex % FIRST_NAMES.length]
      return `${first} ${String(++nextIndex).padStart(3, '0')}`
    },
    arrivalCount: () => nextIndex,
  }
}

type Arrivals = ReturnType<typeof createArrivals>

/** Registers arrivals, at times before the one before is saved. Retry is pressed when sending stopped. */
export async function registerArrivals(
  desk: Reception,
  arrivals: Arrivals,
  random: SeededRandom,
  { stepMs }: Schedule,
) {
  for (;;) {
    const { isSending, isStopped } = await desk.outbox()
    if (isStopped) {
      await Bun.sleep(random.between(0.2, 0.6) * stepMs)
      await desk.retry()
    } else if (isSending && (arrivals.isEmpty() || random.happens(0.7))) await Bun.sleep(50)
    else if (arrivals.isEmpty()) return
    else {
      const name = arrivals.takeNext()
      if (name === null) await Bun.sleep(50)
      else await desk.register(name, random.happens(PRIORITY))
    }
  }
}

/** A room's desk: calls the next patient, then sends them on. */
export async function serveRoom(desk: Desk, random: SeededRandom, { stepMs, isOver }: Schedule) {
  while (!isOver()) {
    await Bun.sleep(random.between(0.5, 1.4) * stepMs)
    const lists = await desk.lists()
    const calledCard = lists['Active Patients']?.find(({ room }) => room === desk.name)
    if (calledCard) await desk.press(calledCard.name, chooseNextAction(random))
    else
      await callNext(desk, [
        ...getList(lists, 'Priority Patients'),
        ...getList(lists, 'Waiting Patients'),
      ])
  }

  function getList(lists: Record<string, Card[]>, title: string) {
    return lists[title] ?? []
  }

  async function callNext({ press }: Desk, waiting: Card[]) {
    // Not always the first, so that desks compete less.
    const candidates = waiting.slice(0, 3)
    if (candidates.length === 0) return
    const { name, status } = random.oneOf(...candidates)
    if (status === 'waiting' && random.happens(0.02)) return press(name, 'Delete')
    const isRecall = status === 'requeue' && random.happens(0.4)
    return press(name, isRecall ? 'Recall to Last Room' : 'Call')
  }
}

function chooseNextAction(random: SeededRandom): Action {
  const value = random.next()
  if (value < 0.12) return 'Call Again'
  if (value < 0.27) return 'Requeue'
  return value < 0.7 ? 'Dispense' : 'Complete'
}

/** The dispensary's counter, one patient at a time. */
export async function serveCounter(desk: Desk, random: SeededRandom, { stepMs, isOver }: Schedule) {
  while (!isOver()) {
    await Bun.sleep(random.between(0.3, 0.9) * stepMs)
    const all = Object.values(await desk.lists()).flat()
    const calledCard = all.find(({ status }) => status === 'called')
    const [nextIndex] = all
    if (calledCard) await desk.press(calledCard.name, random.happens(0.1) ? 'Requeue' : 'Complete')
    else if (nextIndex) await desk.press(nextIndex.name, 'Call')
  }
}
