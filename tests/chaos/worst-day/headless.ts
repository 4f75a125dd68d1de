import { join } from 'node:path'

type Wish = { url: string; cookie?: string; token?: string }

/** A desk or a TV without a screen, in a process of its own; `hear` is told whatever it was not asked for. */
export function aHeadless<Order, Told>(
  program: string,
  wish: Wish & Record<string, unknown>,
  hear: (told: Told) => void,
) {
  const asked = new Map<number, (answer: never) => void>()
  let count = 0
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dirname, program), JSON.stringify(wish)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      serialization: 'json',
      ipc({ id, answer, told }: { id?: number; answer?: never; told?: Told }) {
        if (told !== undefined) hear(told)
        if (id === undefined) return
        asked.get(id)?.(answer as never)
        asked.delete(id)
      },
    },
  )
  return {
    ask<T>(order: Order) {
      return new Promise<T>(resolve => {
        asked.set(++count, resolve)
        child.send({ id: count, order })
      })
    },
    close: () => child.kill('SIGKILL'),
  }
}

/** The other end: answers orders, and tells of its own accord. */
export function obey<Order>(answer: (order: Order) => unknown) {
  process.on('message', ({ id, order }: { id: number; order: Order }) => {
    process.send?.({ id, answer: answer(order) ?? null })
  })
}

export function tell(told: unknown) {
  process.send?.({ told })
}
