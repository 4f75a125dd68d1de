import { QrCode } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toastError } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { loadSavedQr } from './saved-qr.ts'

const loadDialog = () => import('./QrSignIn.tsx').then(({ QrSignIn }) => QrSignIn)

/** Loads the dialog on demand, to keep the login page small. */
export function QrButton() {
  const [isWanted, setWanted] = useState(false)
  const Dialog = useOnDemand(loadDialog, { isWanted, onFailure: giveUp })

  // A reload continues an open sign-in.
  useEffect(() => setWanted(loadSavedQr() !== null), [])

  function giveUp() {
    toastError('QR Code Failed', 'Failed to generate QR code')
    setWanted(false)
  }

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
