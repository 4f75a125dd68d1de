import { type Check, createCheck } from './compare-views.ts'
import type { View } from './expected-view.ts'
import type { Span } from './offline-spans.ts'

/** Pages look at the clock every 5 s. */
const TURNS_WITHIN_MS = 10_000
const GIVE_UP_AFTER_MS = 60_000
const POLL_INTERVAL_MS = 250

type Viewer = { name: string; getView(): Promise<View> }

/** When a screen first showed the new day after midnight, in real time. */
export type DayTurn = { viewer: string; turnedAtMs: number }

/** Watches a screen from midnight on, while the desks work. `names` are those of the day before. */
export async function watchTurn(
  { name: viewer, getView }: Viewer,
  names: string[],
  getApiView: () => Promise<View>,
): Promise<DayTurn> {
  const giveUpAtMs = Date.now() + GIVE_UP_AFTER_MS
  while (Date.now() < giveUpAtMs) {
    try {
      const api = await getApiView()
      if (hasTurned(await getView(), api, names)) break
    } catch {
      // The server is killed or restarted.
    }
    await Bun.sleep(POLL_INTERVAL_MS)
  }
  return { viewer, turnedAtMs: Date.now() }
}

/** The next number is the new day's, and nobody is shown who is gone with the day before. */
function hasTurned(view: View, api: View, names: string[]) {
  const { 'next number': nextNumber, 'recent registrations': recent = [] } = view
  if (nextNumber && nextNumber[0] !== api['next number']?.[0]) return false
  if (nextNumber && recent.length >= Number(nextNumber[0]?.slice(1))) return false
  const listed = ['allPatients', 'history', 'current call'].flatMap(part => api[part] ?? [])
  const shown = Object.values(view).flat()
  const isIn = (lines: string[], name: string) => lines.some(line => line.includes(name))
  return names.every(name => isIn(listed, name) || !isIn(shown, name))
}

/** Every screen turned by itself, counted from when it was last offline. */
export function checkTurns(
  turns: DayTurn[],
  midnightMs: number,
  offlineSpans: Map<string, Span[]>,
): Check[] {
  return turns.map(({ viewer, turnedAtMs }) => {
    const back = (offlineSpans.get(viewer) ?? [])
      .filter(({ fromMs, toMs }) => toMs >= midnightMs && fromMs <= midnightMs + TURNS_WITHIN_MS)
      .map(({ toMs }) => toMs)
    const tookMs = turnedAtMs - Math.max(midnightMs, ...back)
    const error = `${viewer} showed the new day ${Math.round(tookMs / 1000)} s late`
    return createCheck(viewer, tookMs <= TURNS_WITHIN_MS, error)
  })
}
