import { keepNewest } from '../security/rate-limit.ts'

type Place = { address: string; arrival: number }

/** Numbers keys in the order of their first arrival. A key that returns keeps its number. */
export function createArrivals() {
  const arrivals = new Map<string, number>()
  let newest = 0
  return function getArrival(key: string) {
    const arrival = arrivals.get(key) ?? ++newest
    keepNewest(arrivals, key, arrival)
    return arrival
  }
}

/**
 * Returns the stream to close if a session has too many. `streams` begins with the oldest. A TV on
 * bad wireless leaves dead streams, so the address with the most streams loses its oldest. In a tie
 * the newest address loses, because strangers with a TV's link have another address and came later.
 */
export function findSurplus<P extends Place>(streams: P[]): P | undefined {
  const byAddress = Map.groupBy(streams, ({ address }) => address)
  const [first] = [...byAddress.values()].toSorted(
    ([a, ...more], [b, ...others]) =>
      others.length - more.length || (b?.arrival ?? 0) - (a?.arrival ?? 0),
  )
  return first?.[0]
}
