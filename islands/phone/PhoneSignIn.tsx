import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { PHONE_CODE_MAX, type QrAsker } from '#domain/auth/qr-session'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import {
  focusProblem,
  SignInAlert,
  SignInFields,
  type SignInProblems,
} from '../ui/fields/SignInFields.tsx'
import { createPhoneSignInModel, type PhoneStep } from './phone-sign-in.ts'
import '../login/codes.css'
import './PhoneSignIn.css'

const CLOSE_DELAY_MS = 3_000
const CLOSE_TIMEOUT_MS = 300

type Props = { sessionId: string; initial: PhoneStep; version: string }

export default function PhoneSignIn({ sessionId, initial, version }: Props) {
  useSignals()
  const [signIn] = useState(() => createPhoneSignInModel(sessionId, initial))
  const current = signIn.step.value
  const formState = { problems: signIn.problems.value, isBusy: signIn.isBusy.value }

  useEffect(() => {
    const controller = new AbortController()
    signIn.start(controller.signal)
    return () => controller.abort()
  }, [signIn])

  return (
    <>
      <section className="card phone__card" aria-live="polite">
        {current.step === 'login' && (
          <AuthorizeStep {...formState} asker={current.asker} onNext={signIn.authorize} />
        )}
        {current.step === 'verify' && (
          <VerifyStep
            {...formState}
            username={current.username}
            ownCode={current.code}
            onComplete={signIn.complete}
          />
        )}
        {current.step === 'success' && <SuccessStep />}
        {current.step === 'expired' && <ExpiredStep because={current.because} />}
      </section>
      <p className="phone__debug soft breakable">
        <span>v{version}</span>
        <span>Session: {sessionId || 'none'}</span>
        <span>Step: {current.step}</span>
      </p>
    </>
  )
}

type AuthorizeProps = {
  asker: QrAsker
  problems: SignInProblems
  isBusy: boolean
  onNext(username: string, password: string): Promise<SignInProblems | null>
}

function AuthorizeStep({ asker, problems, isBusy, onNext }: AuthorizeProps) {
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const missing = await onNext(String(typed.get('username')), String(typed.get('password')))
    if (missing) focusProblem(form, missing)
  }

  return (
    <form className="phone__step" onSubmit={submit} noValidate>
      <div className="sign-in-notice">
        <h2 className="sign-in-title">Authorization Required</h2>
        <p>Enter your account information to complete QR login</p>
      </div>
      <AskerDetails {...asker} />
      <SignInAlert>{problems.form}</SignInAlert>
      <SignInFields problems={problems} />
      <Button
        type="submit"
        variant="primary"
        className="button--large button--wide"
        aria-busy={isBusy}
      >
        {isBusy && <span className="spinner" aria-hidden />}
        Next
      </Button>
    </form>
  )
}

/** Shows who asks before the password is typed, because a stranger may have sent the code. */
function AskerDetails({ browser, address, time }: QrAsker) {
  const details = { Browser: browser, Address: address, Time: time }
  return (
    <div className="section inset stack stack--tight">
      <h3 className="phone__asker-title">This screen asks to log in</h3>
      <dl className="phone__asker">
        {Object.entries(details).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="status-line tone--warning">
        <TriangleAlert size={20} aria-hidden />
        Only continue if this code is on the screen in front of you
      </p>
    </div>
  )
}

type VerifyProps = {
  username: string
  ownCode: string
  problems: SignInProblems
  isBusy: boolean
  onComplete(typed: string): Promise<void>
}

function VerifyStep({ username, ownCode, problems, isBusy, onComplete }: VerifyProps) {
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

function SuccessStep() {
  const { isRefused, close } = useCloseWindow()

  useEffect(() => {
    const timer = setTimeout(close, CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [close])

  return (
    <div className="phone__step stack phone__step--end">
      <CircleCheck className="mark--good" size={72} aria-hidden />
      <h2 className="sign-in-title">Login Successful!</h2>
      <p>
        {isRefused
          ? 'You can close this page'
          : 'The TV is logged in. This page closes automatically.'}
      </p>
    </div>
  )
}

function ExpiredStep({ because }: { because: string | null }) {
  const { isRefused, close } = useCloseWindow()

  return (
    <div className="phone__step stack phone__step--end">
      <CircleAlert className="mark--bad" size={72} aria-hidden />
      <h2 className="sign-in-title">Session Expired</h2>
      {because && <Alert>{because}</Alert>}
      <p>This QR session has expired. Please generate a new QR code from the TV.</p>
      <Button variant="primary" className="button--large button--wide" onClick={close}>
        Close
      </Button>
      {isRefused && <p role="status">You can close this page</p>}
    </div>
  )
}

/** Browsers do not close a window that the user opened. `isRefused` is then true. */
function useCloseWindow() {
  const [isRefused, setRefused] = useState(false)

  const close = useCallback(() => {
    window.close()
    setTimeout(() => setRefused(true), CLOSE_TIMEOUT_MS)
  }, [])

  return { isRefused, close }
}
