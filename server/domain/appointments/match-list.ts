import { fold } from '../fold.ts'
import type { NewAppointment } from './appointment.ts'

/** `isPresent`: checked in, and still there; `wasPresent` also if the patient was deleted since. */
export type StoredAppointment = Pick<NewAppointment, 'time' | 'queueId'> & {
  id: number
  /** Null once it was forgotten. */
  name: string | null
  isPresent: boolean
  wasPresent: boolean
}
type Row = Pick<NewAppointment, 'time' | 'name' | 'queueId'>

type Step = {
  isMeant(one: StoredAppointment): boolean
  key(one: Row | StoredAppointment): string
}

const toName = ({ name }: Pick<StoredAppointment, 'name'>) => fold(name ?? '')
const toKey = (one: Pick<StoredAppointment, 'time' | 'name'>) => `${one.time} ${toName(one)}`

/** From the surest to the least sure: the same row, the same person, anybody who was forgotten. */
const STEPS: Step[] = [
  { isMeant: () => true, key: ({ time, name, queueId }) => `${time} ${queueId} ${name}` },
  { isMeant: ({ wasPresent }) => wasPresent, key: toKey },
  { isMeant: ({ isPresent, name }) => isPresent && name === null, key: ({ time }) => time },
]

/**
 * What a new list of the day leaves as it is. Two people may have the same name, and the same time:
 * each row stands for one. `gone` are the ids of who is expected no more.
 */
export function matchList<R extends Row>(stored: StoredAppointment[], rows: R[]) {
  let added = rows
  const known = new Set<StoredAppointment>()
  const inOrder = stored.toSorted((a, b) => rank(b) - rank(a))
  for (const { isMeant, key } of [...STEPS, createMovedStep(stored, rows)]) {
    const left = Map.groupBy(added, key)
    for (const one of inOrder) {
      if (!known.has(one) && isMeant(one) && left.get(key(one))?.shift()) known.add(one)
    }
    added = [...left.values()].flat()
  }
  const gone = stored.filter(one => !known.has(one) && !one.isPresent)
  const present = stored.filter(({ isPresent }) => isPresent)
  return {
    added,
    gone: gone.map(({ id }) => id),
    checkedIn: present.length,
    expected: rows.length - present.filter(one => known.has(one)).length,
  }
}

/**
 * Who is there may have another time: when a doctor is late, a calendar moves everybody. It is not
 * sure to be the same person if another one of this name is in either list.
 */
function createMovedStep(stored: StoredAppointment[], rows: Row[]): Step {
  const all = [stored, rows].map(list => Map.groupBy<string, StoredAppointment | Row>(list, toName))
  const isAlone = (one: StoredAppointment) =>
    all.every(named => (named.get(toName(one))?.length ?? 0) <= 1)
  return { isMeant: one => one.isPresent && one.name !== null && isAlone(one), key: toName }
}

/** Who is there goes before who may come back by Undo, and these before who has not come. */
function rank({ isPresent, wasPresent }: StoredAppointment) {
  return Number(isPresent) + Number(wasPresent)
}
