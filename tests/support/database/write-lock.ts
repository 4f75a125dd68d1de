const WAIT_TIMEOUT_MS = 10_000
/** Like sqld: a client that died within a transaction must not block the others. */
const HOLD_TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 5

type Holder = { since: number; onLost(): void }

/** One writer at a time; a transaction that takes too long loses the lock to a waiting one. */
export function createWriteLock() {
  let holder: Holder | null = null

  return {
    /** Returns the release function; throws SQLITE_BUSY. `onLost`: the lock timed out. */
    async take(onLost: () => void) {
      const deadline = Date.now() + WAIT_TIMEOUT_MS
      while (holder) {
        if (Date.now() > deadline) throw busy()
        if (Date.now() - holder.since > HOLD_TIMEOUT_MS) {
          holder.onLost()
          holder = null
        } else await Bun.sleep(POLL_INTERVAL_MS)
      }
      const ownHolder: Holder = { since: Date.now(), onLost }
      holder = ownHolder
      return () => {
        if (holder === ownHolder) holder = null
      }
    },
  }
}

function busy() {
  return Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
}
