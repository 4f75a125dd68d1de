import { connect } from 'node:net'

/** A TCP connection for requests that no browser would send; `text` is what was received. */
export function openRawSocket(url: string) {
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
    send: (data: string | Uint8Array) => socket.write(data),
    sendRepeatedly(data: string, everyMs: number) {
      const timer = setInterval(() => socket.write(data), everyMs)
      void closed.then(() => clearInterval(timer))
    },
    close: () => socket.destroy(),
    status: () => Number(/^HTTP\/1\.1 (\d+)/.exec(connection.text)?.[1] ?? 0),
  })
}

export type RawSocket = ReturnType<typeof openRawSocket>

/** Sends a hand-written request; lines are joined by CRLF. */
export async function sendRawRequest(url: string, ...lines: string[]) {
  const connection = openRawSocket(url)
  connection.send(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  await connection.closed
  const [head = '', body = ''] = connection.text.split(/\r\n\r\n/, 2)
  return { status: connection.status(), head, body }
}
