import { connect, createServer, type Socket } from 'node:net'

type Wish = {
  /** Cuts a connection on which nothing was said for so long, as many proxies and routers do. */
  cutsIdleAfterMs?: number
  /** Forgets to pass on `Upgrade`, as old proxies do. */
  stripsUpgrade?: boolean
}

/** Stands between a client and the server: a TCP proxy with the bad habits that real ones have. */
export async function aProxy(serverUrl: string, wish: Wish = {}) {
  const { cutsIdleAfterMs, stripsUpgrade } = wish
  const port = Number(new URL(serverUrl).port)
  const pairs = new Set<{ client: Socket; server: Socket; isLost: boolean }>()
  let state: 'passes' | 'silent' | 'refuses' = 'passes'
  let swallowed: RegExp | null = null
  let count = 0

  const listener = createServer(client => {
    count++
    if (state === 'refuses') return void client.destroy()
    const pair = { client, server: connect(port, '127.0.0.1'), isLost: state === 'silent' }
    pairs.add(pair)
    pass(client, pair.server, stripsUpgrade ? withoutUpgrade : chunk => chunk)
    pass(pair.server, client, chunk => chunk)

    function pass(from: Socket, to: Socket, change: (chunk: Buffer) => Buffer) {
      from.on('data', (chunk: Buffer) => {
        if (swallowed?.test(chunk.toString('latin1'))) pair.isLost = true
        if (!pair.isLost) to.write(change(chunk))
      })
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
    /** Loses every connection without a word, as a router does that was switched off and on. */
    loseAll() {
      for (const pair of pairs) pair.isLost = true
    },
    /** Cuts every connection, as a proxy does that is started anew. */
    cutAll() {
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
    },
    /** From now on takes what looks like this, and never says a word about it. */
    swallows(what: RegExp | null) {
      swallowed = what
    },
    /** From now on new connections get no answer, or are refused, or pass again. */
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
