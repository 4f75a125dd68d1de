import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/buttons/Button.tsx'
import { EnterCode } from './EnterCode.tsx'
import { cleanTypedCode } from './qr-dialog.ts'
import { createQrSignInModel } from './qr-sign-in.ts'
import { ScanCode } from './ScanCode.tsx'
import { clearSavedQr } from './saved-qr.ts'
import './QrSignIn.css'

export function QrSignIn({ onClose }: { onClose(): void }) {
  useSignals()
  const dialogElement = useRef<HTMLDialogElement>(null)
  const close = () => dialogElement.current?.close()
  const [signIn] = useState(() => createQrSignInModel(close))
  const dialog = signIn.dialog.value

  useEffect(() => {
    dialogElement.current?.showModal()
    const controller = new AbortController()
    void signIn.start(controller.signal)
    return () => controller.abort()
  }, [signIn])

  function handleClose() {
    clearSavedQr()
    onClose()
  }

  return (
    <dialog
      ref={dialogElement}
      className="dialog qr-dialog"
      aria-labelledby="qr-sign-in"
      onClose={handleClose}
    >
      <header className="dialog__head">
        <h2 id="qr-sign-in" className="dialog__title">
          Login with QR Code
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={close}>
          <X size={20} aria-hidden />
        </button>
      </header>
      {dialog.phase === 'loading' && <Busy message="Generating QR Code..." />}
      {dialog.phase === 'active' && <ScanCode url={dialog.qrUrl} seconds={signIn.seconds.value} />}
      {dialog.phase === 'authorized' && (
        <EnterCode
          code={signIn.code.value}
          ownCode={dialog.code}
          problem={signIn.problem.value}
          seconds={signIn.seconds.value}
          isBusy={signIn.isVerifying.value}
          onType={typed => {
            signIn.code.value = cleanTypedCode(typed)
          }}
          onVerify={signIn.verify}
        />
      )}
      {dialog.phase === 'complete' && <Busy message="Signing in..." />}
      {dialog.phase === 'expired' && <Expired onClose={close} />}
    </dialog>
  )
}

function Busy({ message }: { message: string }) {
  return (
    <div className="qr-dialog__phase qr-dialog__phase--waiting soft" role="status">
      <span className="spinner" aria-hidden />
      <p>{message}</p>
    </div>
  )
}

function Expired({ onClose }: { onClose(): void }) {
  return (
    <div className="qr-dialog__phase" role="alert">
      <CircleAlert className="mark--bad" size={56} aria-hidden />
      <h3 className="sign-in-title">QR Code Expired</h3>
      <p>Please close and try again to generate new QR code</p>
      <Button variant="primary" className="button--large button--wide" autoFocus onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
