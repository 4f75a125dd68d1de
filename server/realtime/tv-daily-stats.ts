import type { TvDay } from '#domain/display/tv-report'

type CountedDay = TvDay & { tvId: number; day: string }

/** The counts are in memory, so that no report is a write. */
export function createTvCallCounts() {
  let unsaved = new Map<string, CountedDay>()

  function add({ tvId, day, ...change }: Partial<TvDay> & Pick<CountedDay, 'tvId' | 'day'>) {
    const sum = plus(unsaved.get(`${tvId} ${day}`), change)
    unsaved.set(`${tvId} ${day}`, { tvId, day, ...sum })
  }

  return {
    add,
    take() {
      const taken = [...unsaved.values()]
      unsaved = new Map()
      return taken
    },
    withUnsaved(tvId: number, day: string, saved: TvDay | undefined) {
      return plus(saved, unsaved.get(`${tvId} ${day}`) ?? {})
    },
  }
}

const NOTHING: TvDay = { shown: 0, unheard: 0, missed: 0 }

function plus(one: TvDay = NOTHING, other: Partial<TvDay>): TvDay {
  return {
    shown: one.shown + (other.shown ?? 0),
    unheard: one.unheard + (other.unheard ?? 0),
    missed: one.missed + (other.missed ?? 0),
  }
}
