import { HOUR_MS, MINUTE_MS } from '#domain/time'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { SESSION_RENEWAL_MS } from '../../../server/security/session.ts'
import { INSUFFICIENT_STORAGE, type Ledger } from '../ledger.ts'
import { watchTurns } from './day-turn.ts'
import type { Devices } from './devices.ts'
import type { OfflineLog } from './offline-log.ts'
import { AFTERNOON_AHEAD_MS, type DayProgram } from './program.ts'

export const MIDNIGHT_AT = 0.76
const WIFI_TROUBLES_A_MINUTE = 4
const REQUEST_ENDS_WITHIN_MS = 10_500
const FULL_DISK_IS_MET_WITHIN_MS = 20_000
/** A request gives up after 10 s without an answer, and a connection after 8 s. */
const SILENCE_IS_KNOWN_WITHIN_MS = 10_000

export type Day = {
  dayMs: number
  program: DayProgram
  devices: Devices
  offline: OfflineLog
  ledger: Ledger
  log(event: string): void
}

/** One after another; resolves with a check of what each screen did at midnight. */
export async function breakServer(random: SeededRandom, day: Day) {
  const { dayMs, program, devices, offline, ledger, log } = day
  const longestMs = getLongestMs(dayMs)
  const beforeMidnightMs = random.between(0.2, 0.5) * longestMs
  const startedAt = Date.now()
  const sleepUntil = (ms: number) => Bun.sleep(Math.max(0, ms - Date.now()))
  const nextAt = (share: number) =>
    sleepUntil(startedAt + dayMs * (share + random.between(-0.02, 0.02)))

  await nextAt(0.1)
  await kill()
  await nextAt(0.17)
  setClock(HOUR_MS)
  await nextAt(0.22)
  // A long run hangs longer than the 10 s after which a page gives a write up.
  await hang(random.between(0.75, 0.95) * longestMs)
  await nextAt(0.36)
  setClock(0)
  await nextAt(0.39)
  await fillDisk(dayMs * 0.1)
  await nextAt(0.52)
  setClock(AFTERNOON_AHEAD_MS)
  // A request of before may still bring an older cookie until it is answered or given up.
  await Bun.sleep(REQUEST_ENDS_WITHIN_MS)
  program.clock.set(AFTERNOON_AHEAD_MS + SESSION_RENEWAL_MS)
  await devices.renewSessions()
  await sleepUntil(startedAt + dayMs * MIDNIGHT_AT - beforeMidnightMs)
  const checkTurns = await passMidnight()
  await nextAt(0.87)
  await hang(random.between(0.4, 0.7) * longestMs)
  return checkTurns

  async function takeOffline(event: string, fault: () => Promise<unknown>) {
    const fromMs = Date.now()
    await fault()
    offline.addAll(fromMs)
    log(event)
  }

  function kill() {
    const downMs = random.between(0, longestMs / 3)
    const event = `kill -9, off for ${seconds(downMs)}`
    return takeOffline(event, () => program.restart('SIGKILL', () => Bun.sleep(downMs)))
  }

  function hang(lastsMs: number) {
    return takeOffline(`hung for ${seconds(lastsMs)}`, () => program.hang(lastsMs))
  }

  function setClock(aheadMs: number) {
    program.clock.set(aheadMs)
    log(aheadMs > 0 ? `clock set ${aheadMs / HOUR_MS} h ahead` : 'clock set back')
  }

  /** The disk is filled during a restart, so that no open file has free space. */
  async function fillDisk(lastsMs: number) {
    const { disk } = program
    const fromMs = Date.now()
    if (disk) await takeOffline('disk full', () => program.restart('SIGTERM', disk.fill))
    else log('disk not filled: needs root')
    await Bun.sleep(lastsMs * random.between(0.4, 0.6))
    await kill()
    await sleepUntil(fromMs + lastsMs)
    // On a busy machine the restarts may have taken all of that time.
    const untilMs = Date.now() + FULL_DISK_IS_MET_WITHIN_MS
    while (disk && !ledger.refused.includes(INSUFFICIENT_STORAGE) && Date.now() < untilMs)
      await Bun.sleep(100)
    disk?.empty()
  }

  async function passMidnight() {
    program.clock.setBeforeMidnight(beforeMidnightMs)
    const turns = Bun.sleep(beforeMidnightMs).then(() => {
      log('midnight')
      return watchTurns(devices, program, ledger.names())
    })
    if (random.happens(0.5)) {
      await Bun.sleep(beforeMidnightMs * random.between(0.2, 0.8))
      await hang(random.between(0.4, 0.7) * longestMs)
    }
    return turns
  }
}

/** Each trouble is cut and back at once, away for a while, or stalled silently. */
export async function breakWifi(random: SeededRandom, { dayMs, devices, offline, log }: Day) {
  const { all } = devices
  const count = Math.max(4, Math.round((dayMs / MINUTE_MS) * WIFI_TROUBLES_A_MINUTE))
  const first = Math.floor(random.between(0, all.length))
  // They have trouble in turn, so that a long run affects every device.
  const inTurn = Array.from({ length: count }, (_, n) => all[(first + n) % all.length] ?? [])
  const troubles = inTurn.flat().map(async ({ name, proxy }, n) => {
    const how = n % 4 === 0 ? 'silent' : random.oneOf('cut', 'away', 'away')
    const lastsMs = how === 'cut' ? 0 : random.between(500, getLongestMs(dayMs))
    await Bun.sleep(dayMs * random.between(0.08, 0.9))
    const fromMs = Date.now()
    if (how !== 'cut') proxy.becomes(how === 'away' ? 'refuses' : 'silent')
    if (how === 'silent') proxy.loseAll()
    else proxy.cutAll()
    log(`Wi-Fi of ${name} ${how} ${seconds(lastsMs)}`)
    await Bun.sleep(lastsMs)
    proxy.becomes('passes')
    offline.add(name, fromMs, how === 'silent' ? SILENCE_IS_KNOWN_WITHIN_MS : 0)
  })
  await Promise.all(troubles)
}

function getLongestMs(dayMs: number) {
  return Math.min(15_000, dayMs / 8)
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}
