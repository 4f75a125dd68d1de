import { createLedger } from '../stress/ledger.ts'
import { DESKS, openActors, TVS } from './actors/actors.ts'
import { createArrivals, registerArrivals, serveCounter, serveRoom } from './actors/behavior.ts'
import { type RecordedWrite, updateLedger } from './actors/desk-actor.ts'
import { getApiView } from './checks/api-view.ts'
import { type Check, createCheck } from './checks/compare-views.ts'
import { runFinalChecks } from './checks/final-checks.ts'
import { mergeSpans } from './checks/offline-spans.ts'
import { waitUntilConsistent } from './checks/wait-until-consistent.ts'
import { injectFaults } from './fault-injection.ts'
import { createFaultPlan } from './fault-plan.ts'
import { startScenarioProgram } from './program.ts'
import { createSeededRandom } from './seeded-random.ts'

const PROGRESS_LINES = 10
/** The share of the time in which patients arrive. */
const ARRIVALS_END_AT = 0.9
const INSUFFICIENT_STORAGE = 507
const SAMPLE_NAME = 'MEI LING'

type Options = { seed: number; patients: number; dayMs: number; speedup: number }

/** Runs the scenario; returns its checks and counts. */
export async function runLoadScenario(
  { seed, patients, dayMs, speedup }: Options,
  log: (line: string) => void,
) {
  const ledger = createLedger()
  let fullDiskCount = 0
  function onWrite(write: RecordedWrite) {
    if (write.status === INSUFFICIENT_STORAGE) fullDiskCount++
    updateLedger(ledger, write)
  }
  const program = await startScenarioProgram()
  const actors = await openActors(program, onWrite, speedup)
  try {
    const plan = createFaultPlan(seed, dayMs, [...DESKS, ...TVS])
    const startedAt = Date.now()
    const faultLog: string[] = []
    const wifiLog: string[] = []
    const injection = injectFaults(plan, {
      program,
      actors,
      onFault: event => faultLog.push(event),
      onWifiFault: event => wifiLog.push(event),
    })
    const arrivals = createArrivals(patients, (dayMs * ARRIVALS_END_AT) / patients)
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
    const views = await waitUntilConsistent(actors, () => getApiView(program.admin))
    log(`${views.size} views compared after ${seconds(performance.now() - endedAt)}`)
    const code = await program.stop()
    const finalResult = runFinalChecks({
      dataDir: program.dataDir,
      ledger,
      arrivalCount: arrivals.arrivalCount(),
      views,
      announced: new Map(actors.tvs.map(({ name, announced }) => [name, announced])),
      offlineSpans: new Map(
        [...injection.offlineSpans].map(([tv, spans]) => [tv, mergeSpans(spans, program.clocks)]),
      ),
      clocks: program.clocks,
    })
    const scenarioChecks = [
      createCheck('scenario', code === 0, `SIGTERM ended it with ${code}`),
      createCheck('scenario', injection.kills() === 2, `${injection.kills()} kills instead of 2`),
      createCheck('scenario', fullDiskCount > 0 || !program.disk, 'no write met the full disk'),
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
      checks: [...finalResult.checks, ...scenarioChecks, ...consoleChecks],
      ledger,
      fullDiskCount,
    }
  } finally {
    await actors.close()
    await program.remove()
  }
}

function clockOf(ms: number) {
  const [minutes, rest] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000)]
  return [minutes, rest].map(part => String(part).padStart(2, '0')).join(':')
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}
