import type { Action } from '../../../islands/patients/available-actions.ts'
import type { Chance } from './chance.ts'
import type { Desk, Reception } from './desk.ts'
import type { Card } from './sight.ts'

/** How the day goes, for everybody: how long one step of the work takes, and when it is over. */
type Pace = { beatMs: number; isOver(): boolean }

const FIRST_NAMES = ['AHMAD', 'MEI LING', 'PRIYA', 'RAVI', 'SITI', 'O’BRIEN', '陈伟明', 'கிருஷ்ணன்']
const PRIORITY = 0.12

/** Those who come, one after another, each with a name of his own. */
export function openDoor(count: number, everyMs: number) {
  const openedAt = Date.now()
  let next = 0
  return {
    isEmpty: () => next >= count,
    /** The name of the next one, or null while nobody stands there. */
    comesIn() {
      if (next >= count || Date.now() - openedAt < next * everyMs) return null
      const first = FIRST_NAMES[next % FIRST_NAMES.length]
      return `${first} ${String(++next).padStart(3, '0')}`
    },
    came: () => next,
  }
}

type Door = ReturnType<typeof openDoor>

/** Registers whoever comes; what failed stands in the field again, and Enter is pressed again. */
export async function receive(desk: Reception, door: Door, chance: Chance, { beatMs }: Pace) {
  for (;;) {
    const { typed, isBusy } = await desk.form()
    if (isBusy) await Bun.sleep(50)
    else if (typed !== '') {
      await Bun.sleep(chance.between(0.2, 0.6) * beatMs)
      await desk.again()
    } else if (door.isEmpty()) return
    else {
      const name = door.comesIn()
      if (name === null) await Bun.sleep(50)
      else await desk.register(name, chance.happens(PRIORITY))
    }
  }
}

/** A doctor's desk: calls whoever comes next, and sends on whoever is inside. */
export async function serveRoom(desk: Desk, chance: Chance, { beatMs, isOver }: Pace) {
  while (!isOver()) {
    await Bun.sleep(chance.between(0.5, 1.4) * beatMs)
    const lists = await desk.lists()
    const inside = lists['Active Patients']?.find(({ room }) => room === desk.name)
    if (inside) await desk.press(inside.name, sendOn(chance))
    else
      await callOne(desk, [...list(lists, 'Priority Patients'), ...list(lists, 'Waiting Patients')])
  }

  function list(lists: Record<string, Card[]>, title: string) {
    return lists[title] ?? []
  }

  async function callOne({ press }: Desk, waiting: Card[]) {
    // Not always the first: nobody waits for a desk that is slow.
    const someone = waiting.slice(0, 3)
    if (someone.length === 0) return
    const { name, status } = chance.oneOf(...someone)
    if (status === 'waiting' && chance.happens(0.02)) return press(name, 'Delete')
    const isBack = status === 'requeue' && chance.happens(0.4)
    return press(name, isBack ? 'Recall to Last Room' : 'Call')
  }
}

function sendOn(chance: Chance): Action {
  const throws = chance.next()
  if (throws < 0.12) return 'Call Again'
  if (throws < 0.27) return 'Requeue'
  return throws < 0.7 ? 'Dispense' : 'Complete'
}

/** The dispensary's counter: one at a time. */
export async function serveCounter(desk: Desk, chance: Chance, { beatMs, isOver }: Pace) {
  while (!isOver()) {
    await Bun.sleep(chance.between(0.3, 0.9) * beatMs)
    const all = Object.values(await desk.lists()).flat()
    const inside = all.find(({ status }) => status === 'called')
    const [next] = all
    if (inside) await desk.press(inside.name, chance.happens(0.1) ? 'Requeue' : 'Complete')
    else if (next) await desk.press(next.name, 'Call')
  }
}
