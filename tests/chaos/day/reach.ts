import { type Check, createCheck, type Stored } from '../ledger.ts'

/** A day without one of these would prove nothing of it. */
const REACH = {
  'moves by desks': "select count(*) as n from audit where action = 'patient moved'",
  'moves undone': `select count(*) as n from (
      select action, lead(action) over (partition by patient_id order by id) as next from journey)
    where action = 'moved' and next = 'undone'`,
  'check-ins': 'select count(*) as n from patients where appointment_at is not null',
  'numbers of the kiosk': "select count(*) as n from patients where type = 'kiosk'",
  'ways to the counter': 'select count(*) as n from presses where label is null',
}
/** They are not certain on a short day. */
const BY_CHANCE = ['moves undone', 'ways to the counter']

export function checkReach({ all }: Stored, print: (line: string) => void): Check[] {
  const counts = Object.entries(REACH).map(([what, query]) => {
    return { what, n: all<{ n: number }>(query)[0]?.n ?? 0 }
  })
  print(`\n${counts.map(({ what, n }) => `${what}: ${n}`).join(', ')}`)
  return counts
    .filter(({ what }) => !BY_CHANCE.includes(what))
    .map(({ what, n }) => createCheck('day', n > 0, `it had no ${what}`))
}
