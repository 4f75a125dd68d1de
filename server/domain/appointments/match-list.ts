import { fold } from '../fold.ts'
import { LIST_FIELDS, type ListTexts } from '../patients/patient-fields.ts'
import type { NewAppointment } from './appointment.ts'

/** `isPresent`: checked in, and not deleted. `wasPresent`: checked in, and perhaps deleted. */
export type StoredAppointment = Partial<ListTexts> &
  Pick<NewAppointment, 'time' | 'queueId'> & {
    id: number
    name: string | null
    isPresent: boolean
    wasPresent: boolean
    /** Replaces a forgotten name. Rows of the list with the same name have the same key. */
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

/** Steps from the most to the least certain match. */
const STEPS: Step[] = [
  { isMeant: () => true, key: one => `${one.time} ${one.queueId} ${toTexts(one)}` },
  { isMeant: ({ wasPresent }) => wasPresent, key: one => `${toKey(one)} ${one.queueId}` },
  { isMeant: ({ wasPresent }) => wasPresent, key: toKey },
  { isMeant: isForgotten, key: one => `${one.time} ${one.forgottenKey}` },
  { isMeant: isForgotten, key: ({ forgottenKey }) => `${forgottenKey}` },
  { isMeant: isForgottenWithoutKey, key: ({ time }) => time },
]

/** `gone`: ids of appointments whose patients the list no longer has. */
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
  // Keeps appointments whose name was forgotten, so that a later list does not add it again.
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

/** Matches moved patients if their key is unique, because a delay can move the whole calendar. */
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

/** Prefers patients who are checked in, then deleted patients whom Undo may bring back. */
function rank({ isPresent, wasPresent }: StoredAppointment) {
  return Number(isPresent) + Number(wasPresent)
}
