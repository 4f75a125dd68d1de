import { connect, createServer, type Socket } from 'node:net'

type Options = {
  /** Drops `Upgrade`, as old proxies do. */
  stripsUpgrade?: boolean
}

/**
 * A TCP proxy with the faults of real ones. It takes turns between several servers, without those
 * that refuse the connection.
 */
export async function startProxy(servers: string | string[], { stripsUpgrade }: Options = {}) {
  const ports = [servers].flat().map(url => Number(new URL(url).port))
  const pairs = new Set<{ client: Socket; server: Socket; isLost: boolean }>()
  let state: 'passes' | 'silent' | 'refuses' = 'passes'
  let blackholed: RegExp | null = null
  let count = 0
  let turn = 0

  const listener = createServer({ pauseOnConnect: true }, client => {
    count++
    client.on('error', () => client.destroy())
    if (state === 'refuses') client.destroy()
    else connectToNext(client, ports.length)
  })

  function connectToNext(client: Socket, triesLeft: number) {
    if (triesLeft === 0) return void client.destroy()
    const server = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1')
    const onRefused = () => connectToNext(client, triesLeft - 1)
    server.once('error', onRefused)
    server.once('connect', () => {
      server.off('error', onRefused)
      if (client.destroyed) server.destroy()
      else join(client, server)
    })
  }

  function join(client: Socket, server: Socket) {
    const pair = { client, server, isLost: state === 'silent' }
    pairs.add(pair)
    forward(client, server, stripsUpgrade ? withoutUpgrade : chunk => chunk)
    forward(server, client, chunk => chunk)
    client.resume()

    function forward(from: Socket, to: Socket, change: (chunk: Buffer) => Buffer) {
      from.on('data', (chunk: Buffer) => {
        if (blackholed?.test(chunk.toString('latin1'))) pair.isLost = true
        if (!pair.isLost) to.write(change(chunk))
      })
      from.on('close', end)
      from.on('error', end)
    }
    function end() {
      // A lost connection does not even report that it is closed.
      if (pair.isLost) return
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
  }

  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()

  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    connections: () => count,
    /** Stalls every connection silently, as a power-cycled router does. */
    loseAll() {
      for (const pair of pairs) pair.isLost = true
    },
    /** Closes every connection, as a restarted proxy does. */
    cutAll() {
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
    },
    /** Drops matching data and stalls its connection. */
    blackhole(pattern: RegExp | null) {
      blackholed = pattern
    },
    /** How new connections are treated from now on. */
    becomes(next: typeof state) {
      state = next
    },
    close() {
      listener.close()
      this.cutAll()
    },
  }
}

function withoutUpgrade(chunk: Buffer) {
  return Buffer.from(
    chunk
      .toString('latin1')
      .replace(/\r\n(upgrade|connection): *(upgrade|websocket)(?=\r\n)/gi, ''),
    'latin1',
  )
}
