import type { Actors } from './actors/actors.ts'
import { type DayTurn, watchTurn } from './checks/day-turn.ts'
import type { View } from './checks/expected-view.ts'
import { getOfflineSpan, type Span } from './checks/offline-spans.ts'
import { AFTERNOON_AHEAD_MS, type Fault } from './fault-plan.ts'
import type { ScenarioProgram } from './program.ts'

const HOUR_MS = 60 * 60_000
const REQUEST_ENDS_WITHIN_MS = 10_500
const FULL_DISK_IS_MET_WITHIN_MS = 20_000

type Deps = {
  program: ScenarioProgram
  actors: Actors
  onFault(what: string): void
  onWifiFault(what: string): void
  /** Names of the patients who came so far. */
  getNames(): string[]
  getApiView(): Promise<View>
  hasMetFullDisk(): boolean
}

/** Injects the planned faults when they are due. */
export function injectFaults(
  plan: Fault[],
  { program, actors, onFault, onWifiFault, getNames, getApiView, hasMetFullDisk }: Deps,
) {
  const startedAt = Date.now()
  const viewers = [...actors.desks, ...actors.tvs]
  const offlineSpans = new Map<string, Span[]>(viewers.map(({ name }) => [name, []]))
  let kills = 0
  let midnightMs = 0
  let turns: DayTurn[] = []
  let diskTrouble: Promise<void> = Promise.resolve()
  let renewal: Promise<void> = Promise.resolve()
  const ends = plan.map(async fault => {
    await Bun.sleep(startedAt + fault.atMs - Date.now())
    await inject(fault)
  })

  async function inject(fault: Fault) {
    const fromMs = Date.now()
    switch (fault.what) {
      case 'killed': {
        const upIn = await program.killAndStart(fault.downMs)
        kills++
        markAllOffline(fromMs)
        return onFault(`kill -9, off for ${seconds(fault.downMs)}, up in ${upIn.toFixed(0)} ms`)
      }
      case 'hung':
        await program.hang(fault.lastsMs)
        markAllOffline(fromMs)
        return onFault(`hung for ${seconds(Date.now() - fromMs)}`)
      case 'clock':
        program.setClock(fault.aheadMs)
        onFault(
          fault.aheadMs > 0 ? `clock set ${fault.aheadMs / HOUR_MS} h ahead` : 'clock set back',
        )
        if (fault.aheadMs === AFTERNOON_AHEAD_MS) renewal = renewSessions()
        return renewal
      case 'midnight':
        return passMidnight(fault.leadMs)
      case 'disk':
        diskTrouble = fillDisk(fault.lastsMs, fromMs)
        return diskTrouble
      case 'wifi':
        return breakWifi(fault, fromMs)
    }
  }

  async function fillDisk(lastsMs: number, fromMs: number) {
    if (!program.disk) return onFault('disk not filled: needs root on Linux')
    await program.fillDisk()
    markAllOffline(fromMs)
    onFault(`restarted with a full disk for ${seconds(lastsMs)}`)
    await Bun.sleep(lastsMs)
    // On a busy machine the restarts may have taken all of that time.
    const untilMs = Date.now() + FULL_DISK_IS_MET_WITHIN_MS
    while (!hasMetFullDisk() && Date.now() < untilMs) await Bun.sleep(100)
    program.disk.empty()
  }

  async function renewSessions() {
    // A renewal needs space on the disk.
    await diskTrouble
    await program.untilClockIsSet()
    await actors.renewSessions()
    // Until every request with an older cookie has been answered or given up.
    await Bun.sleep(REQUEST_ENDS_WITHIN_MS)
  }

  async function passMidnight(leadMs: number) {
    await renewal
    program.setClockBeforeMidnight(leadMs)
    midnightMs = Date.now() + leadMs
    await Bun.sleep(leadMs)
    onFault('midnight')
    turns = await watchTurns()
  }

  function watchTurns() {
    const names = getNames()
    return Promise.all(viewers.map(viewer => watchTurn(viewer, names, getApiView)))
  }

  function markAllOffline(fromMs: number) {
    const span = getOfflineSpan('server', { fromMs, toMs: Date.now() })
    for (const spans of offlineSpans.values()) spans.push(span)
  }

  async function breakWifi(
    { device, how, lastsMs }: Extract<Fault, { what: 'wifi' }>,
    fromMs: number,
  ) {
    const proxy = actors.getProxy(device)
    if (how === 'silent') {
      proxy.becomes('silent')
      proxy.loseAll()
    } else {
      if (how === 'away') proxy.becomes('refuses')
      proxy.cutAll()
    }
    onWifiFault(`${device} ${how}${how === 'cut' ? '' : ` ${seconds(lastsMs)}`}`)
    if (how !== 'cut') await Bun.sleep(lastsMs)
    proxy.becomes('passes')
    offlineSpans.get(device)?.push(getOfflineSpan(how, { fromMs, toMs: Date.now() }))
  }

  return {
    offlineSpans,
    kills: () => kills,
    midnightMs: () => midnightMs,
    turns: () => turns,
    over: () => Promise.all(ends),
  }
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}
