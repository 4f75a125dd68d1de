import { keepNewest } from '../security/rate-limit.ts'

type Place = { address: string; arrival: number }

/** The order in which keys came first. Who comes back has the place of before. */
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
 * Which of a session's streams gives way, oldest streams first. A TV on bad wireless leaves some
 * that look alive, so the address with the most loses its oldest. Strangers with a TV's link are
 * elsewhere and came later, so of equals the address that came last loses.
 */
export function findSurplus<P extends Place>(streams: P[]): P | undefined {
  const byAddress = Map.groupBy(streams, ({ address }) => address)
  const [first] = [...byAddress.values()].toSorted(
    ([a, ...more], [b, ...others]) =>
      others.length - more.length || (b?.arrival ?? 0) - (a?.arrival ?? 0),
  )
  return first?.[0]
}
