import { connect, createServer, type Socket } from 'node:net'

/** A round-robin TCP balancer that skips servers which refuse the connection. */
export async function startLoadBalancer(serverUrls: string[]) {
  const ports = serverUrls.map(url => Number(new URL(url).port))
  const sockets = new Set<Socket>()
  let nextIndex = 0

  const listener = createServer(client => {
    track(client)
    connectToNext(client, ports.length)
  })

  function connectToNext(client: Socket, triesLeft: number) {
    if (triesLeft === 0) return void client.destroy()
    const server = connect(ports[nextIndex++ % ports.length] ?? 0, '127.0.0.1')
    const refused = () => connectToNext(client, triesLeft - 1)
    server.once('error', refused)
    server.once('connect', () => {
      server.off('error', refused)
      track(server)
      client.pipe(server).pipe(client)
      client.once('close', () => server.destroy())
      server.once('close', () => client.destroy())
    })
  }

  function track(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }

  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
