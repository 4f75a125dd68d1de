import { connect } from 'node:net'

/** A connection on which anything can be said, as no browser would. `text` is what came back. */
export function aRawConnection(url: string) {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const connection = { text: '', isClosed: false }
  const closed = new Promise<void>(resolve => socket.on('close', () => resolve()))
  socket.on('data', (chunk: Buffer) => {
    connection.text += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    connection.isClosed = true
  })
  return Object.assign(connection, {
    opened: new Promise<void>(resolve => socket.on('connect', () => resolve())),
    closed,
    say: (words: string | Uint8Array) => socket.write(words),
    /** Says the same again and again, until it is closed or left. */
    drip(words: string, everyMs: number) {
      const dripping = setInterval(() => socket.write(words), everyMs)
      void closed.then(() => clearInterval(dripping))
    },
    leave: () => socket.destroy(),
    status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(connection.text)?.[1] ?? 0),
  })
}

export type RawConnection = ReturnType<typeof aRawConnection>

/** What a request that is written by hand is answered; its lines are joined as HTTP wants them. */
export async function sayRaw(url: string, ...lines: string[]) {
  const connection = aRawConnection(url)
  connection.say(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  await connection.closed
  const [head = '', body = ''] = connection.text.split(/\r\n\r\n/, 2)
  return { status: connection.status(), head, body }
}
