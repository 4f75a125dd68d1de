import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * One caller at a time. libSQL works on a file on this very thread, so a second connection would gain
 * nothing; for a server's, our own writers in turn are told of in the order in which they were kept.
 */
export function createMutex() {
  const inside = new AsyncLocalStorage<{ isOpen: boolean }>()
  let last: Promise<unknown> = Promise.resolve()

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (inside.getStore()?.isOpen) {
      throw new Error('read() or write() inside a transaction would wait for itself: use its tx')
    }
    const turn = { isOpen: true }
    const mine = last.then(() => inside.run(turn, work)).finally(() => (turn.isOpen = false))
    last = mine.catch(() => {})
    return mine
  }
}
