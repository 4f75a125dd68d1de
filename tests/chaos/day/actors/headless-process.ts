import { join } from 'node:path'

type Options = { url: string; cookie?: string; token?: string }

/** A desk or TV without a screen, as a child process; `onMessage` gets its unsolicited messages. */
export function startHeadlessProcess<Command, Message>(
  program: string,
  options: Options & Record<string, unknown>,
  onMessage: (message: Message) => void,
) {
  const pending = new Map<number, (reply: never) => void>()
  let lastId = 0
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dirname, program), JSON.stringify(options)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      serialization: 'json',
      ipc({ id, reply, message }: { id?: number; reply?: never; message?: Message }) {
        if (message !== undefined) onMessage(message)
        if (id === undefined) return
        pending.get(id)?.(reply as never)
        pending.delete(id)
      },
    },
  )
  return {
    request<T>(command: Command) {
      return new Promise<T>(resolve => {
        pending.set(++lastId, resolve)
        child.send({ id: lastId, command })
      })
    },
    close: () => child.kill('SIGKILL'),
  }
}

/** In the child: replies to the parent's commands. */
export function onCommand<Command>(reply: (command: Command) => unknown) {
  process.on('message', ({ id, command }: { id: number; command: Command }) => {
    process.send?.({ id, reply: reply(command) ?? null })
  })
}

export function sendToParent(message: unknown) {
  process.send?.({ message })
}
