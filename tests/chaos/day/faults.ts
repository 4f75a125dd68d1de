import { MINUTE_MS } from '#domain/time'
import { SESSION_RENEWAL_MS } from '../../../server/security/session.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type DayTurn, watchTurns } from './day-turn.ts'
import type { Devices } from './devices.ts'
import type { OfflineLog } from './offline-log.ts'
import { AFTERNOON_AHEAD_MS, type DayProgram, HOUR_MS } from './program.ts'

const WIFI_TROUBLES_A_MINUTE = 4
const REQUEST_ENDS_WITHIN_MS = 10_500
const FULL_DISK_IS_MET_WITHIN_MS = 20_000
/** A request gives up after 10 s without an answer, and a connection after 8 s. */
const SILENCE_IS_KNOWN_WITHIN_MS = 10_000

type Deps = {
  dayMs: number
  program: DayProgram
  devices: Devices
  offline: OfflineLog
  log(event: string): void
  getNames(): string[]
  hasMetFullDisk(): boolean
}

/** The random choices of a seed's day; its faults last at most `longestMs`. */
export function planDay(seed: number, dayMs: number) {
  const random = createSeededRandom(seed)
  const longestMs = Math.min(15_000, dayMs / 8)
  const beforeMidnightMs = random.between(0.2, 0.5) * longestMs
  const midnightMs = dayMs * random.between(0.73, 0.77) + beforeMidnightMs
  return { random, longestMs, beforeMidnightMs, midnightMs }
}

type Plan = ReturnType<typeof planDay>

/** The server's faults come one after another, those of the Wi-Fi at any time. */
export async function injectFaults(plan: Plan, deps: Deps) {
  const [turn] = await Promise.all([breakServer(plan, deps), breakWifi(plan, deps)])
  return turn
}

async function breakServer({ random, longestMs, beforeMidnightMs, midnightMs }: Plan, deps: Deps) {
  const { dayMs, program, devices, offline, log, getNames, hasMetFullDisk } = deps
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
  await sleepUntil(startedAt + midnightMs - beforeMidnightMs)
  const turn = await passMidnight()
  await nextAt(0.87)
  await hang(random.between(0.4, 0.7) * longestMs)
  return turn

  async function kill() {
    const [fromMs, downMs] = [Date.now(), random.between(0, longestMs / 3)]
    const upMs = await program.restart('SIGKILL', () => Bun.sleep(downMs))
    offline.addAll(fromMs)
    log(`kill -9, off for ${seconds(downMs)}, up in ${upMs.toFixed(0)} ms`)
  }

  async function hang(lastsMs: number) {
    const fromMs = Date.now()
    await program.hang(lastsMs)
    offline.addAll(fromMs)
    log(`hung for ${seconds(lastsMs)}`)
  }

  function setClock(aheadMs: number) {
    program.clock.set(aheadMs)
    log(aheadMs > 0 ? `clock set ${aheadMs / HOUR_MS} h ahead` : 'clock set back')
  }

  /** The disk is filled during a restart, so that no open file has free space. */
  async function fillDisk(lastsMs: number) {
    const { disk } = program
    const fromMs = Date.now()
    if (disk) {
      await program.restart('SIGTERM', disk.fill)
      offline.addAll(fromMs)
    }
    log(disk ? `restarted with a full disk for ${seconds(lastsMs)}` : 'disk not filled: needs root')
    await Bun.sleep(lastsMs * random.between(0.4, 0.6))
    await kill()
    await sleepUntil(fromMs + lastsMs)
    // On a busy machine the restarts may have taken all of that time.
    const untilMs = Date.now() + FULL_DISK_IS_MET_WITHIN_MS
    while (disk && !hasMetFullDisk() && Date.now() < untilMs) await Bun.sleep(100)
    disk?.empty()
  }

  async function passMidnight(): Promise<DayTurn> {
    program.clock.setBeforeMidnight(beforeMidnightMs)
    const midnightMs = Date.now() + beforeMidnightMs
    const turns = Bun.sleep(beforeMidnightMs).then(() => {
      log('midnight')
      return watchTurns(devices, program, getNames())
    })
    if (random.happens(0.5)) {
      await Bun.sleep(beforeMidnightMs * random.between(0.2, 0.8))
      await hang(random.between(0.4, 0.7) * longestMs)
    }
    return { midnightMs, turns: await turns }
  }
}

/** Each trouble is cut and back at once, away for a while, or stalled silently. */
async function breakWifi({ random, longestMs }: Plan, { dayMs, devices, offline, log }: Deps) {
  const { all } = devices
  const count = Math.max(4, Math.round((dayMs / MINUTE_MS) * WIFI_TROUBLES_A_MINUTE))
  const first = Math.floor(random.between(0, all.length))
  const troubles = Array.from({ length: count }, async (_, n) => {
    // They have trouble in turn, so that a long run affects every device.
    const name = all[(first + n) % all.length]?.name ?? ''
    const how = n % 4 === 0 ? 'silent' : random.oneOf('cut', 'away', 'away')
    const lastsMs = how === 'cut' ? 0 : random.between(500, longestMs)
    await Bun.sleep(dayMs * random.between(0.08, 0.9))
    const fromMs = Date.now()
    const proxy = devices.getProxy(name)
    if (how === 'away') proxy.becomes('refuses')
    if (how === 'silent') proxy.becomes('silent')
    if (how === 'silent') proxy.loseAll()
    else proxy.cutAll()
    log(`Wi-Fi of ${name} ${how} ${seconds(lastsMs)}`)
    await Bun.sleep(lastsMs)
    proxy.becomes('passes')
    offline.add(name, fromMs, how === 'silent' ? SILENCE_IS_KNOWN_WITHIN_MS : 0)
  })
  await Promise.all(troubles)
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}
