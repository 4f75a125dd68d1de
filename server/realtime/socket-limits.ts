import type { Server as SocketServer } from 'socket.io'
import type { ConnectionLimiter } from './connection-limiter.ts'
import { getConnectionAddress } from './engine-limits.ts'

/** Ignores events that nobody here listens for, and lets go who sends many, or joins again and again. */
export function limitSocketEvents(io: SocketServer, { limits, note }: ConnectionLimiter) {
  const joins = new WeakMap<object, number>()

  io.use((socket, next) => {
    const { conn } = socket
    const address = getConnectionAddress(conn)
    const joined = (joins.get(conn) ?? 0) + 1
    joins.set(conn, joined)
    if (joined > limits.joinsPerConnection) {
      note('flood', address)
      conn.close()
      return
    }

    let strays = 0
    // An event for which `next` is not called goes nowhere.
    socket.use(([event], next) => {
      // socket.io itself listens for `error`, lest it end the program.
      if (event !== 'error' && socket.listenerCount(event) > 0) return next()
      note('stray events', address)
      if (++strays > limits.strayEvents) conn.close()
    })
    next()
  })
}
