import type { WorstClinic } from './clinic.ts'
import { deafAfter, type Span } from './deaf.ts'
import type { Trouble } from './plan.ts'
import type { Staff } from './staff.ts'

type World = {
  clinic: WorstClinic
  staff: Staff
  tell(what: string): void
  tellOfWifi(what: string): void
}

/** Lets a day's troubles happen when they are due. */
export function beginTroubles(plan: Trouble[], { clinic, staff, tell, tellOfWifi }: World) {
  const openedAt = Date.now()
  const deaf = new Map<string, Span[]>(staff.tvs.map(({ name }) => [name, []]))
  let kills = 0
  const ends = plan.map(async trouble => {
    await Bun.sleep(openedAt + trouble.atMs - Date.now())
    await happen(trouble)
  })

  async function happen(trouble: Trouble) {
    const fromMs = Date.now()
    switch (trouble.what) {
      case 'killed': {
        const upIn = await clinic.killAndStart(trouble.downMs)
        kills++
        everyTvIsDeaf(fromMs)
        return tell(`kill -9, off for ${seconds(trouble.downMs)}, up in ${upIn.toFixed(0)} ms`)
      }
      case 'clock':
        clinic.setClock(trouble.aheadMs)
        return tell(trouble.aheadMs > 0 ? 'clock set an hour forth' : 'clock set back')
      case 'disk': {
        if (!clinic.disk) return tell('the disk cannot be filled: that takes root on Linux')
        await clinic.fillDisk()
        everyTvIsDeaf(fromMs)
        tell(`restarted, and the disk full for ${seconds(trouble.lastsMs)}`)
        await Bun.sleep(trouble.lastsMs)
        return clinic.disk.empty()
      }
      case 'wifi':
        return loseWifi(trouble, fromMs)
    }
  }

  function everyTvIsDeaf(fromMs: number) {
    const span = deafAfter('killed', { fromMs, toMs: Date.now() })
    for (const spans of deaf.values()) spans.push(span)
  }

  async function loseWifi(
    { whose, how, lastsMs }: Extract<Trouble, { what: 'wifi' }>,
    fromMs: number,
  ) {
    const proxy = staff.wifi(whose)
    if (how === 'silent') {
      proxy.becomes('silent')
      proxy.loseAll()
    } else {
      if (how === 'away') proxy.becomes('refuses')
      proxy.cutAll()
    }
    tellOfWifi(`${whose} ${how}${how === 'cut' ? '' : ` ${seconds(lastsMs)}`}`)
    if (how !== 'cut') await Bun.sleep(lastsMs)
    proxy.becomes('passes')
    deaf.get(whose)?.push(deafAfter(how, { fromMs, toMs: Date.now() }))
  }

  return { deaf, kills: () => kills, over: () => Promise.all(ends) }
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}
