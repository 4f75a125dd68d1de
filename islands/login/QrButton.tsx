import { QrCode } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/Button.tsx'
import type { QrSignIn } from './QrSignIn.tsx'
import { loadSavedQr } from './saved-qr.ts'

/** Loads the dialog on demand, to keep the login page small. */
export function QrButton() {
  const [isWanted, setWanted] = useState(false)
  const [Dialog, setDialog] = useState<typeof QrSignIn | null>(null)

  // A reload continues an open sign-in.
  useEffect(() => setWanted(loadSavedQr() !== null), [])

  useEffect(() => {
    if (!isWanted) return
    import('./QrSignIn.tsx').then(
      loaded => setDialog(() => loaded.QrSignIn),
      () => {
        toastError('QR Code Failed', 'Failed to generate QR code')
        setWanted(false)
      },
    )
  }, [isWanted])

  return (
    <>
      <Button
        className="button--large"
        aria-busy={isWanted && !Dialog}
        onClick={() => setWanted(true)}
      >
        <QrCode size={18} aria-hidden />
        Login with QR Code
      </Button>
      {isWanted && Dialog && <Dialog onClose={() => setWanted(false)} />}
    </>
  )
}
