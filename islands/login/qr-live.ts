import { io } from 'socket.io-client'
import { QR_JOIN } from '#domain/events'
import { SOCKET_OPTIONS } from '../data/socket-options.ts'

export function listenToQrSession(qrId: string, onEvent: () => void, signal: AbortSignal) {
  const socket = io({ ...SOCKET_OPTIONS, forceNew: true })
  signal.addEventListener('abort', () => socket.disconnect())
  socket.on('connect', () => socket.emit(QR_JOIN, { qrId }))
  socket.onAny(onEvent)
}
