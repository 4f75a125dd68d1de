import type { Actors } from './actors/actors.ts'
import { getOfflineSpan, type Span } from './checks/offline-spans.ts'
import type { Fault } from './fault-plan.ts'
import type { ScenarioProgram } from './program.ts'

type Deps = {
  program: ScenarioProgram
  actors: Actors
  onFault(what: string): void
  onWifiFault(what: string): void
}

/** Injects the planned faults when they are due. */
export function injectFaults(plan: Fault[], { program, actors, onFault, onWifiFault }: Deps) {
  const startedAt = Date.now()
  const offlineSpans = new Map<string, Span[]>(actors.tvs.map(({ name }) => [name, []]))
  let kills = 0
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
        markTvsOffline(fromMs)
        return onFault(`kill -9, off for ${seconds(fault.downMs)}, up in ${upIn.toFixed(0)} ms`)
      }
      case 'clock':
        program.setClock(fault.aheadMs)
        return onFault(fault.aheadMs > 0 ? 'clock set an hour ahead' : 'clock set back')
      case 'disk': {
        if (!program.disk) return onFault('disk not filled: needs root on Linux')
        await program.fillDisk()
        markTvsOffline(fromMs)
        onFault(`restarted with a full disk for ${seconds(fault.lastsMs)}`)
        await Bun.sleep(fault.lastsMs)
        return program.disk.empty()
      }
      case 'wifi':
        return breakWifi(fault, fromMs)
    }
  }

  function markTvsOffline(fromMs: number) {
    const span = getOfflineSpan('killed', { fromMs, toMs: Date.now() })
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

  return { offlineSpans, kills: () => kills, over: () => Promise.all(ends) }
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}
