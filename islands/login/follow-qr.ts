import type { QrStatus } from '#domain/auth/qr-session'
import { ApiError, api, unwrap } from '../data/api.ts'
import { POLL_MS, QR_POLL_WHILE_LIVE_MS } from '../data/polling-intervals.ts'
import type { QrEvent } from './qr-dialog.ts'

const ENDED_STATUSES = [403, 404, 410]

/** Follows a QR session by polling and, where a socket connects, live events. Events may repeat. */
export function followQr(qrId: string, onEvent: (event: QrEvent) => void, signal: AbortSignal) {
  let isListening = false
  let isDone = false
  let polledAt = 0

  function setListening(isOn: boolean) {
    isListening = isOn
    // Events before this moment are not replayed.
    if (isOn) void poll()
  }

  async function poll() {
    polledAt = Date.now()
    try {
      const request = api.qr[':id'].status.$get({ param: { id: qrId } })
      for (const event of toQrEvents(qrId, await unwrap(request))) onEvent(event)
    } catch (cause) {
      if (!isQrSessionEnded(cause)) return
      isDone = true
      onEvent({ type: 'expired' })
    }
  }

  const timer = setInterval(() => {
    const every = isListening ? QR_POLL_WHILE_LIVE_MS : POLL_MS.qr
    if (!isDone && Date.now() - polledAt >= every) void poll()
  }, POLL_MS.qr)
  signal.addEventListener('abort', () => clearInterval(timer))

  // Polling alone is enough if this chunk cannot be loaded.
  import('./qr-live.ts').then(
    live => signal.aborted || live.subscribeToQrSession(qrId, { onEvent, setListening, signal }),
    () => {},
  )
  return { poll }
}

export function isQrSessionEnded(cause: unknown) {
  return cause instanceof ApiError && ENDED_STATUSES.includes(cause.status)
}

function toQrEvents(qrId: string, status: QrStatus): QrEvent[] {
  const { phase, expiresAt } = status
  if (phase === 'complete') return [{ type: phase, username: status.username }]
  const qrUrl = phase === 'active' ? (status.qrUrl ?? '') : ''
  const active = { type: 'active', qrId, qrUrl, expiresAt } as const
  if (phase === 'active') return [active]
  return [active, { type: phase, username: status.username, code: status.code }]
}
