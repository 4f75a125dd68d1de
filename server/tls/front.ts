import type { Socket, SocketHandler } from 'bun'
import { answerPlainHttp, isPlainHttp } from './plain-http.ts'
import { createEnd, type End, RELAY } from './relay.ts'

/** For the first bytes of a client, as for a request's headers. */
const TIMEOUT_S = 12
const TLS_HANDSHAKE = 0x16
const REFUSED = /^(EADDRINUSE|EACCES)$/
/** Only this computer reaches the server behind. */
export const BEHIND = '127.0.0.1'

type Client = { address: string; family: 'IPv4' | 'IPv6'; port: number }
type Options = { port: number; hostname: string | undefined; getPortBehind(): number }

/**
 * Bun closes a connection by http to a port of https without a word. So this listens on that port:
 * it leads http to https, and relays everything else unchanged to the server behind, which has TLS.
 */
export function createFront({ port, hostname, getPortBehind }: Options) {
  /** Clients by the port that the server behind sees. */
  const clients = new Map<number, Client>()
  const listener = listen(hostname, address =>
    Bun.listen<End>({ hostname: address, port, socket: createClientHandler(connectBehind) }),
  )

  function connectBehind(client: Socket<End>) {
    const { remoteAddress: address, remoteFamily: family, remotePort: port } = client
    const known = { address, family, port }
    const socket: SocketHandler<End> = {
      ...RELAY,
      open(behind) {
        const { localPort, data } = behind
        clients.set(localPort, known)
        // Another connection may have the port by then.
        data.onClose = () => clients.get(localPort) === known && clients.delete(localPort)
        data.unsent = client.data.received
        data.isEnding = client.data.isEnding
        client.data.other = behind
        RELAY.drain(behind)
      },
      connectError: () => client.terminate(),
    }
    const behind = { hostname: BEHIND, port: getPortBehind(), data: createEnd(client), socket }
    // `connectError` is told, too.
    Bun.connect(behind).catch(() => {})
  }

  return {
    port: listener.port,
    findClient: (portBehind: number) => clients.get(portBehind),
    stop: () => listener.stop(),
    stopNow: () => listener.stop(true),
  }
}

/** Bun's servers listen like this when no address is named. */
function listen<Listener>(hostname: string | undefined, open: (address: string) => Listener) {
  if (hostname) return open(hostname)
  try {
    return open('::')
  } catch (cause) {
    const isRefused = cause instanceof Error && 'code' in cause && REFUSED.test(String(cause.code))
    if (isRefused) throw cause
    // This computer has no IPv6.
    return open('0.0.0.0')
  }
}

function createClientHandler(connectBehind: (client: Socket<End>) => void) {
  function receiveFirst(client: Socket<End>, bytes: Buffer) {
    const { data } = client
    const isConnecting = data.received.length > 0 && !isPlainHttp(data.received)
    data.received = Buffer.concat([data.received, bytes])
    if (isConnecting) return
    if (isPlainHttp(data.received)) {
      const answer = answerPlainHttp(data.received)
      if (answer !== null) client.end(answer)
      return
    }
    if (data.received[0] !== TLS_HANDSHAKE) return void client.end()
    client.timeout(0)
    client.pause()
    connectBehind(client)
  }

  return {
    ...RELAY,
    open(client) {
      client.data = createEnd()
      client.timeout(TIMEOUT_S)
    },
    data(client, bytes) {
      if (client.data.other) RELAY.data(client, bytes)
      else receiveFirst(client, bytes)
    },
  } satisfies SocketHandler<End>
}
