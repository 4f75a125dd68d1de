import { formatHeader, formatRow } from '../../bench/measurements.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { readRows } from '../stored-data.ts'
import { checkTurns } from './day-turn.ts'
import { FIRST_NAMES, register, serveCounter, serveRoom } from './desk-pages.ts'
import { type Devices, openDevices } from './devices.ts'
import { injectFaults, planDay } from './faults.ts'
import {
  checkAnnouncements,
  checkAudit,
  checkReport,
  checkRows,
  checkSteps,
  checkTooLate,
} from './final-checks.ts'
import { createOfflineLog } from './offline-log.ts'
import { startOtherProgram } from './other-program.ts'
import { type DayProgram, startDayProgram } from './program.ts'
import { isQuiet } from './tv-pages.ts'
import { compareViews, createCheck, type View } from './views.ts'
import { createWriteLog, INSUFFICIENT_STORAGE, REQUEST_TIMEOUT } from './write-log.ts'

const QUICK_MINUTES = 0.9
const QUICK_PATIENTS = 44
const MINUTES = 10
const PATIENTS_A_MINUTE = 30
const PROGRESS_LINES = 10
const ARRIVALS_END_AT = 0.9
/** Nobody comes around midnight for long enough that a page must turn without a registration. */
const LULL_MS = 7_000
/** A TV that was offline at the end has many calls to announce. */
const CONSISTENT_WITHIN_MS = 120_000
const POLL_INTERVAL_MS = 250

type Print = (line: string) => void
type Options = { seed: number; minutes: number | undefined; isQuick: boolean }
type Day = { seed: number; patients: number; dayMs: number }

export async function runDay({ seed, minutes: wanted, isQuick }: Options, print: Print) {
  const minutes = wanted ?? (isQuick ? QUICK_MINUTES : MINUTES)
  const patients = isQuick ? QUICK_PATIENTS : Math.round(minutes * PATIENTS_A_MINUTE)
  /** The overlays' speedup, so that an hour's calls fit. */
  const speedup = isQuick ? 20 : 6
  print(`\nseed ${seed}: ${patients} patients, 6 desks and 3 TVs in ${minutes} minutes\n`)
  const program = await startDayProgram()
  const log = createWriteLog()
  const devices = await openDevices(program, log, speedup)
  try {
    const day = { seed, patients, dayMs: minutes * 60_000 }
    const other = await startOtherProgram(program, log.ledger)
    const parts = { program, devices, log, other }
    const { turn, offlineSpans: spans, arrived } = await work(day, parts, print)
    await other.catchUp(() => readNewestCall(program))
    const counted = await readReport(program)
    const viewChecks = await checkViews(program, devices)
    const code = await program.end('SIGTERM')

    const { ledger, refusedCounts, tooLate } = log
    const requests = log.finish()
    const rows = readRows(program.dataDir)
    const refused = (status: number) => refusedCounts.get(status) ?? 0
    const metFullDisk = refused(INSUFFICIENT_STORAGE) > 0 || !program.disk
    const hasName = FIRST_NAMES.some(name => program.logged().includes(name))
    const checks = [
      ...viewChecks,
      ...[...devices.announced].flatMap(([tv, labels]) =>
        checkAnnouncements(tv, labels, rows, program.clock.changes, spans.get(tv) ?? []),
      ),
      ...checkRows(rows, ledger, arrived, program.clock.offsetMs),
      ...checkSteps(rows, requests),
      ...checkTurns(turn, spans),
      ...checkAudit(rows),
      checkReport(rows, counted),
      ...other.check(rows),
      ...checkTooLate(tooLate, program.clock.changes, spans),
      createCheck('day', code === 0, `SIGTERM ended it with ${code}`),
      createCheck('day', metFullDisk, 'no write met the full disk'),
      createCheck('day', !hasName, "the log holds patients' names"),
      ...devices.all.map(({ name, errors: [first] }) =>
        createCheck(name, first === undefined, `${name}, console: ${first}`),
      ),
    ]

    print(`\n${formatHeader(['who', 'checks', 'wrong', 'calls shown silently'])}`)
    for (const [who, all] of Map.groupBy(checks, ({ about }) => about)) {
      const wrong = all.filter(({ error }) => error !== null)
      const labels = devices.announced.get(who)
      const silent = labels ? rows.calls.length - labels.length : ''
      print(formatRow([who, all.length, wrong.length, silent]))
    }
    const errors = checks.flatMap(({ error }) => error ?? [])
    for (const error of errors) print(`WRONG: ${error}`)
    const counts = `${rows.patients.length} patients, ${rows.calls.length} calls`
    const [forDisk, tooLateCount] = [refused(INSUFFICIENT_STORAGE), refused(REQUEST_TIMEOUT)]
    const reasons = `${forDisk} for the full disk, ${tooLateCount} too late`
    print(
      `\n${counts}, ${ledger.writes} writes acknowledged, ${ledger.refused} refused (${reasons})`,
    )
    print(`seed ${seed}: ${checks.length} checks, ${errors.length} wrong`)
    return { checks: checks.length, wrong: errors.length }
  } finally {
    await devices.close()
    await program.remove()
  }
}

type Parts = {
  program: DayProgram
  devices: Devices
  log: ReturnType<typeof createWriteLog>
  other: Awaited<ReturnType<typeof startOtherProgram>>
}

async function readNewestCall({ send }: DayProgram): Promise<number> {
  const { body } = await send('GET', '/api/dashboard/calls?after=0')
  return body.at(-1)?.sequence ?? 0
}

/** The patients of each day. */
async function readReport({ send }: DayProgram): Promise<number[]> {
  const { body } = await send('GET', '/api/reports?from=2000-01-01&to=2199-12-31&by=day')
  return body.rows.map(({ n }: { n: number }) => n)
}

async function work(
  { seed, patients, dayMs }: Day,
  { program, devices, log, other }: Parts,
  print: Print,
) {
  const { ledger, refusedCounts } = log
  const events: string[] = []
  const plan = planDay(seed, dayMs)
  const startedAt = Date.now()
  const names = devices.all.map(({ name }) => name)
  const offline = createOfflineLog(names, program.clock.changes)
  const faults = injectFaults(plan, {
    dayMs,
    program,
    devices,
    offline,
    log: event => events.push(event),
    getNames: () => [...ledger.patients.values()].map(({ name }) => name),
    hasMetFullDisk: () => refusedCounts.has(INSUFFICIENT_STORAGE),
  })
  const everyMs = (dayMs * ARRIVALS_END_AT) / patients
  // Every other day has no lull, so that registrations at midnight are tried too.
  const lullMs = seed % 2 === 0 ? plan.midnightMs - 1_000 : Number.POSITIVE_INFINITY
  let arrived = 0

  function takeName() {
    const ms = Date.now() - startedAt
    if (arrived >= patients) return undefined
    if (ms < arrived * everyMs || (ms >= lullMs && ms < lullMs + LULL_MS)) return null
    const first = FIRST_NAMES[arrived % FIRST_NAMES.length]
    return `${first} ${String(++arrived).padStart(3, '0')}`
  }

  async function printProgress() {
    for (let line = 1; line <= PROGRESS_LINES; line++) {
      const atMs = (dayMs * line) / PROGRESS_LINES
      await Bun.sleep(startedAt + atMs - Date.now())
      const counts = `${ledger.patients.size} registered, ${ledger.calls.length} calls`
      print([`${Math.round(atMs / 1000)} s  ${counts}`, ...events.splice(0)].join('; '))
    }
  }

  const random = (n: number) => createSeededRandom(seed + n)
  const schedule = { stepMs: dayMs / patients, isOver: () => Date.now() - startedAt >= dayMs }
  const [turn] = await Promise.all([
    faults,
    ...devices.receptions.map((desk, n) => register(desk, takeName, random(1 + n), schedule)),
    ...devices.rooms.map((desk, n) => serveRoom(desk, random(11 + n), schedule)),
    serveCounter(devices.counter, random(21), schedule),
    other.work(takeName, schedule.isOver),
    printProgress(),
  ])
  return { turn, offlineSpans: offline.read(), arrived }
}

/** Waits until every screen shows what a new page does, then compares with a restarted server. */
async function checkViews(program: DayProgram, { all, tvs, leaveFullscreen }: Devices) {
  const untilMs = Date.now() + CONSISTENT_WITHIN_MS
  const areQuiet = async () =>
    (await Promise.all(tvs.map(({ page }) => isQuiet(page)))).every(Boolean)
  while (!(await areQuiet()) && Date.now() < untilMs) await Bun.sleep(POLL_INTERVAL_MS)
  await leaveFullscreen()
  for (;;) {
    const fresh = await readFresh()
    const views = await Promise.all(all.map(({ getView }) => getView()))
    const isRight = compareAll(views, fresh).every(({ error }) => error === null)
    if (!isRight && Date.now() < untilMs) continue
    // Nothing that only the running process remembers may be shown.
    await program.restart('SIGTERM', () => {})
    return compareAll(views, await readFresh())
  }

  async function readFresh() {
    const views: View[] = []
    for (const { getFreshView } of all) views.push(await getFreshView())
    return views
  }

  function compareAll(views: View[], expected: View[]) {
    return all.flatMap(({ name }, n) => compareViews(name, views[n] ?? {}, expected[n] ?? {}))
  }
}
