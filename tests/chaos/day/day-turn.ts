import { formatNumber } from '#domain/patients/patient'
import { QUEUES } from '../clinic.ts'
import { type Check, createCheck } from '../ledger.ts'
import type { Devices, View } from './devices.ts'
import type { OfflineLog } from './offline-log.ts'
import type { DayProgram } from './program.ts'

/** Pages look at the clock every 5 s. */
const TURNS_WITHIN_MS = 10_000
const GIVES_UP_AFTER_MS = 60_000
const POLL_INTERVAL_MS = 250
const LISTS = ['/api/patients', '/api/dashboard/current-call', '/api/dashboard/history']

/**
 * Checks from midnight on, while the desks work, that every screen turns by itself, counted from
 * when it was last offline. `names` came before midnight.
 */
export async function watchTurns({ all }: Devices, { admin }: DayProgram, names: string[]) {
  const midnightMs = Date.now()
  const turnedAtMs = await Promise.all(all.map(({ getView }) => waitForTurn(getView)))
  return (offline: OfflineLog): Check[] =>
    all.map(({ name }, n) => {
      const back = offline
        .of(name)
        .filter(span => span.toMs >= midnightMs && span.fromMs <= midnightMs + TURNS_WITHIN_MS)
      const dueMs = Math.max(midnightMs, ...back.map(({ toMs }) => toMs)) + TURNS_WITHIN_MS
      const lateS = ((turnedAtMs[n] ?? 0) - dueMs) / 1000
      return createCheck(name, lateS <= 0, `it showed the new day ${lateS.toFixed(1)} s too late`)
    })

  async function waitForTurn(getView: () => Promise<View>) {
    while (Date.now() < midnightMs + GIVES_UP_AFTER_MS) {
      if (await hasTurned(getView).catch(() => false)) break
      await Bun.sleep(POLL_INTERVAL_MS)
    }
    return Date.now()
  }

  /** The next number is the new day's, and nobody is shown who is gone with the day before. */
  async function hasTurned(getView: () => Promise<View>) {
    const get = async (path: string) => (await admin().send('GET', path)).body
    const [next, appointments, lists, view] = await Promise.all([
      get('/api/patients/next-number'),
      get('/api/appointments'),
      Promise.all(LISTS.map(get)),
      getView(),
    ])
    if (!isOfDay(view, next, appointments)) return false
    const [listed, shown] = [JSON.stringify(lists), Object.values(view).flat().join()]
    return names.every(name => listed.includes(name) || !shown.includes(name))
  }
}

type Next = { nextNumber: number; ofPrefixes: Record<string, number> }
type Appointment = { name: string; queue: { name: string } | null; patient: object | null }

/** The next number is that of the chosen queue. Other screens than reception's have none of these. */
function isOfDay(view: View, { nextNumber, ofPrefixes }: Next, appointments: Appointment[]) {
  const [shownNumber] = view['next number'] ?? []
  if (shownNumber === undefined) return true
  const chosen = QUEUES.find(({ name }) => view['chosen queue']?.[0]?.startsWith(name))
  const prefix = chosen?.prefix ?? null
  const number = prefix === null ? nextNumber : ofPrefixes[prefix]
  if (shownNumber !== `#${formatNumber(number ?? 0, prefix)}`) return false
  const given = [nextNumber, ...Object.values(ofPrefixes)].reduce((sum, one) => sum + one - 1, 0)
  if ((view['recent numbers'] ?? []).length > given) return false
  const expected = appointments
    .filter(({ patient }) => patient === null)
    .map(({ name, queue }) => [name, queue?.name ?? []].flat().join(' '))
  return Bun.deepEquals(view.expected, expected)
}
