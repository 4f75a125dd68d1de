import { fold } from '../fold.ts'
import { LIST_FIELDS, type ListTexts } from '../patients/patient-fields.ts'
import type { NewAppointment } from './appointment.ts'

/** `isPresent`: checked in, and still there; `wasPresent` also if the patient was deleted since. */
export type StoredAppointment = Partial<ListTexts> &
  Pick<NewAppointment, 'time' | 'queueId'> & {
    id: number
    name: string | null
    isPresent: boolean
    wasPresent: boolean
    /** Stands for the name after it was forgotten; a row of the list with this name has the same. */
    forgottenKey?: string | undefined
  }
type Row = Partial<ListTexts> &
  Pick<NewAppointment, 'time' | 'name' | 'queueId'> &
  Pick<StoredAppointment, 'forgottenKey'>

type Named = Row | StoredAppointment
type Step = {
  isMeant(one: StoredAppointment): boolean
  key(one: Named): string
}

const toName = ({ name }: Pick<StoredAppointment, 'name'>) => fold(name ?? '')
const toKey = (one: Pick<StoredAppointment, 'time' | 'name'>) => `${one.time} ${toName(one)}`

const toTexts = (one: Partial<ListTexts>) => JSON.stringify(LIST_FIELDS.map(field => one[field]))

const isForgotten = ({ name, forgottenKey }: StoredAppointment) =>
  name === null && forgottenKey !== undefined
const isForgottenWithoutKey = ({ isPresent, name, forgottenKey }: StoredAppointment) =>
  isPresent && name === null && forgottenKey === undefined

/** From the surest to the least sure match. */
const STEPS: Step[] = [
  { isMeant: () => true, key: one => `${one.time} ${one.queueId} ${toTexts(one)}` },
  { isMeant: ({ wasPresent }) => wasPresent, key: one => `${toKey(one)} ${one.queueId}` },
  { isMeant: ({ wasPresent }) => wasPresent, key: toKey },
  { isMeant: isForgotten, key: one => `${one.time} ${one.forgottenKey}` },
  { isMeant: isForgotten, key: ({ forgottenKey }) => `${forgottenKey}` },
  { isMeant: isForgottenWithoutKey, key: ({ time }) => time },
]

/**
 * What a new list of the day leaves as it is. Two people may have the same name, and the same time:
 * each row stands for one. `gone` are the ids of who is expected no more.
 */
export function matchList<R extends Row>(stored: StoredAppointment[], rows: R[]) {
  let added = rows
  const known = new Set<StoredAppointment>()
  const inOrder = stored.toSorted((a, b) => rank(b) - rank(a))
  const moved = [(one: Named) => `${toName(one)} ${one.queueId}`, toName]
  const steps = [...STEPS, ...moved.map(key => createMovedStep(stored, rows, key))]
  for (const { isMeant, key } of steps) {
    const left = Map.groupBy(added, key)
    for (const one of inOrder) {
      if (!known.has(one) && isMeant(one) && left.get(key(one))?.shift()) known.add(one)
    }
    added = [...left.values()].flat()
  }
  // A forgotten name stays away even if it was left out of a list in between.
  const gone = stored.filter(one => !known.has(one) && !one.isPresent && !isForgotten(one))
  const present = stored.filter(({ isPresent }) => isPresent)
  const here = stored.filter(one => one.isPresent || isForgotten(one))
  return {
    added,
    gone: gone.map(({ id }) => id),
    checkedIn: present.length,
    expected: rows.length - here.filter(one => known.has(one)).length,
  }
}

/**
 * Patients who have come may have another time now, because a calendar moves everybody when a doctor
 * is late. It is only sure to be the same person if the key is once in each list.
 */
function createMovedStep(
  stored: StoredAppointment[],
  rows: Row[],
  key: (one: Named) => string,
): Step {
  const all = [stored, rows].map(list => Map.groupBy<string, Named>(list, key))
  const isAlone = (one: StoredAppointment) =>
    all.every(named => (named.get(key(one))?.length ?? 0) <= 1)
  return { isMeant: one => one.isPresent && one.name !== null && isAlone(one), key }
}

/** Who is there goes before who may come back by Undo, and these before who has not come. */
function rank({ isPresent, wasPresent }: StoredAppointment) {
  return Number(isPresent) + Number(wasPresent)
}
