const WRITERS_WAIT_MS = 10_000
/** As sqld does: whoever died in the middle of a transaction must not lock out everybody else. */
const MAY_BE_TAKEN_AWAY_AFTER_MS = 5_000
const LOOKS_EVERY_MS = 5

type Holder = { since: number; lose(): void }

/** One writer at a time. A transaction that takes too long loses its turn to whoever waits. */
export function openWriteLock() {
  let holder: Holder | null = null

  return {
    /** Answers what to call at the end; throws SQLITE_BUSY. `lose` is called when the turn is taken away. */
    async take(lose: () => void) {
      const gaveUpAt = Date.now() + WRITERS_WAIT_MS
      while (holder) {
        if (Date.now() > gaveUpAt) throw busy()
        if (Date.now() - holder.since > MAY_BE_TAKEN_AWAY_AFTER_MS) {
          holder.lose()
          holder = null
        } else await Bun.sleep(LOOKS_EVERY_MS)
      }
      const mine: Holder = { since: Date.now(), lose }
      holder = mine
      return () => {
        if (holder === mine) holder = null
      }
    },
  }
}

function busy() {
  return Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
}
