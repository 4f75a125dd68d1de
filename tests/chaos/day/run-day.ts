import { createSeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { formatHeader, formatRow } from '../../bench/measurements.ts'
import {
  type Check,
  createCheck,
  createLedger,
  INSUFFICIENT_STORAGE,
  type Ledger,
} from '../ledger.ts'
import { checkDevice, checkStored, checkViews, listCalls, readReport } from './checks.ts'
import { FIRST_NAMES, switchQueue, uploadLists } from './clinic.ts'
import { serveCounter, serveRoom } from './desk-pages.ts'
import { openDevices } from './devices.ts'
import { breakServer, breakWifi, type Day, MIDNIGHT_AT } from './faults.ts'
import { useKiosk } from './kiosk-page.ts'
import { createOfflineLog } from './offline-log.ts'
import { startDayProgram } from './program.ts'
import { register } from './reception.ts'

const QUICK_MINUTES = 0.9
const QUICK_PATIENTS = 44
const MINUTES = 10
const PATIENTS_A_MINUTE = 30
const ARRIVALS_END_AT = 0.9
/** Nobody comes around midnight for long enough that a page must turn without a registration. */
const LULL_MS = 7_000
/** One of so many patients is expected; and when reception uploads the day's list once more. */
const EXPECTED = 5
const UPLOADS_FROM = 0.12
const UPLOADS_UNTIL = 0.7

type Print = (line: string) => void
type Options = { seed: number; minutes: number | undefined; isQuick: boolean }

export async function runDay({ seed, minutes: wanted, isQuick }: Options, print: Print) {
  const minutes = wanted ?? (isQuick ? QUICK_MINUTES : MINUTES)
  const patients = isQuick ? QUICK_PATIENTS : Math.round(minutes * PATIENTS_A_MINUTE)
  /** The overlays' speedup, so that an hour's calls fit. */
  const speedup = isQuick ? 20 : 6
  print(`\nseed ${seed}: ${patients} patients, 6 desks, 3 TVs and a kiosk in ${minutes} minutes\n`)
  const program = await startDayProgram()
  const ledger = createLedger()
  const cells = await uploadLists(program, Math.ceil(patients / EXPECTED))
  const devices = await openDevices(program, ledger, speedup)
  try {
    const names = devices.all.map(({ name }) => name)
    const offline = createOfflineLog(names, program.clock.changes)
    const day = { program, devices, ledger, offline, dayMs: minutes * 60_000 }
    const { checkTurns, arrived, found } = await work(day, { seed, patients, cells }, print)
    const checkReport = await readReport(program)
    const views = await checkViews(program, devices)
    const code = await program.end('SIGTERM')
    const hasName = FIRST_NAMES.some(name => program.logged().includes(name))
    const isMet = ledger.refused.includes(INSUFFICIENT_STORAGE) || !program.disk
    const checks = ledger.compare(program.dataDir, stored => {
      const calls = listCalls(stored)
      return [
        ...views,
        ...found,
        ...checkStored(stored, arrived, program.clock.offsetMs),
        checkReport(stored),
        ...checkTurns(offline),
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

type Arrivals = { seed: number; patients: number; cells: string }

async function work(parts: Omit<Day, 'log'>, { seed, patients, cells }: Arrivals, print: Print) {
  const { devices, ledger, dayMs } = parts
  const startedAt = Date.now()
  const getMs = () => Date.now() - startedAt
  function log(event: string) {
    const saved = `${ledger.count('acknowledged')} registered, ${ledger.writes} writes`
    print(`${(getMs() / 1000).toFixed(0)} s  ${saved}; ${event}`)
  }
  const day = { ...parts, log }
  const everyMs = (dayMs * ARRIVALS_END_AT) / patients
  // Every other day has no lull, so that registrations at midnight are tried too.
  const lullMs = seed % 2 === 0 ? dayMs * MIDNIGHT_AT - 1_000 : Number.POSITIVE_INFINITY
  const isLull = () => getMs() >= lullMs && getMs() < lullMs + LULL_MS
  const isDue = () => getMs() >= dayMs * UPLOADS_FROM && getMs() < dayMs * UPLOADS_UNTIL
  const list = { cells, isDue, isUploaded: false }
  let arrived = 0

  function takeName() {
    if (arrived >= patients) return undefined
    if (getMs() < arrived * everyMs || isLull()) return null
    const first = FIRST_NAMES[arrived % FIRST_NAMES.length]
    return `${first} ${String(++arrived).padStart(3, '0')}`
  }

  const random = (n: number) => createSeededRandom(seed + n)
  const schedule = { stepMs: dayMs / patients, isOver: () => getMs() >= dayMs }
  const hasLastCome = () => getMs() >= dayMs * ARRIVALS_END_AT
  const desk = (n: number) => ({ ...schedule, isLull, list: n === 0 ? list : null })
  const [checkTurns, found] = await Promise.all([
    breakServer(random(31), day),
    switchQueue(day),
    breakWifi(random(41), day),
    ...devices.at('/register').map((one, n) => register(one, takeName, random(1 + n), desk(n))),
    ...devices.kiosks.map(({ page }) =>
      useKiosk({ page, ledger }, random(61), { isOver: hasLastCome, isLull }),
    ),
    ...devices.at('/queue').map((desk, n) => serveRoom(desk, random(11 + n), schedule)),
    ...devices.at('/dispensary').map(desk => serveCounter(desk, random(21), schedule)),
  ])
  found.push(createCheck('appointments', list.isUploaded, 'the list was not uploaded again'))
  return { checkTurns, arrived, found }
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
