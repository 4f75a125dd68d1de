import { createSeededRandom } from '../seeded-random.ts'
import { DESKS, openActors, TVS } from './actors/actors.ts'
import { createArrivals, registerArrivals, serveCounter, serveRoom } from './actors/behavior.ts'
import { getApiView } from './checks/api-view.ts'
import { type Check, createCheck } from './checks/compare-views.ts'
import { checkTurns } from './checks/day-turn.ts'
import { runFinalChecks } from './checks/final-checks.ts'
import { mergeSpans } from './checks/offline-spans.ts'
import { checkTooLate } from './checks/too-late.ts'
import { waitUntilConsistent } from './checks/wait-until-consistent.ts'
import { injectFaults } from './fault-injection.ts'
import { createFaultPlan, type Fault } from './fault-plan.ts'
import { getOffsetMs, startScenarioProgram } from './program.ts'
import { createWriteLog } from './write-log.ts'

const PROGRESS_LINES = 10
/** The share of the time in which patients arrive. */
const ARRIVALS_END_AT = 0.9
const INSUFFICIENT_STORAGE = 507
/** Around midnight, long enough for a page to turn without a registration. */
const LULL_MS = 7_000
const SAMPLE_NAME = 'MEI LING'

type Options = { seed: number; patients: number; dayMs: number; speedup: number }

/** Runs the scenario; returns its checks and counts. */
export async function runScenario(
  { seed, patients, dayMs, speedup }: Options,
  log: (line: string) => void,
) {
  const { record, finish, ledger, refusedCounts, tooLate } = createWriteLog()
  const program = await startScenarioProgram()
  const actors = await openActors(program, record, speedup)
  const offsetMs = getOffsetMs(program.timeZone)
  const readApi = () => getApiView(program.admin, { nowMs: program.now(), offsetMs })
  try {
    const plan = createFaultPlan(seed, dayMs, [...DESKS, ...TVS])
    program.setClock(0)
    await program.untilClockIsSet()
    await actors.renewSessions()
    const startedAt = Date.now()
    const faultLog: string[] = []
    const wifiLog: string[] = []
    const injection = injectFaults(plan, {
      program,
      actors,
      onFault: event => faultLog.push(event),
      onWifiFault: event => wifiLog.push(event),
      getNames: () => [...ledger.patients.values()].map(({ name }) => name),
      getApiView: readApi,
      hasMetFullDisk: () => refusedCounts.has(INSUFFICIENT_STORAGE),
    })
    const arrivals = createArrivals(
      patients,
      (dayMs * ARRIVALS_END_AT) / patients,
      // On every other day, so that registrations at midnight are tried too.
      seed % 2 === 0 ? findLull(plan) : null,
    )
    const schedule = { stepMs: dayMs / patients, isOver: () => Date.now() - startedAt >= dayMs }
    const work = [
      ...actors.receptions.map((desk, n) =>
        registerArrivals(desk, arrivals, createSeededRandom(seed + 1 + n), schedule),
      ),
      ...actors.rooms.map((desk, n) =>
        serveRoom(desk, createSeededRandom(seed + 11 + n), schedule),
      ),
      serveCounter(actors.counter, createSeededRandom(seed + 21), schedule),
    ]
    for (let line = 1; line <= PROGRESS_LINES; line++) {
      const atMs = (dayMs * line) / PROGRESS_LINES
      await Bun.sleep(startedAt + atMs - Date.now())
      const done = `${ledger.patients.size} registered, ${ledger.calls.length} calls`
      const parts = [`${clockOf(atMs)}  ${done}`, ...faultLog.splice(0)]
      if (wifiLog.length > 0) parts.push(`Wi-Fi: ${wifiLog.splice(0).join(', ')}`)
      log(parts.join('; '))
    }
    await Promise.all([...work, injection.over()])

    const endedAt = performance.now()
    const views = await waitUntilConsistent(actors, readApi)
    const time = { nowMs: program.now(), offsetMs }
    log(`${views.size} views compared after ${seconds(performance.now() - endedAt)}`)
    const code = await program.stop()
    const offlineSpans = new Map(
      [...injection.offlineSpans].map(([name, spans]) => [name, mergeSpans(spans, program.clocks)]),
    )
    const finalResult = runFinalChecks({
      dataDir: program.dataDir,
      ledger,
      requests: finish(),
      time,
      arrivalCount: arrivals.arrivalCount(),
      views,
      announced: new Map(actors.tvs.map(({ name, announced }) => [name, announced])),
      offlineSpans,
      clocks: program.clocks,
    })
    const turnChecks = checkTurns(injection.turns(), injection.midnightMs(), offlineSpans)
    const scenarioChecks = [
      createCheck('scenario', code === 0, `SIGTERM ended it with ${code}`),
      createCheck('scenario', injection.kills() === 2, `${injection.kills()} kills instead of 2`),
      createCheck(
        'scenario',
        refusedCounts.has(INSUFFICIENT_STORAGE) || !program.disk,
        'no write met the full disk',
      ),
      createCheck(
        'scenario',
        !program.logged().includes(SAMPLE_NAME),
        "the log holds patients' names",
      ),
    ]
    const consoleChecks = [...actors.desks, ...actors.tvs].map(
      ({ name, consoleErrors: [first] }): Check => ({
        about: name,
        error: first === undefined ? null : `${name}, console: ${first}`,
      }),
    )
    return {
      ...finalResult,
      checks: [
        ...finalResult.checks,
        ...turnChecks,
        ...checkTooLate(tooLate, program.clocks, offlineSpans),
        ...scenarioChecks,
        ...consoleChecks,
      ],
      ledger,
      refusedCounts,
      unsureCount: actors.steppingDesks.reduce((all, { unsureOf }) => all + unsureOf.size, 0),
    }
  } finally {
    await actors.close()
    await program.remove()
  }
}

function findLull(plan: Fault[]) {
  const midnight = plan.find(fault => fault.what === 'midnight')
  if (!midnight) return null
  const fromMs = midnight.atMs + midnight.leadMs - 1_000
  return { fromMs, toMs: fromMs + LULL_MS }
}

function clockOf(ms: number) {
  const [minutes, rest] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000)]
  return [minutes, rest].map(part => String(part).padStart(2, '0')).join(':')
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}
