import type { Socket } from 'socket.io'
import { QR_INVALID } from '#domain/auth/qr-session'
import { getQrChannelName, QR_JOIN, type QrChannelName } from '#domain/events'

const MAX_ID_LENGTH = 100

export type QrAccess = {
  canJoin(cookie: string | null): boolean
  isOwner(cookie: string | null, qrId: string): Promise<boolean>
}

export function joinQrChannel(
  socket: Socket,
  cookie: string | null,
  access: QrAccess,
  timeoutMs: number,
): Promise<QrChannelName | null> {
  return new Promise(resolve => {
    const timeout = setTimeout(() => resolve(null), access.canJoin(cookie) ? timeoutMs : 0)
    socket.once('disconnect', () => resolve(null))
    socket.once(QR_JOIN, async (input: unknown, acknowledge: unknown) => {
      clearTimeout(timeout)
      const channelName = await join(socket, cookie, parseQrId(input), access).catch(() => null)
      if (channelName === null) rejectSocket(socket, QR_INVALID)
      else if (typeof acknowledge === 'function') acknowledge()
      resolve(channelName)
    })
  })
}

async function join(socket: Socket, cookie: string | null, qrId: string, { isOwner }: QrAccess) {
  if (!(await isOwner(cookie, qrId))) return null
  const channelName = getQrChannelName(qrId)
  await socket.join(channelName)
  // The code may have expired before the join, and its last event would be missed.
  return (await isOwner(cookie, qrId)) ? channelName : null
}

export function rejectSocket(socket: Socket, message: string) {
  socket.emit('error', { message })
  socket.disconnect(true)
}

function parseQrId(input: unknown) {
  const { qrId } = (input ?? {}) as { qrId?: unknown }
  return typeof qrId === 'string' && qrId.length <= MAX_ID_LENGTH ? qrId : ''
}
