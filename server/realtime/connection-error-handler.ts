import type { Socket } from 'socket.io'
import { describe, type Log } from '../observability/log.ts'

type Welcome = (socket: Socket) => Promise<void>

/**
 * A welcome that fails (the database is away, say) must not end the program. The connection is closed in a
 * way that makes the client come back, which saying `disconnect` to it would not.
 */
export function comeBackAfterTrouble(welcome: Welcome, log?: Log) {
  return (socket: Socket) => {
    welcome(socket).catch(cause => {
      log?.('error', 'a live connection was not welcomed', describe(cause))
      socket.conn.close()
    })
  }
}
