import { join } from 'node:path'

/** A program of this folder as a child process that sends and receives messages. */
export function startProcess<Sent extends object, Came extends object>(program: string) {
  const waiting: { key: string; resolve: (came: never) => void }[] = []
  const kept: Came[] = []
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, program)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc(came: Came) {
      const at = waiting.findIndex(({ key }) => key in came)
      if (at < 0) kept.push(came)
      // The key that was waited for is in the message.
      else waiting.splice(at, 1)[0]?.resolve(came as never)
    },
  })

  return {
    send: (sent: Sent) => void child.send(sent),
    stop: () => child.kill('SIGKILL'),
    message<K extends Came extends unknown ? keyof Came : never>(key: K) {
      return new Promise<Extract<Came, Record<K, unknown>>>(resolve => {
        const at = kept.findIndex(came => key in came)
        if (at < 0) waiting.push({ key: String(key), resolve: resolve as (came: never) => void })
        else resolve(kept.splice(at, 1)[0] as Extract<Came, Record<K, unknown>>)
      })
    },
  }
}
