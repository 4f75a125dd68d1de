import type { Socket, SocketHandler } from 'bun'

/** An end that takes nothing for so long is closed, as Bun's servers do. */
const STALLED_S = 60
const NOTHING = Buffer.alloc(0)

/** One end of a relayed connection, with the bytes that it has not taken yet. */
export type End = {
  other: Socket<End> | null
  /** What it sent before it had another end. */
  received: Buffer
  unsent: Buffer
  isEnding: boolean
  onClose?(): void
}

export function createEnd(other: Socket<End> | null = null): End {
  return { other, received: NOTHING, unsent: NOTHING, isEnding: false }
}

/** Passes bytes between two ends, no faster than each of them reads. */
export const RELAY = {
  data(from, bytes) {
    const to = from.data.other
    if (to && !send(to, bytes)) from.pause()
  },
  drain(to) {
    const { other, isEnding } = to.data
    if (!send(to, NOTHING)) return
    if (isEnding) to.end()
    else other?.resume()
  },
  close({ data }) {
    data.isEnding = true
    data.onClose?.()
    if (data.other) endAfterUnsent(data.other)
  },
  error: terminate,
  timeout: terminate,
} satisfies SocketHandler<End>

/** False if the end has not taken everything; `drain` continues then. */
function send(to: Socket<End>, bytes: Buffer) {
  const { data } = to
  const all = data.unsent.length === 0 ? bytes : Buffer.concat([data.unsent, bytes])
  const written = all.length === 0 ? 0 : to.write(all)
  data.unsent = written === all.length ? NOTHING : all.subarray(Math.max(0, written))
  const isTaken = data.unsent.length === 0
  if (all !== bytes || !isTaken) to.timeout(isTaken ? 0 : STALLED_S)
  return isTaken
}

function endAfterUnsent(to: Socket<End>) {
  to.data.isEnding = true
  if (to.data.unsent.length === 0) to.end()
}

function terminate(socket: Socket<End>) {
  socket.terminate()
}
