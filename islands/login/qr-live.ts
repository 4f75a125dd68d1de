import { io } from 'socket.io-client'
import type { QrEvent } from '#domain/auth/qr-session'
import { QR_JOIN, type QrLiveEvents } from '#domain/events'
import { SOCKET_OPTIONS } from '../data/socket-options.ts'

type Options = {
  hear(event: QrEvent): void
  /** True from when the server says that nothing will be missed any more. */
  setListening(isListening: boolean): void
  until: AbortSignal
}

/** Hears what happens to one QR code, on a connection of its own. */
export function subscribeToQrSession(qrId: string, { hear, setListening, until }: Options) {
  const socket = io({ ...SOCKET_OPTIONS, forceNew: true })
  until.addEventListener('abort', () => socket.disconnect())
  socket.on('connect', () => socket.emit(QR_JOIN, { qrId }, () => setListening(true)))
  socket.on('disconnect', () => setListening(false))

  socket.on(
    'qr:authorization_complete',
    ({ code, user }: QrLiveEvents['qr:authorization_complete']) =>
      hear({ type: 'authorized', code, username: user.username }),
  )
  socket.on('qr:login_complete', ({ user }: QrLiveEvents['qr:login_complete']) =>
    hear({ type: 'completed', username: user.username }),
  )
  socket.on('qr:expired', () => hear({ type: 'expired' }))
}
