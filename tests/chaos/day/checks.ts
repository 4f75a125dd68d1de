import { type Check, createCheck, type Stored } from '../ledger.ts'
import { STORED_CHECKS } from '../stored-checks.ts'
import type { Devices, View } from './devices.ts'
import type { OfflineLog } from './offline-log.ts'
import type { DayProgram } from './program.ts'

/** A TV that was offline at the end has many calls to announce. */
const CONSISTENT_WITHIN_MS = 120_000
const POLL_INTERVAL_MS = 250

type Call = { sequence: number; label: string; calledAt: string }
type Device = Devices['all'][number]
type Counts = { arrived: number; offsetMs: number }

export function checkStored({ check }: Stored, { arrived, offsetMs }: Counts) {
  const audited = (action: string, stored: string) => ({
    about: 'audit',
    query: `select iif(count(*) = (select count(*) from ${stored}), null,
        'the audit has ' || count(*) || ' of "${action}"') as error
      from audit where action = '${action}'`,
  })
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
    // Whatever was stored has its line, and nothing else has one: restarts and kills included.
    audited('patient registered', 'patients'),
    audited('patient step', "journey where action not in ('registered', 'moved', 'undone')"),
    audited('step undone', "journey where action = 'undone'"),
    audited('patient deleted', 'patients where deleted_at is not null'),
  ])
}

export function listCalls({ all }: Stored) {
  return all<Call>(`select sequence, name || ', ' || room_name as label, calls.called_at as calledAt
    from calls join patients on patients.id = patient_id order by sequence`)
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
