import { keepNewest } from '../security/rate-limit.ts'

/** A TV polls every 2 s, and more rarely on a bad network. */
const POLLED_WITHIN_MS = 30_000
/** A new code counts as polled until its TV has had time for a first poll. */
const FIRST_POLL_WITHIN_MS = 5_000

/** Keeps in memory which codes TVs poll. Each machine knows only the polls that it receives. */
export function createTvPairingPolls(now: () => string) {
  const validUntil = new Map<string, number>()
  const keep = (idHash: string, ms: number) =>
    keepNewest(validUntil, idHash, Date.parse(now()) + ms)

  return {
    addNew: (idHash: string) => keep(idHash, FIRST_POLL_WITHIN_MS),
    addPoll: (idHash: string) => keep(idHash, POLLED_WITHIN_MS),
    isPolled({ idHash }: { idHash: string }) {
      const left = (validUntil.get(idHash) ?? 0) - Date.parse(now())
      // More time is left only if the clock was set back.
      return left > 0 && left <= POLLED_WITHIN_MS
    },
  }
}
