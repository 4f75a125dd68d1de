import { Clock } from 'lucide-react'
import { QrCode } from '../ui/QrCode.tsx'
import { formatCountdown } from './qr-dialog.ts'

type Props = { url: string; seconds: number }

export function ScanCode({ url, seconds }: Props) {
  return (
    <div className="qr-dialog__phase">
      <QrCode text={url} label="QR code for signing in with a phone" />
      <ExpiresIn seconds={seconds} />
      <ol className="qr-dialog__steps">
        <li>Scan the QR code with your phone camera</li>
        <li>Log in on the page that opens</li>
        <li>The system redirects automatically</li>
      </ol>
    </div>
  )
}

/** role="timer" is not announced every second. */
export function ExpiresIn({ seconds }: { seconds: number }) {
  return (
    <p className="qr-dialog__countdown" role="timer">
      <Clock size={16} aria-hidden />
      Expires in {formatCountdown(seconds)}
    </p>
  )
}
