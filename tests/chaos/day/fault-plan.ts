import { createSeededRandom } from '../seeded-random.ts'

/** A fault; `atMs` counts from the start. */
export type Fault = { atMs: number } & (
  | { what: 'killed'; downMs: number }
  | { what: 'hung'; lastsMs: number }
  | { what: 'clock'; aheadMs: number }
  /** The clock is set so that the clinic's day turns after `leadMs`. */
  | { what: 'midnight'; leadMs: number }
  | { what: 'disk'; lastsMs: number }
  | { what: 'wifi'; device: string; how: WifiFault; lastsMs: number }
)
/** Cut and back at once; refused for a while; or stalled silently. */
export type WifiFault = 'cut' | 'away' | 'silent'

const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000
const WIFI_TROUBLES_A_MINUTE = 4
/** From the morning to the afternoon: at midnight only its patients are less than 12 hours old. */
export const AFTERNOON_AHEAD_MS = 4 * HOUR_MS

/** The faults of a seed, in order. The second kill happens while the disk is full. */
export function createFaultPlan(seed: number, dayMs: number, devices: string[]): Fault[] {
  const random = createSeededRandom(seed)
  const at = (part: number) => Math.round(dayMs * (part + random.between(-0.02, 0.02)))
  const longest = Math.min(15_000, dayMs / 8)
  const disk = { atMs: at(0.39), lastsMs: Math.round(dayMs * 0.1) }
  const midnight = { atMs: at(0.75), leadMs: Math.round(random.between(0.2, 0.5) * longest) }
  const isHungAtMidnight = random.happens(0.5)
  const beforeMidnightMs = random.between(0.1, 0.3) * longest
  const fixed: Fault[] = [
    { what: 'killed', atMs: at(0.1), downMs: Math.round(random.between(0, longest / 3)) },
    { what: 'clock', atMs: at(0.17), aheadMs: HOUR_MS },
    // In a long run longer than the 10 s after which a page gives a write up.
    { what: 'hung', atMs: at(0.22), lastsMs: Math.round(random.between(0.75, 0.95) * longest) },
    { what: 'clock', atMs: at(0.36), aheadMs: 0 },
    { what: 'disk', ...disk },
    {
      what: 'killed',
      atMs: Math.round(disk.atMs + disk.lastsMs * random.between(0.4, 0.6)),
      downMs: Math.round(random.between(0, longest / 3)),
    },
    { what: 'clock', atMs: at(0.52), aheadMs: AFTERNOON_AHEAD_MS },
    { what: 'midnight', ...midnight },
    {
      what: 'hung',
      atMs: isHungAtMidnight
        ? Math.round(midnight.atMs + midnight.leadMs - beforeMidnightMs)
        : at(0.87),
      lastsMs: Math.round(random.between(0.4, 0.7) * longest),
    },
  ]
  const count = Math.max(4, Math.round((dayMs / MINUTE_MS) * WIFI_TROUBLES_A_MINUTE))
  const first = Math.floor(random.between(0, devices.length))
  const wifi = Array.from({ length: count }, (_, n): Fault => {
    return {
      what: 'wifi',
      // In turn, so that a long run affects every device.
      device: devices[(first + n) % devices.length] ?? '',
      how: n % 4 === 0 ? 'silent' : random.oneOf('cut', 'away', 'away'),
      atMs: Math.round(dayMs * random.between(0.08, 0.9)),
      lastsMs: Math.round(random.between(500, longest)),
    }
  })
  return [...fixed, ...wifi].sort((a, b) => a.atMs - b.atMs)
}
