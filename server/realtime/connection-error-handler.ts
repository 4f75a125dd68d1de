import type { Socket } from 'socket.io'
import { describeError, type Log } from '../observability/log.ts'

type ConnectionHandler = (socket: Socket) => Promise<void>

/**
 * A welcome that fails (the database is away, say) must not end the program. The connection is closed in a
 * way that makes the client come back, which saying `disconnect` to it would not.
 */
export function closeOnError(welcome: ConnectionHandler, log?: Log) {
  return (socket: Socket) => {
    welcome(socket).catch(cause => {
      log?.('error', 'a live connection was not welcomed', describeError(cause))
      socket.conn.close()
    })
  }
}
