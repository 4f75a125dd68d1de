import { type Check, createCheck, type Stored } from '../ledger.ts'
import type { DayProgram } from './program.ts'

type Row = { key: string; n: number }
const ALL_DAYS = 'from=2000-01-01&to=2199-12-31'
type Step = { patient: number; action: string; queue: string }
/** The keys of all patients a second time, directly from the database. */
const READS = {
  day: ({ all }: Stored) =>
    all<{ day: string }>('select day from patients where deleted_at is null').map(row => row.day),
  queue: ({ all }: Stored) => {
    const steps = all<Step>(`select patient_id as patient, action,
      coalesce(queue_name, 'General') as queue
      from journey join patients on patients.id = patient_id
      where deleted_at is null order by journey.id`)
    return [...Map.groupBy(steps, ({ patient }) => patient).values()].map(findQueue)
  },
}
type Group = keyof typeof READS
type Reported = Record<Group, Row[]>

export async function readReports({ send }: DayProgram): Promise<Reported> {
  const read = async (by: Group): Promise<Row[]> =>
    (await send('GET', `/api/reports?${ALL_DAYS}&by=${by}`)).body.rows
  return { day: await read('day'), queue: await read('queue') }
}

/** Of one patient: the last queue in which they waited, not one to which they came in a room. */
function findQueue(all: Step[]) {
  const steps: Step[] = []
  for (const step of all) {
    if (step.action === 'undone') steps.pop()
    else steps.push(step)
  }
  const isOneOf =
    (...actions: string[]) =>
    (step: Step | undefined) =>
      actions.includes(step?.action ?? '')
  let end = steps.findLastIndex(isOneOf('registered', 'requeue', 'missed'))
  while (isOneOf('moved', 'brought back')(steps[end + 1])) end++
  return steps.slice(0, end + 1).findLast(isOneOf('registered', 'moved'))?.queue ?? 'nowhere'
}

export function checkReports(stored: Stored, reported: Reported): Check[] {
  return (['day', 'queue'] as const).flatMap(by => {
    const keys = Map.groupBy(READS[by](stored), key => key)
    const counted = new Map([...keys].map(([key, same]) => [key, same.length]))
    // Who did not come to an appointment is a no-show and no patient.
    const told = new Map(reported[by].map(({ key, n }) => [key, n]))
    return [...new Set([...counted.keys(), ...told.keys()])].map(key => {
      const [n = 0, right = 0] = [told.get(key), counted.get(key)]
      return createCheck('report', n === right, `${key}: ${n} patients of ${right}`)
    })
  })
}
