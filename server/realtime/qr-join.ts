import type { Socket } from 'socket.io'
import { QR_INVALID } from '#domain/auth/qr-session'
import { QR_JOIN, type QrRoom, qrRoom } from '#domain/events'

const LONGEST_ID = 100

/** What is known of a browser by its cookie. */
export type QrDoor = {
  /** Whether it shows QR codes at all. */
  mayJoin(cookie: string | null): boolean
  /** Whether it shows that one, and somebody can still sign in by it. */
  owns(cookie: string | null, qrId: string): Promise<boolean>
}

/**
 * Lets the browser that shows a QR code hear of it, signed in or not, once it has said so. Resolves to its
 * room, or to null for whoever could not join or did not in time.
 */
export function joinByQr(
  socket: Socket,
  cookie: string | null,
  door: QrDoor,
  withinMs: number,
): Promise<QrRoom | null> {
  return new Promise(resolve => {
    const giveUp = setTimeout(() => resolve(null), door.mayJoin(cookie) ? withinMs : 0)
    socket.once('disconnect', () => resolve(null))
    socket.once(QR_JOIN, async (wish: unknown, answer: unknown) => {
      clearTimeout(giveUp)
      const room = await join(socket, cookie, idIn(wish), door).catch(() => null)
      if (room === null) letGo(socket, QR_INVALID)
      else if (typeof answer === 'function') answer()
      resolve(room)
    })
  })
}

async function join(socket: Socket, cookie: string | null, qrId: string, { owns }: QrDoor) {
  if (!(await owns(cookie, qrId))) return null
  const room = qrRoom(qrId)
  await socket.join(room)
  // It may have ended between the question and the join; then nobody would tell this one.
  return (await owns(cookie, qrId)) ? room : null
}

/** Tells why, and closes. */
export function letGo(socket: Socket, message: string) {
  socket.emit('error', { message })
  socket.disconnect(true)
}

function idIn(wish: unknown) {
  const { qrId } = (wish ?? {}) as { qrId?: unknown }
  return typeof qrId === 'string' && qrId.length <= LONGEST_ID ? qrId : ''
}
