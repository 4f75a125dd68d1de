import { connect, createServer, type Socket } from 'node:net'

type Wish = {
  /** Cuts a connection on which nothing was said for so long, as many proxies and routers do. */
  cutsIdleAfterMs?: number
  /** Forgets to pass on `Upgrade`, as old proxies do. */
  stripsUpgrade?: boolean
}

/** Stands between a client and the server: a TCP proxy with the bad habits that real ones have. */
export async function aProxy(serverUrl: string, { cutsIdleAfterMs, stripsUpgrade }: Wish = {}) {
  const port = Number(new URL(serverUrl).port)
  const pairs = new Set<{ client: Socket; server: Socket; isLost: boolean }>()
  let isDown = false
  let count = 0

  const listener = createServer(client => {
    count++
    const pair = { client, server: connect(port, '127.0.0.1'), isLost: isDown }
    pairs.add(pair)
    pass(client, pair.server, stripsUpgrade ? withoutUpgrade : chunk => chunk)
    pass(pair.server, client, chunk => chunk)

    function pass(from: Socket, to: Socket, change: (chunk: Buffer) => Buffer) {
      from.on('data', (chunk: Buffer) => pair.isLost || to.write(change(chunk)))
      from.on('close', () => end())
      from.on('error', () => end())
      if (cutsIdleAfterMs) from.setTimeout(cutsIdleAfterMs, () => end())
    }
    function end() {
      // What is lost says nothing any more, not even that it is closed.
      if (pair.isLost) return
      pairs.delete(pair)
      client.destroy()
      pair.server.destroy()
    }
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()

  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** How many connections were made through it. */
    connections: () => count,
    /** Loses every connection without a word, and with `andStaysDown` new ones, too. */
    loseAll(andStaysDown = false) {
      isDown = andStaysDown
      for (const pair of pairs) pair.isLost = true
    },
    comeBack() {
      isDown = false
    },
    close() {
      listener.close()
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
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
