import { sql } from 'drizzle-orm'
import type { Query } from '#db/connection/query'
import { DAY_MS } from '#domain/time'
import { ROOMS } from '../server/test-clinic.ts'

type Options = {
  days: number
  patientsPerDay: number
  /** The first day after them, YYYY-MM-DD. */
  before: string
  /** When the first of a day comes, in UTC: 8:00 in Kuala Lumpur. */
  opening?: string
  /** Between two patients. */
  minutes?: number
}

/** The finished patients of many days, each called once to a room and once to the dispensary. */
export async function createHistory(tx: Query, options: Options) {
  const { days, patientsPerDay, before, opening = '00:00:00.000Z', minutes = 1 } = options
  const first = new Date(Date.parse(`${before}T${opening}`) - days * DAY_MS).toISOString()
  const at = (later: number) =>
    sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${first}, '+' || day || ' days', '+' || (n * ${minutes} + ${later}) || ' minutes')`
  await tx.run(sql`create temp table visits as
    with recursive visits(i) as (select 0 union all select i + 1 from visits where i < ${days * patientsPerDay - 1})
    select i / cast(${patientsPerDay} as integer) as day, i % ${patientsPerDay} as n from visits`)
  await tx.run(sql`insert into patients
    (day, series, number, name, type, status, registered_at, called_at, last_window_id, is_priority,
      ready_for_dispensary)
    select date(${first}, '+' || day || ' days'), 0, n + 1, 'PATIENT ' || (n + 1), 'name', 'completed', ${at(0)},
      ${at(40)}, ${ROOMS.dispensary}, 0, 0 from visits`)
  await tx.run(sql`drop table visits`)
  await tx.run(sql`insert into calls (patient_id, room_name, called_at)
    select id, room, at from (
      select id, 'Room 1' as room, registered_at as at from patients where status = 'completed'
      union all select id, 'DISPENSARY', called_at from patients where status = 'completed'
    ) order by at, id`)
  const steps = sql.join(
    STEPS.map(([action, roomName]) => sql`select ${action} as action, ${roomName} as room_name`),
    sql` union all `,
  )
  // A cross join keeps this order: patient by patient, as the rows of a real day lie.
  await tx.run(sql`insert into journey (patient_id, action, timestamp, room_name, by_user_id)
    select id, action, registered_at, room_name, 1 from patients cross join (${steps})
    where status = 'completed'`)
}

const STEPS = [
  ['registered', null],
  ['called', 'Room 1'],
  ['in progress', 'Room 1'],
  ['dispensary', null],
  ['called', 'DISPENSARY'],
  ['completed', null],
] as const
