import { join } from 'node:path'

/** A program of this folder as a child process that sends and receives messages. */
export function startProcess<Sent extends object, Message extends object>(program: string) {
  const waiting: { key: string; resolve: (message: never) => void }[] = []
  const unread: Message[] = []
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, program)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc(message: Message) {
      const at = waiting.findIndex(({ key }) => key in message)
      if (at < 0) unread.push(message)
      // The key that was waited for is in the message.
      else waiting.splice(at, 1)[0]?.resolve(message as never)
    },
  })

  return {
    send: (sent: Sent) => void child.send(sent),
    stop: () => child.kill('SIGKILL'),
    message<K extends Message extends unknown ? keyof Message : never>(key: K) {
      return new Promise<Extract<Message, Record<K, unknown>>>(resolve => {
        const at = unread.findIndex(message => key in message)
        if (at < 0) waiting.push({ key: String(key), resolve: resolve as (message: never) => void })
        else resolve(unread.splice(at, 1)[0] as Extract<Message, Record<K, unknown>>)
      })
    },
  }
}
