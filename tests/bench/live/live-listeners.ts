/** Many listeners in one process; it reports when the last one has received the event. */
export type WayName = 'bare Bun websocket' | 'socket.io, websocket' | 'SSE'
/** A count of 0 disconnects all. */
export type ListenerCommand = { name: WayName; url: string; cookie: string; count: number }

type Connection = { close: () => void; closed: Promise<void> }

const AT_ONCE = 50
const connections: Connection[] = []
let received = 0

process.on('disconnect', () => process.exit(0))
process.on('message', async (command: ListenerCommand) => {
  const { name, count } = command
  const join = name === 'SSE' ? joinStream : joinSocket
  for (let n = 0; n < count; n += AT_ONCE) {
    const batch = Math.min(AT_ONCE, count - n)
    connections.push(...(await Promise.all(Array.from({ length: batch }, () => join(command)))))
  }
  if (count === 0) {
    for (const { close } of connections) close()
    await Promise.all(connections.splice(0).map(({ closed }) => closed))
  }
  process.send?.(0)
})

function receive() {
  if (++received < connections.length) return
  received = 0
  process.send?.(performance.timeOrigin + performance.now())
}

/** A minimal socket.io client: open, join, greeting, and a pong for each ping. */
function joinSocket({ name, url, cookie }: ListenerCommand) {
  const isBare = name === 'bare Bun websocket'
  const path = isBare ? '' : '/engine.io/?EIO=4&transport=websocket'
  // Bun's own WebSocket takes headers, unlike a browser's.
  const options = { headers: { cookie } } as unknown as string[]
  const socket = new WebSocket(url.replace('http', 'ws') + path, options)
  const closed = Promise.withResolvers<void>()
  socket.onclose = () => closed.resolve()
  return new Promise<Connection>(resolve => {
    const join = () => resolve({ close: () => socket.close(), closed: closed.promise })
    if (isBare) socket.onopen = join
    socket.onmessage = ({ data }) => {
      const message = String(data)
      if (message.includes('patient:called')) receive()
      else if (message === '2') socket.send('3')
      else if (message.startsWith('0')) socket.send('40')
      else if (message.includes('clinic:joined')) join()
    }
  })
}

function joinStream({ url, cookie }: ListenerCommand) {
  const { hostname, port } = new URL(url)
  const request = `GET /api/events HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`
  const closed = Promise.withResolvers<void>()
  return new Promise<Connection>(resolve => {
    const socket = {
      open: (socket: Bun.Socket) => void socket.write(request),
      data(socket: Bun.Socket, chunk: Buffer) {
        const text = chunk.toString()
        if (text.includes('event: patient:called')) receive()
        else if (text.includes('clinic:joined'))
          resolve({ close: () => socket.end(), closed: closed.promise })
      },
      close: () => closed.resolve(),
    }
    void Bun.connect({ hostname, port: Number(port), socket })
  })
}
