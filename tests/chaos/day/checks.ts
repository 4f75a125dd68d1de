import { type Check, createCheck, type Stored } from '../ledger.ts'
import { STORED_CHECKS } from '../stored-checks.ts'
import type { Device, Devices, View } from './devices.ts'
import { KIOSK_CHECKS } from './kiosk-page.ts'
import type { OfflineLog } from './offline-log.ts'
import type { DayProgram } from './program.ts'

/** A TV that was offline at the end has many calls to announce. */
const CONSISTENT_WITHIN_MS = 120_000
const POLL_INTERVAL_MS = 250
const ALL_DAYS = 'from=2000-01-01&to=2199-12-31'
/** A day without one of these would prove nothing of it. */
const REACHED = {
  'moves by desks': "audit where action = 'patient moved'",
  'check-ins': 'patients where appointment_at is not null',
  'numbers of the kiosk': "patients where type = 'kiosk'",
}
type Call = { sequence: number; label: string; calledAt: string }

export function checkStored({ check }: Stored, arrived: number, offsetMs: number) {
  const reached = Object.entries(REACHED).map(([what, rows]) => ({
    about: 'day',
    query: `select iif(count(*) > 0, null, 'it had no ${what}') as error from ${rows}`,
  }))
  return check([
    ...STORED_CHECKS,
    {
      about: 'rows',
      query: `select iif(count(*) = ${arrived}, null,
          '${arrived} came, and ' || count(*) || ' are stored') as error
        from patients where appointment_at is null and type <> 'kiosk'`,
    },
    {
      about: 'rows',
      query: `select iif(date(registered_at, '${offsetMs / 1000} seconds') = day, null,
          'patient ' || id || ' of ' || registered_at || ' has a number of ' || day) as error
        from patients`,
    },
    ...KIOSK_CHECKS,
    ...reached,
  ])
}

export function listCalls({ all }: Stored) {
  return all<Call>(`select sequence, name || ', ' || room_name as label, calls.called_at as calledAt
    from calls join patients on patients.id = patient_id order by sequence`)
}

/** Reads the report by day now; the check compares it with the rows of the database. */
export async function readReport({ admin }: DayProgram) {
  const { body } = await admin().send('GET', `/api/reports?${ALL_DAYS}&by=day`)
  const rows: { key: string; n: number }[] = body.rows
  // A patient who did not come to an appointment is a no-show, and the day may have no others.
  const told = rows.flatMap(({ key, n }) => (n > 0 ? `${key}: ${n}` : []))
  return ({ all }: Stored) => {
    const days = all<{ day: string; n: number }>(
      'select day, count(*) as n from patients where deleted_at is null group by day',
    )
    const right = days.map(({ day, n }) => `${day}: ${n}`)
    const error = `${told.join(', ')} patients instead of ${right.join(', ')}`
    return createCheck('report', Bun.deepEquals(told.toSorted(), right.toSorted()), error)
  }
}

export function checkDevice(device: Device, calls: Call[], offline: OfflineLog): Check[] {
  const { name, errors, tooLate, announced } = device
  const [error] = errors
  return [
    ...tooLate.map(atMs =>
      createCheck(name, offline.canBeLate(name, atMs), 'a write was too late without a reason'),
    ),
    createCheck(name, error === undefined, `console: ${error}`),
    ...(announced ? checkAnnouncements(name, announced, calls, offline) : []),
  ]
}

/** A TV announces each call once and in order, or shows it silently if it was missed for long. */
function checkAnnouncements(tv: string, announced: string[], calls: Call[], offline: OfflineLog) {
  let next = 0
  const order = announced.map(label => {
    const index = calls.findIndex((call, n) => n >= next && call.label === label)
    if (index >= 0) next = index + 1
    return createCheck(tv, index >= 0, `announced twice or out of order: ${label}`)
  })
  const needed = calls.filter(({ calledAt }) => !offline.canBeSilent(tv, calledAt))
  const countOf = (label: string, labels: string[]) => labels.filter(one => one === label).length
  const neededLabels = needed.map(({ label }) => label)
  const missing = calls.map(({ sequence, label }) => {
    const isAnnounced = countOf(label, announced) >= countOf(label, neededLabels)
    return createCheck(tv, isAnnounced, `call ${sequence} was not announced: ${label}`)
  })
  return [...order, ...missing]
}

/** Waits until every screen shows what a new page does, then compares with a restarted server. */
export async function checkViews(program: DayProgram, { all, tvs }: Devices) {
  const untilMs = Date.now() + CONSISTENT_WITHIN_MS
  for (const { page } of tvs) {
    while ((await page.locator('.overlay, .blinks').count()) > 0 && Date.now() < untilMs)
      await Bun.sleep(POLL_INTERVAL_MS)
    // The Dashboard is behind its fullscreen display.
    await page.keyboard.press('Escape')
  }
  for (;;) {
    const fresh = await readFresh()
    const views = await Promise.all(all.map(({ getView }) => getView()))
    const isRight = compareAll(views, fresh).every(({ error }) => error === null)
    if (!isRight && Date.now() < untilMs) continue
    // Nothing that only the running process remembers may be shown.
    await program.restart('SIGTERM')
    return compareAll(views, await readFresh())
  }

  async function readFresh() {
    const views: View[] = []
    for (const { getFreshView } of all) views.push(await getFreshView())
    return views
  }

  function compareAll(views: View[], expected: View[]): Check[] {
    return all.flatMap(({ name }, n) =>
      Object.entries(views[n] ?? {}).map(([section, lines]) => {
        const right = expected[n]?.[section]
        const error = `${section}: shows ${JSON.stringify(lines)} instead of ${JSON.stringify(right)}`
        return createCheck(name, Bun.deepEquals(lines, right), error)
      }),
    )
  }
}
