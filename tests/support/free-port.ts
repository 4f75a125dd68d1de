import { createServer } from 'node:net'

/** A port of this machine that nobody has, for a program that has to be told one. */
export function freePort() {
  return new Promise<number>(resolve => {
    const trial = createServer().listen(0, '127.0.0.1', () => {
      const address = trial.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      trial.close(() => resolve(port))
    })
  })
}
