import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { ExpiresIn } from './ScanCode.tsx'
import './codes.css'

type Props = {
  code: string
  ownCode: string | null
  problem: string | null
  seconds: number
  isBusy: boolean
  onType(typed: string): void
  onVerify(): void
}

export function EnterCode({ code, ownCode, problem, seconds, isBusy, onType, onVerify }: Props) {
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
      {problem && <Alert>{problem}</Alert>}
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
      {ownCode && (
        <p className="code-box inset">
          Or type this code on your phone: <strong>{ownCode}</strong>
        </p>
      )}
      <ExpiresIn seconds={seconds} />
    </form>
  )
}
