import { openChance } from './chance.ts'

/** What goes wrong, and when: milliseconds since the doors opened. */
export type Trouble = { atMs: number } & (
  | { what: 'killed'; downMs: number }
  | { what: 'clock'; aheadMs: number }
  | { what: 'disk'; lastsMs: number }
  | { what: 'wifi'; whose: string; how: WifiTrouble; lastsMs: number }
)
/** Cut and back at once; away for a while; or it swallows everything without a word. */
export type WifiTrouble = 'cut' | 'away' | 'silent'

const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000
const WIFI_TROUBLES_A_MINUTE = 4
/** A connection that died without a word is noticed after 45 s at the latest. */
const LONG_ENOUGH_FOR_SILENCE_MS = 2 * MINUTE_MS

/** A day's troubles by its seed, in order. The second kill finds the disk full. */
export function planOf(seed: number, dayMs: number, devices: string[]): Trouble[] {
  const chance = openChance(seed)
  const at = (part: number) => Math.round(dayMs * (part + chance.between(-0.03, 0.03)))
  const longest = Math.min(15_000, dayMs / 8)
  const disk = { atMs: at(0.62), lastsMs: Math.round(dayMs * 0.12) }
  const fixed: Trouble[] = [
    { what: 'killed', atMs: at(0.2), downMs: Math.round(chance.between(0, longest / 3)) },
    { what: 'clock', atMs: at(0.33), aheadMs: HOUR_MS },
    { what: 'clock', atMs: at(0.5), aheadMs: 0 },
    { what: 'disk', ...disk },
    {
      what: 'killed',
      atMs: Math.round(disk.atMs + disk.lastsMs * chance.between(0.4, 0.6)),
      downMs: Math.round(chance.between(0, longest / 3)),
    },
  ]
  const count = Math.max(4, Math.round((dayMs / MINUTE_MS) * WIFI_TROUBLES_A_MINUTE))
  const first = Math.floor(chance.between(0, devices.length))
  const wifi = Array.from({ length: count }, (_, n): Trouble => {
    const canBeSilent = dayMs >= LONG_ENOUGH_FOR_SILENCE_MS && n % 4 === 0
    return {
      what: 'wifi',
      // In turn, so that a long day spares nobody.
      whose: devices[(first + n) % devices.length] ?? '',
      how: canBeSilent ? 'silent' : chance.oneOf('cut', 'away', 'away'),
      atMs: Math.round(dayMs * chance.between(0.08, 0.9)),
      lastsMs: Math.round(chance.between(500, longest)),
    }
  })
  return [...fixed, ...wifi].sort((one, other) => one.atMs - other.atMs)
}
