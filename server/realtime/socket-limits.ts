import type { Server as SocketServer } from 'socket.io'
import type { ConnectionLimiter } from './connection-limiter.ts'
import { getConnectionAddress } from './engine-limits.ts'

export function limitSocketEvents(io: SocketServer, { limits, logOnce }: ConnectionLimiter) {
  const joins = new WeakMap<object, number>()

  io.use((socket, next) => {
    const { conn } = socket
    const address = getConnectionAddress(conn)
    const joinCount = (joins.get(conn) ?? 0) + 1
    joins.set(conn, joinCount)
    if (joinCount > limits.joinsPerConnection) {
      logOnce('flood', address)
      conn.close()
      return
    }

    let unknownCount = 0
    // An event for which `next` is not called is dropped.
    socket.use(([event], next) => {
      // socket.io itself listens for `error`, so that it does not end the process.
      if (event !== 'error' && socket.listenerCount(event) > 0) return next()
      logOnce('unknownEvent', address)
      if (++unknownCount > limits.unknownEvents) conn.close()
    })
    next()
  })
}
