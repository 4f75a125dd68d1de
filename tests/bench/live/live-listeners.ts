import type { Transport } from './live-server.ts'

/** Many listeners in one process; it reports when the last one has received the event. */
export type ListenerCommand =
  | { listen: Transport; count: number; url: string; cookie: string }
  | { disconnect: true }
export type ListenerMessage = { joined: number } | { lastHeardAt: number } | { left: true }

const AT_ONCE = 50
const closes: (() => void)[] = []
let received = 0
let left = 0

const send = (message: ListenerMessage) => process.send?.(message)

function receive() {
  if (++received < closes.length) return
  received = 0
  send({ lastHeardAt: performance.timeOrigin + performance.now() })
}

process.on('disconnect', () => process.exit(0))
process.on('message', async (command: ListenerCommand) => {
  if ('disconnect' in command) {
    left = closes.length
    for (const close of closes.splice(0)) close()
    return
  }
  const join = { 'socket.io': joinSocket, SSE: joinStream, bare: joinBare }[command.listen]
  for (let n = 0; n < command.count; n += AT_ONCE) {
    const batch = Math.min(AT_ONCE, command.count - n)
    closes.push(...(await Promise.all(Array.from({ length: batch }, () => join(command)))))
  }
  send({ joined: closes.length })
})

type At = { url: string; cookie: string }

function countClosed() {
  if (--left === 0) send({ left: true })
}

/** A minimal socket.io client: open, join, greeting, and a pong for each ping. */
function joinSocket({ url, cookie }: At) {
  const address = `${url.replace('http', 'ws')}/engine.io/?EIO=4&transport=websocket`
  // Bun's own WebSocket takes headers, unlike a browser's.
  const socket = new WebSocket(address, { headers: { cookie } } as unknown as string[])
  return new Promise<() => void>(resolve => {
    socket.onmessage = ({ data }) => {
      const message = String(data)
      if (message.startsWith('42["patient:called"')) receive()
      else if (message === '2') socket.send('3')
      else if (message.startsWith('0')) socket.send('40')
      else if (message.includes('clinic:joined')) resolve(() => socket.close())
    }
    socket.onclose = countClosed
  })
}

function joinBare({ url }: At) {
  const socket = new WebSocket(url.replace('http', 'ws'))
  socket.onmessage = receive
  socket.onclose = countClosed
  return new Promise<() => void>(resolve => {
    socket.onopen = () => resolve(() => socket.close())
  })
}

function joinStream({ url, cookie }: At) {
  const { hostname, port } = new URL(url)
  return new Promise<() => void>(resolve => {
    void Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: socket =>
          void socket.write(`GET /api/events HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`),
        data(socket, chunk) {
          const text = chunk.toString()
          if (text.includes('event: patient:called')) receive()
          else if (text.includes('clinic:joined')) resolve(() => socket.end())
        },
        close: countClosed,
      },
    })
  })
}
