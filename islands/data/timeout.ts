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

type Send<T> = (signal: AbortSignal | null) => Promise<T>

/** Aborts to free one of a browser's few connections. Old TVs lack AbortController. */
export function withAbort<T>(send: Send<T>, ms: number) {
  const controller = typeof AbortController === 'undefined' ? null : new AbortController()
  return withTimeout(send(controller ? controller.signal : null), ms).catch(cause => {
    if (controller) controller.abort()
    throw cause
  })
}

/** Lets the caller continue. The console and a TV's heartbeat still report the error. */
export function rethrowLater(cause: unknown) {
  setTimeout(() => {
    throw cause
  })
}
