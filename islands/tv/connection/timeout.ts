/** Rejects after `ms`. Old TVs lack AbortController. */
export function withTimeout<T>(promise: Promise<T>, ms: number) {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timed out')), ms)
    const settle = (done: () => void) => {
      clearTimeout(timer)
      done()
    }
    promise.then(
      value => settle(() => resolve(value)),
      cause => settle(() => reject(cause)),
    )
  })
}
