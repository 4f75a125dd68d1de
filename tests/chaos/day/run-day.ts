import { formatHeader, formatRow } from '../../bench/measurements.ts'
import {
  type Check,
  createCheck,
  createLedger,
  INSUFFICIENT_STORAGE,
  type Ledger,
} from '../ledger.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { checkDevice, checkStored, checkViews, listCalls } from './checks.ts'
import { FIRST_NAMES, register, serveCounter, serveRoom } from './desk-pages.ts'
import { type Devices, openDevices } from './devices.ts'
import { breakServer, breakWifi, MIDNIGHT_AT } from './faults.ts'
import { createOfflineLog } from './offline-log.ts'
import { startOtherProgram } from './other-program.ts'
import { type DayProgram, startDayProgram } from './program.ts'

const QUICK_MINUTES = 0.9
const QUICK_PATIENTS = 44
const MINUTES = 10
const PATIENTS_A_MINUTE = 30
const ARRIVALS_END_AT = 0.9
/** Nobody comes around midnight for long enough that a page must turn without a registration. */
const LULL_MS = 7_000

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
  const ledger = createLedger()
  const devices = await openDevices(program, ledger, speedup)
  try {
    const other = await startOtherProgram(program, ledger)
    const offline = createOfflineLog(
      devices.all.map(({ name }) => name),
      program.clock.changes,
    )
    const day = { seed, patients, dayMs: minutes * 60_000 }
    const { checkTurns, arrived } = await work(
      day,
      { program, devices, ledger, other, offline },
      print,
    )
    await other.catchUp()
    const reported = await countReported(program)
    const views = await checkViews(program, devices)
    const code = await program.end('SIGTERM')
    const hasName = FIRST_NAMES.some(name => program.logged().includes(name))
    const isMet = ledger.refused.includes(INSUFFICIENT_STORAGE) || !program.disk
    const checks = ledger.compare(program.dataDir, stored => {
      const calls = listCalls(stored)
      return [
        ...views,
        ...checkStored(stored, { arrived, reported, offsetMs: program.clock.offsetMs }),
        ...checkTurns(offline),
        ...other.check(calls.map(({ sequence }) => sequence)),
        ...devices.all.flatMap(device => checkDevice(device, calls, offline)),
        createCheck('day', code === 0, `SIGTERM ended it with ${code}`),
        createCheck('day', isMet, 'no write met the full disk'),
        createCheck('day', !hasName, "the log holds patients' names"),
      ]
    })
    return summarize(seed, checks, ledger, print)
  } finally {
    await devices.close()
    await program.remove()
  }
}

type Parts = {
  program: DayProgram
  devices: Devices
  ledger: Ledger
  other: Awaited<ReturnType<typeof startOtherProgram>>
  offline: ReturnType<typeof createOfflineLog>
}

async function work({ seed, patients, dayMs }: Day, parts: Parts, print: Print) {
  const { devices, ledger, other } = parts
  const startedAt = Date.now()
  const getMs = () => Date.now() - startedAt
  function log(event: string) {
    const saved = `${ledger.count('acknowledged')} registered, ${ledger.writes} writes`
    print(`${(getMs() / 1000).toFixed(0)} s  ${saved}; ${event}`)
  }
  const deps = { ...parts, dayMs, log }
  const everyMs = (dayMs * ARRIVALS_END_AT) / patients
  // Every other day has no lull, so that registrations at midnight are tried too.
  const lullMs = seed % 2 === 0 ? dayMs * MIDNIGHT_AT - 1_000 : Number.POSITIVE_INFINITY
  let arrived = 0

  function takeName() {
    const ms = getMs()
    if (arrived >= patients) return undefined
    if (ms < arrived * everyMs || (ms >= lullMs && ms < lullMs + LULL_MS)) return null
    const first = FIRST_NAMES[arrived % FIRST_NAMES.length]
    return `${first} ${String(++arrived).padStart(3, '0')}`
  }

  const random = (n: number) => createSeededRandom(seed + n)
  const schedule = { stepMs: dayMs / patients, isOver: () => getMs() >= dayMs }
  const [checkTurns] = await Promise.all([
    breakServer(random(31), deps),
    breakWifi(random(41), deps),
    ...devices.at('/register').map((desk, n) => register(desk, takeName, random(1 + n), schedule)),
    ...devices.at('/queue').map((desk, n) => serveRoom(desk, random(11 + n), schedule)),
    ...devices.at('/dispensary').map(desk => serveCounter(desk, random(21), schedule)),
    other.work(takeName),
  ])
  return { checkTurns, arrived }
}

/** The patients of all days. */
async function countReported({ send }: DayProgram): Promise<number> {
  const { body } = await send('GET', '/api/reports?from=2000-01-01&to=2199-12-31&by=day')
  return body.rows.reduce((sum: number, { n }: { n: number }) => sum + n, 0)
}

function summarize(seed: number, checks: Check[], { writes, refused }: Ledger, print: Print) {
  print(`\n${formatHeader(['who', 'checks', 'wrong'])}`)
  for (const [who, all] of Map.groupBy(checks, ({ about }) => about)) {
    print(formatRow([who, all.length, all.filter(({ error }) => error !== null).length]))
  }
  const wrong = checks.filter(({ error }) => error !== null)
  for (const { about, error } of wrong) print(`WRONG: ${about}: ${error}`)
  const forDisk = refused.filter(status => status === INSUFFICIENT_STORAGE).length
  print(`\n${writes} writes acknowledged, ${refused.length} refused (${forDisk} for the full disk)`)
  print(`seed ${seed}: ${checks.length} checks, ${wrong.length} wrong`)
  return { checks: checks.length, wrong: wrong.length }
}
