import { fold } from '../fold.ts'
import { GENERAL, type PatientQueue } from '../queues/patient-queue.ts'

export type NamedQueue = Pick<PatientQueue, 'id' | 'name'>

const MAX_LENGTH = 200

const withoutSigns = (text: string) => fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
const withoutTitle = (text: string) =>
  withoutSigns(fold(text).replace(/^(dr|doctor|doktor|doc)\b(?! *$)/, ''))

/** Keys from the most to the least certain match. */
const KEYS = [fold, withoutSigns, withoutTitle]

/** Returns null for General, and undefined if the name fits no queue or several queues. */
export function createQueueFinder(queues: NamedQueue[]) {
  const known = KEYS.map(toKey => Map.groupBy(queues, ({ name }) => toKey(name)))
  const cells = new Map<string, number | null | undefined>()

  function find(cell: string) {
    if (cell.length > MAX_LENGTH) return undefined
    if (withoutSigns(cell) === '' || fold(cell) === fold(GENERAL)) return null
    for (const [at, toKey] of KEYS.entries()) {
      const found = known[at]?.get(toKey(cell)) ?? []
      if (found.length > 0) return found.length === 1 ? found[0]?.id : undefined
    }
    return undefined
  }

  return (cell: string) => {
    if (!cells.has(cell)) cells.set(cell, find(cell))
    return cells.get(cell)
  }
}
