import type { Socket } from 'socket.io'
import { QR_INVALID } from '#domain/auth/qr-session'
import { getQrChannelName, QR_JOIN, type QrChannelName } from '#domain/events'

const MAX_ID_LENGTH = 100

/** What is known of a browser by its cookie. */
export type QrAccess = {
  /** Whether it shows QR codes at all. */
  mayJoin(cookie: string | null): boolean
  /** Whether it shows that one, and somebody can still sign in by it. */
  owns(cookie: string | null, qrId: string): Promise<boolean>
}

/**
 * Lets the browser that shows a QR code hear of it, signed in or not, once it has said so. Resolves to its
 * room, or to null for whoever could not join or did not in time.
 */
export function joinQrChannel(
  socket: Socket,
  cookie: string | null,
  door: QrAccess,
  withinMs: number,
): Promise<QrChannelName | null> {
  return new Promise(resolve => {
    const giveUp = setTimeout(() => resolve(null), door.mayJoin(cookie) ? withinMs : 0)
    socket.once('disconnect', () => resolve(null))
    socket.once(QR_JOIN, async (input: unknown, answer: unknown) => {
      clearTimeout(giveUp)
      const room = await join(socket, cookie, parseQrId(input), door).catch(() => null)
      if (room === null) rejectSocket(socket, QR_INVALID)
      else if (typeof answer === 'function') answer()
      resolve(room)
    })
  })
}

async function join(socket: Socket, cookie: string | null, qrId: string, { owns }: QrAccess) {
  if (!(await owns(cookie, qrId))) return null
  const room = getQrChannelName(qrId)
  await socket.join(room)
  // It may have ended between the question and the join; then nobody would tell this one.
  return (await owns(cookie, qrId)) ? room : null
}

/** Tells why, and closes. */
export function rejectSocket(socket: Socket, message: string) {
  socket.emit('error', { message })
  socket.disconnect(true)
}

function parseQrId(input: unknown) {
  const { qrId } = (input ?? {}) as { qrId?: unknown }
  return typeof qrId === 'string' && qrId.length <= MAX_ID_LENGTH ? qrId : ''
}
