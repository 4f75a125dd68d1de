import { connect, createServer, type Socket } from 'node:net'

/** One address for several servers: each connection goes to the next of them that takes it. */
export async function aBalancer(serverUrls: string[]) {
  const ports = serverUrls.map(url => Number(new URL(url).port))
  const open = new Set<Socket>()
  let turn = 0

  const listener = createServer(client => {
    keep(client)
    join(client, ports.length)
  })

  function join(client: Socket, triesLeft: number) {
    if (triesLeft === 0) return void client.destroy()
    const server = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1')
    const refused = () => join(client, triesLeft - 1)
    server.once('error', refused)
    server.once('connect', () => {
      server.off('error', refused)
      keep(server)
      client.pipe(server).pipe(client)
      client.once('close', () => server.destroy())
      server.once('close', () => client.destroy())
    })
  }

  function keep(socket: Socket) {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
  }

  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close() {
      listener.close()
      for (const socket of open) socket.destroy()
    },
  }
}
