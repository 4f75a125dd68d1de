import type { TvDay } from '#domain/display/tv-report'

const NOTHING: TvDay = { shown: 0, unheard: 0, missed: 0 }

/** Counts the calls of each TV's newest day in memory, so a report causes no write. */
export function createTvCallCounts() {
  const counted = new Map<number, { day: string; count: TvDay }>()

  function get(tvId: number, day: string): TvDay {
    const newest = counted.get(tvId)
    return newest?.day === day ? newest.count : NOTHING
  }

  return {
    get,
    add(tvId: number, day: string, change: Partial<TvDay>) {
      const { shown, unheard, missed } = get(tvId, day)
      const count = {
        shown: shown + (change.shown ?? 0),
        unheard: unheard + (change.unheard ?? 0),
        missed: missed + (change.missed ?? 0),
      }
      counted.set(tvId, { day, count })
    },
  }
}
