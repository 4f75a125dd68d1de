import { Clock } from 'lucide-react'
import { formatCountdown } from '#domain/auth/qr-session'

/** Counts down; not read out each second. */
export function ExpiresIn({ seconds }: { seconds: number }) {
  return (
    <p className="qr-dialog__countdown" role="timer">
      <Clock size={16} aria-hidden />
      Expires in {formatCountdown(seconds)}
    </p>
  )
}
