import type { QrEvent, QrStatus } from '#domain/auth/qr-session'
import { ApiError, api, unwrap } from '../data/api.ts'
import { POLL_MS, QR_POLL_WHILE_LIVE_MS } from '../data/polling-intervals.ts'

const ENDED_STATUSES = [403, 404, 410]

/**
 * Follows one QR code until `until` is aborted: by live events, and by asking, which alone is enough where
 * no socket gets through. What is told twice is heard twice.
 */
export function followQr(qrId: string, hear: (event: QrEvent) => void, until: AbortSignal) {
  let isListening = false
  let isDone = false
  let askedAt = 0

  function setListening(isOn: boolean) {
    isListening = isOn
    // Whatever was said before is asked for, not replayed.
    if (isOn) void look()
  }

  async function look() {
    askedAt = Date.now()
    try {
      const asked = api.qr[':id'].status.$get({ param: { id: qrId } })
      for (const event of toQrEvents(qrId, await unwrap(asked))) hear(event)
    } catch (cause) {
      if (!isQrSessionEnded(cause)) return
      isDone = true
      hear({ type: 'expired' })
    }
  }

  const timer = setInterval(() => {
    const every = isListening ? QR_POLL_WHILE_LIVE_MS : POLL_MS.qr
    if (!isDone && Date.now() - askedAt >= every) void look()
  }, POLL_MS.qr)
  until.addEventListener('abort', () => clearInterval(timer))

  // Without its code, too, asking is enough.
  import('./qr-live.ts').then(
    live => until.aborted || live.subscribeToQrSession(qrId, { hear, setListening, until }),
    () => {},
  )
  return { look }
}

/** Whether a refusal means that nobody can sign in by this QR code any more. */
export function isQrSessionEnded(cause: unknown) {
  return cause instanceof ApiError && ENDED_STATUSES.includes(cause.status)
}

/** What has happened so far. */
function toQrEvents(qrId: string, status: QrStatus): QrEvent[] {
  const { phase, expiresAt } = status
  if (phase === 'complete') return [{ type: 'completed', username: status.username }]
  const qrUrl = phase === 'active' ? (status.qrUrl ?? '') : ''
  const made = { type: 'made', qrId, qrUrl, expiresAt } as const
  if (phase === 'active') return [made]
  return [made, { type: 'authorized', username: status.username, code: status.code }]
}
