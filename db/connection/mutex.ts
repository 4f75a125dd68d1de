import { AsyncLocalStorage } from 'node:async_hooks'

const REENTRY = 'A mutex was requested by the work that holds it: in a transaction, use its tx'

/** Runs one task at a time, in order. Throws on a nested call instead of deadlocking. */
export function createMutex() {
  const holder = new AsyncLocalStorage<{ isRunning: boolean }>()
  let last: Promise<unknown> = Promise.resolve()

  return async function runExclusive<T>(work: () => Promise<T>): Promise<T> {
    if (holder.getStore()?.isRunning) throw new Error(REENTRY)
    const state = { isRunning: true }
    const result = last
      .then(() => holder.run(state, work))
      .finally(() => {
        state.isRunning = false
      })
    last = result.catch(() => {})
    return result
  }
}
