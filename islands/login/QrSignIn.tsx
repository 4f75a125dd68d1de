import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, CircleCheck, Clock, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { AddressProblem } from '../ui/AddressProblem.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SignInAlert } from '../ui/fields/SignInFields.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { cleanTypedCode, createQrSignInModel, formatCountdown } from './qr-sign-in.ts'
import { clearSavedQr } from './saved-qr.ts'
import './codes.css'
import './QrSignIn.css'

export function QrSignIn({ onClose }: { onClose(): void }) {
  useSignals()
  function close() {
    clearSavedQr()
    onClose()
  }

  const [signIn] = useState(() => createQrSignInModel(close))
  const dialog = signIn.dialog.value

  useEffect(() => {
    const controller = new AbortController()
    void signIn.start(controller.signal)
    return () => controller.abort()
  }, [signIn])

  /** Screen readers do not announce a role="timer" every second. */
  const expiresIn = (
    <p className="qr-dialog__countdown" role="timer">
      <Clock size={16} aria-hidden />
      Expires in {formatCountdown(signIn.seconds.value)}
    </p>
  )

  return (
    <Dialog className="qr-dialog" aria-labelledby="qr-sign-in" onClose={close}>
      <header className="dialog__head">
        <h2 id="qr-sign-in" className="dialog__title">
          Login with QR Code
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={close}>
          <X size={20} aria-hidden />
        </button>
      </header>
      {dialog.phase === 'loading' && <Busy message="Generating QR Code..." />}
      {dialog.phase === 'active' && (
        <div className="qr-dialog__phase">
          <QrCode text={dialog.qrUrl ?? ''} label="QR code for logging in with a phone" />
          <AddressProblem url={dialog.qrUrl ?? ''} />
          {expiresIn}
          <ol className="qr-dialog__steps">
            <li>Scan the QR code with your phone camera</li>
            <li>Log in on the page that opens</li>
            <li>The system redirects automatically</li>
          </ol>
        </div>
      )}
      {dialog.phase === 'authorized' && (
        <EnterCode
          code={signIn.code.value}
          ownCode={dialog.code}
          problem={signIn.problem.value}
          isBusy={signIn.isBusy.value}
          onType={typed => (signIn.code.value = cleanTypedCode(typed))}
          onVerify={signIn.verify}
        >
          {expiresIn}
        </EnterCode>
      )}
      {dialog.phase === 'complete' && <Busy message="Logging in…" />}
      {dialog.phase === 'expired' && <Expired onClose={close} />}
    </Dialog>
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

type CodeProps = {
  code: string
  ownCode: string | null
  problem: string | null
  isBusy: boolean
  onType(typed: string): void
  onVerify(): void
  children: ReactNode
}

function EnterCode({ code, ownCode, problem, isBusy, onType, onVerify, children }: CodeProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    onVerify()
    field.current?.focus()
  }

  return (
    <form className="qr-dialog__phase" onSubmit={submit} noValidate>
      <div className="sign-in-notice" role="status">
        <CircleCheck className="mark--good" size={56} aria-hidden />
        <h3 className="sign-in-title">Authorization Success!</h3>
      </div>
      <label htmlFor="phone-code">Enter the 6-digit code displayed on your phone</label>
      <div className="qr-dialog__entry">
        <input
          ref={field}
          id="phone-code"
          className="input code-input"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          aria-invalid={problem !== null}
          readOnly={isBusy}
          onChange={event => onType(event.target.value)}
        />
        <Button type="submit" variant="primary" className="button--large" aria-busy={isBusy}>
          {isBusy ? 'Verifying...' : 'Verify'}
        </Button>
      </div>
      <SignInAlert>{problem}</SignInAlert>
      {ownCode && (
        <p className="code-box inset">
          Or type this code on your phone: <strong>{ownCode}</strong>
        </p>
      )}
      {children}
    </form>
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
