import { type Check, createCheck, type Stored } from '../ledger.ts'
import type { DayProgram } from './program.ts'

type Row = { key: string; n: number }
const ALL_DAYS = 'from=2000-01-01&to=2199-12-31'
/** The same counted a second time, directly in the database. */
const COUNTS = {
  day: 'select day as key, count(*) as n from patients where deleted_at is null group by day',
  queue: `select coalesce(queues.name, 'General') as key, count(*) as n
    from patients left join queues on queues.id = queue_id
    where patients.deleted_at is null group by queues.name`,
}
type Group = keyof typeof COUNTS
type Reported = Record<Group, Row[]>

export async function readReports({ send }: DayProgram): Promise<Reported> {
  const read = async (by: Group): Promise<Row[]> =>
    (await send('GET', `/api/reports?${ALL_DAYS}&by=${by}`)).body.rows
  return { day: await read('day'), queue: await read('queue') }
}

export function checkReports({ all }: Stored, reported: Reported): Check[] {
  return (['day', 'queue'] as const).flatMap(by => {
    const counted = new Map(all<Row>(COUNTS[by]).map(({ key, n }) => [key, n]))
    // Who did not come to an appointment is a no-show and no patient.
    const told = new Map(reported[by].map(({ key, n }) => [key, n]))
    return [...new Set([...counted.keys(), ...told.keys()])].map(key => {
      const [n = 0, right = 0] = [told.get(key), counted.get(key)]
      return createCheck('report', n === right, `${key}: ${n} patients of ${right}`)
    })
  })
}
