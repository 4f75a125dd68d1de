/** Rejects when the answer does not come within the time: AbortController is younger than old TVs. */
export function withTimeout<T>(asked: Promise<T>, ms: number) {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('took too long')), ms)
    const settle = (done: () => void) => {
      clearTimeout(timer)
      done()
    }
    asked.then(
      answer => settle(() => resolve(answer)),
      cause => settle(() => reject(cause)),
    )
  })
}
