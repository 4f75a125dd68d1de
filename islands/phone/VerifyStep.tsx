import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { PHONE_CODE_MAX } from '#domain/auth/qr-session'
import { Button } from '../ui/buttons/Button.tsx'
import { SignInAlert, type SignInProblems } from '../ui/fields/SignInFields.tsx'
import '../login/codes.css'

type Props = {
  username: string
  ownCode: string
  problems: SignInProblems
  isBusy: boolean
  onComplete(typed: string): Promise<void>
}

export function VerifyStep({ username, ownCode, problems, isBusy, onComplete }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    await onComplete(field.current?.value ?? '')
    field.current?.select()
  }

  return (
    <form className="phone__step stack" onSubmit={submit} noValidate>
      <div className="sign-in-notice">
        <h2 className="sign-in-title">TV Verification Code</h2>
        <p className="badge tone--called">
          <CircleCheck size={14} aria-hidden />
          Authorized as: {username}
        </p>
      </div>
      <label className="field">
        <span>Enter the 4-6 digit code displayed on the TV screen</span>
        <input
          ref={field}
          className="input code-input"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={PHONE_CODE_MAX}
          aria-invalid={problems.form !== undefined}
        />
      </label>
      <SignInAlert>{problems.form}</SignInAlert>
      <Button
        type="submit"
        variant="primary"
        className="button--large button--wide"
        aria-busy={isBusy}
      >
        {isBusy && <span className="spinner" aria-hidden />}
        Complete Login
      </Button>
      <p className="divider">Or</p>
      <p className="code-box inset">
        Type this code on the TV
        <strong>{ownCode}</strong>
      </p>
    </form>
  )
}
