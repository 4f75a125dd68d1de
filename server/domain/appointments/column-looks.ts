import { addDays, isDay } from '../time.ts'
import { looksLikeTime } from './appointment-time.ts'
import { looksLikeDate, splitDate } from './list-dates.ts'
import { createQueueFinder, type NamedQueue } from './queue-names.ts'
import { looksLikeStatuses } from './status-words.ts'

/** Tests if the filled cells of a column look like a kind of data. Needs at least one cell. */
export type Looks = Record<
  'time' | 'period' | 'name' | 'queue' | 'date' | 'status',
  (cells: string[]) => boolean
>

const PERIOD = /^([ap]\.?m\.?|pagi|petang|tengah ?hari|malam)$/i

const mostly = (isSuch: (cell: string) => boolean) => (cells: string[]) =>
  cells.filter(isSuch).length * 2 >= cells.length

export function createLooks(queues: NamedQueue[], day: string): Looks {
  const findQueue = createQueueFinder(queues)
  const areQueues = mostly(cell => findQueue(cell) !== undefined)
  const areDates = mostly(looksLikeDate)
  return {
    time: mostly(looksLikeTime),
    period: cells => cells.every(cell => PERIOD.test(cell)),
    name: mostly(looksLikeName),
    queue: cells => cells.some(findQueue) && areQueues(cells),
    date: cells => areDates(cells) && !areBirthDates(cells, day),
    status: looksLikeStatuses,
  }
}

export function looksLikeRow(cells: string[]) {
  return cells.some(looksLikeTime) && cells.some(looksLikeName)
}

function looksLikeName(cell: string) {
  const isText = cell.length < 200 && /\p{L}{2}|\p{Lo}/u.test(cell) && !/\d|@/.test(cell)
  return isText && !looksLikeTime(cell) && !looksLikeDate(cell)
}

/** True if the dates differ and are all more than a year ago. */
function areBirthDates(cells: string[], day: string) {
  const dates = new Set(cells.map(cell => splitDate(cell).date ?? day))
  const yearAgo = addDays(day, -365)
  return dates.size > 1 && [...dates].every(date => !isDay(date) || date < yearAgo)
}
