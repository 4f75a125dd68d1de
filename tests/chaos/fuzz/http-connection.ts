import { connect, type Socket } from 'node:net'
import { createResponseReader, type RawResponse } from './response-reader.ts'

/** How long a response may take. */
const TIMEOUT_MS = 10_000
/** Long polls and unfinished requests are left after this. */
const LEAVE_AFTER_MS = 150

const UPGRADED = 101

/**
 * `answer`: a whole response. `start`: an open stream, of which the beginning is read. `anything`: the program
 * may answer, close or wait for more.
 */
export type Expected = 'answer' | 'start' | 'anything'

export type Exchange = {
  bytes: Uint8Array
  isHead: boolean
  expected: Expected
  /** Sent when the connection has become a websocket. */
  afterUpgrade: Uint8Array | null
}
export type Outcome = RawResponse | 'closed' | 'timeout'

/** One keep-alive connection that sends any bytes, which `fetch` would not. It opens again when closed. */
export function createConnection(port: number) {
  let open: Socket | null = null

  async function exchange(request: Exchange): Promise<Outcome> {
    const isReused = open !== null
    const outcome = await exchangeOnce(request)
    // The program may close an idle connection at the moment in which it is used again.
    return outcome === 'closed' && isReused ? exchangeOnce(request) : outcome
  }

  function exchangeOnce({ bytes, isHead, expected, afterUpgrade }: Exchange) {
    const socket = open ?? connect({ port, host: '127.0.0.1', noDelay: true })
    const reader = createResponseReader(isHead)
    return new Promise<Outcome>(resolve => {
      const waitMs = expected === 'anything' ? LEAVE_AFTER_MS : TIMEOUT_MS
      const getPartial = () => (expected === 'anything' ? reader.get() : null)
      let frames = afterUpgrade
      const timer = setTimeout(() => finish(getPartial() ?? 'timeout'), waitMs)
      socket.on('data', (chunk: Buffer) => {
        const isComplete = reader.push(chunk)
        const isStream = expected === 'start' && reader.hasBody()
        if (reader.get()?.status === UPGRADED) sendFrames()
        else if (isComplete || isStream) finish(reader.get() ?? 'closed')
      })
      socket.on('error', () => {})
      socket.on('close', () => finish(getPartial() ?? reader.getUntilClose() ?? 'closed'))
      socket.write(bytes)

      /** Once; the rest of the time is left to the websocket. */
      function sendFrames() {
        if (frames) socket.write(frames)
        frames = null
      }

      function finish(outcome: Outcome) {
        clearTimeout(timer)
        socket.removeAllListeners()
        socket.on('error', () => {})
        const isReusable =
          expected === 'answer' &&
          typeof outcome === 'object' &&
          outcome.headers.get('connection') !== 'close' &&
          !socket.destroyed
        open = isReusable ? socket : null
        if (isReusable) socket.once('close', () => socket === open && forget())
        else socket.destroy()
        resolve(outcome)
      }
    })
  }

  function forget() {
    open = null
  }

  return { exchange, close: () => open?.destroy() }
}
