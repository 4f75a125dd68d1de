import { createSeededRandom } from './seeded-random.ts'

/** A fault; `atMs` counts from the start. */
export type Fault = { atMs: number } & (
  | { what: 'killed'; downMs: number }
  | { what: 'clock'; aheadMs: number }
  | { what: 'disk'; lastsMs: number }
  | { what: 'wifi'; device: string; how: WifiFault; lastsMs: number }
)
/** Cut and back at once; refused for a while; or stalled silently. */
export type WifiFault = 'cut' | 'away' | 'silent'

const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000
const WIFI_TROUBLES_A_MINUTE = 4
/** A stalled connection is noticed after 45 s at the latest. */
const LONG_ENOUGH_FOR_SILENCE_MS = 2 * MINUTE_MS

/** The faults of a seed, in order. The second kill happens while the disk is full. */
export function createFaultPlan(seed: number, dayMs: number, devices: string[]): Fault[] {
  const random = createSeededRandom(seed)
  const at = (part: number) => Math.round(dayMs * (part + random.between(-0.03, 0.03)))
  const longest = Math.min(15_000, dayMs / 8)
  const disk = { atMs: at(0.62), lastsMs: Math.round(dayMs * 0.12) }
  const fixed: Fault[] = [
    { what: 'killed', atMs: at(0.2), downMs: Math.round(random.between(0, longest / 3)) },
    { what: 'clock', atMs: at(0.33), aheadMs: HOUR_MS },
    { what: 'clock', atMs: at(0.5), aheadMs: 0 },
    { what: 'disk', ...disk },
    {
      what: 'killed',
      atMs: Math.round(disk.atMs + disk.lastsMs * random.between(0.4, 0.6)),
      downMs: Math.round(random.between(0, longest / 3)),
    },
  ]
  const count = Math.max(4, Math.round((dayMs / MINUTE_MS) * WIFI_TROUBLES_A_MINUTE))
  const first = Math.floor(random.between(0, devices.length))
  const wifi = Array.from({ length: count }, (_, n): Fault => {
    const canBeSilent = dayMs >= LONG_ENOUGH_FOR_SILENCE_MS && n % 4 === 0
    return {
      what: 'wifi',
      // In turn, so that a long run affects every device.
      device: devices[(first + n) % devices.length] ?? '',
      how: canBeSilent ? 'silent' : random.oneOf('cut', 'away', 'away'),
      atMs: Math.round(dayMs * random.between(0.08, 0.9)),
      lastsMs: Math.round(random.between(500, longest)),
    }
  })
  return [...fixed, ...wifi].sort((a, b) => a.atMs - b.atMs)
}
