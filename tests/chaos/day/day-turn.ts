import type { Devices } from './devices.ts'
import type { OfflineSpan } from './offline-log.ts'
import type { DayProgram } from './program.ts'
import { type Check, createCheck, type View } from './views.ts'

/** Pages look at the clock every 5 s. */
const TURNS_WITHIN_MS = 10_000
const GIVES_UP_AFTER_MS = 60_000
const POLL_INTERVAL_MS = 250

export type DayTurn = { midnightMs: number; turns: { viewer: string; turnedAtMs: number }[] }

/** Watches every screen from midnight on, while the desks work. `names` came before midnight. */
export function watchTurns({ all }: Devices, program: DayProgram, names: string[]) {
  const untilMs = Date.now() + GIVES_UP_AFTER_MS
  const viewers = all.map(async ({ name, getView }) => {
    while (Date.now() < untilMs) {
      const [api, view] = await Promise.all([readApi(program), getView()]).catch(() => [])
      if (api && view && hasTurned(view, api, names)) break
      await Bun.sleep(POLL_INTERVAL_MS)
    }
    return { viewer: name, turnedAtMs: Date.now() }
  })
  return Promise.all(viewers)
}

type Api = { nextNumber: number; listed: string }

async function readApi({ send }: DayProgram): Promise<Api> {
  const { body } = await send('GET', '/api/patients/next-number')
  const paths = ['/api/patients', '/api/dashboard/current-call', '/api/dashboard/history']
  const lists = await Promise.all(paths.map(path => send('GET', path)))
  return { nextNumber: body.nextNumber, listed: JSON.stringify(lists) }
}

/** The next number is the new day's, and nobody is shown who is gone with the day before. */
function hasTurned(view: View, { nextNumber, listed }: Api, names: string[]) {
  const [shownNumber] = view['next number'] ?? []
  const recent = view['recent registrations'] ?? []
  if (shownNumber && Number(shownNumber.slice(1)) !== nextNumber) return false
  if (recent.length >= nextNumber) return false
  const shown = Object.values(view).flat().join()
  return names.every(name => listed.includes(name) || !shown.includes(name))
}

/** Every screen turned by itself, counted from when it was last offline. */
export function checkTurns(
  { midnightMs, turns }: DayTurn,
  offlineSpans: Map<string, OfflineSpan[]>,
): Check[] {
  return turns.map(({ viewer, turnedAtMs }) => {
    const isAtMidnight = ({ fromMs, toMs }: OfflineSpan) =>
      toMs >= midnightMs && fromMs <= midnightMs + TURNS_WITHIN_MS
    const back = (offlineSpans.get(viewer) ?? []).filter(isAtMidnight).map(({ toMs }) => toMs)
    const tookMs = turnedAtMs - Math.max(midnightMs, ...back)
    const error = `${viewer} showed the new day ${Math.round(tookMs / 1000)} s late`
    return createCheck(viewer, tookMs <= TURNS_WITHIN_MS, error)
  })
}
