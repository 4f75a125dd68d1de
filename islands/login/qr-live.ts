import { io } from 'socket.io-client'
import { QR_JOIN, type QrLiveEvents } from '#domain/events'
import { SOCKET_OPTIONS } from '../data/socket-options.ts'
import type { QrEvent } from './qr-dialog.ts'

type Options = {
  onEvent(event: QrEvent): void
  /** True once the server has confirmed the subscription. */
  setListening(isListening: boolean): void
  signal: AbortSignal
}

export function subscribeToQrSession(qrId: string, { onEvent, setListening, signal }: Options) {
  const socket = io({ ...SOCKET_OPTIONS, forceNew: true })
  signal.addEventListener('abort', () => socket.disconnect())
  socket.on('connect', () => socket.emit(QR_JOIN, { qrId }, () => setListening(true)))
  socket.on('disconnect', () => setListening(false))

  socket.on(
    'qr:authorization_complete',
    ({ code, user }: QrLiveEvents['qr:authorization_complete']) =>
      onEvent({ type: 'authorized', code, username: user.username }),
  )
  socket.on('qr:login_complete', ({ user }: QrLiveEvents['qr:login_complete']) =>
    onEvent({ type: 'complete', username: user.username }),
  )
  socket.on('qr:expired', () => onEvent({ type: 'expired' }))
}
