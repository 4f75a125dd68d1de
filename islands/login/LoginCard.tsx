import { Bell, Pill, QrCode, UserPlus } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, api, getClientErrorMessage, takeSessionEnd, unwrap } from '../data/api.ts'
import { toastError, toastOnNextPage } from '../data/toasts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import {
  focusProblem,
  SignInAlert,
  SignInFields,
  type SignInProblems,
  validateSignIn,
} from '../ui/fields/SignInFields.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useOnDemand } from '../ui/on-demand.ts'
import { loadSavedQr } from './saved-qr.ts'
import './LoginCard.css'

const SESSION_ENDED =
  'You were logged out: in another tab, by a new password, by an administrator, after 12 hours without use, or because a backup was restored.'
const NO_COOKIES =
  'This browser blocks cookies, so it cannot stay logged in. Allow cookies for this address, then log in.'

const STEPS = [
  ['in-progress', 'Register', UserPlus],
  ['called', 'Call', Bell],
  ['dispensary', 'Dispense', Pill],
] as const

export type ClinicSign = { clinicName: string; logoUrl: string | null }

export default function LoginCard(clinic: ClinicSign) {
  const [problems, setProblems] = useState<SignInProblems>({})
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (takeSessionEnd()) setProblems({ form: SESSION_ENDED })
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const username = String(form.get('username'))
    const password = String(form.get('password'))
    const missing = validateSignIn(username, password)
    setProblems(missing ?? {})
    if (missing) return focusProblem(event.currentTarget, missing)

    // Otherwise, the login page would return without an explanation.
    if (!navigator.cookieEnabled) return setProblems({ form: NO_COOKIES })
    setBusy(true)
    try {
      const { success, user } = await unwrap(api.auth.login.$post({ json: { username, password } }))
      if (!success) throw new ApiError(400, { error: 'Login failed. Please try again.' })
      toastOnNextPage('Login Success', `Welcome, ${user.username}!`)
      location.reload()
    } catch (cause) {
      setProblems({ form: signInErrorMessage(cause) })
      toastError('Login Failed')
      setBusy(false)
    }
  }

  return (
    <>
      <LoginLead {...clinic} />
      <section className="login-form">
        <form onSubmit={submit} noValidate>
          <h1>Login</h1>
          <SignInAlert>{problems.form}</SignInAlert>
          <SignInFields problems={problems} />
          <Button type="submit" variant="primary" aria-busy={isBusy}>
            {isBusy && <span className="spinner" aria-hidden />}
            {isBusy ? 'Logging in...' : 'Login'}
          </Button>
        </form>
        <p className="divider">Or</p>
        <QrButton />
      </section>
      <footer className="login-page__footer soft">Clinic Queue System</footer>
    </>
  )
}

function signInErrorMessage(cause: unknown) {
  if (cause instanceof ApiError && cause.status === 0) return 'The server cannot be reached.'
  return getClientErrorMessage(cause) ?? 'Unexpected error occurred'
}

const loadDialog = () => import('./QrSignIn.tsx').then(({ QrSignIn }) => QrSignIn)

function QrButton() {
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
      <Button aria-busy={isWanted && !Dialog} onClick={() => setWanted(true)}>
        <QrCode size={18} aria-hidden />
        Login with QR Code
      </Button>
      {isWanted && Dialog && <Dialog onClose={() => setWanted(false)} />}
    </>
  )
}

function LoginLead({ clinicName, logoUrl }: ClinicSign) {
  return (
    <header className="login-lead">
      <span className="login-lead__logo">
        {logoUrl ? <img src={logoUrl} alt="" /> : <Logo size={96} />}
      </span>
      <p className="login-lead__name" translate="no">
        {clinicName}
      </p>
      <p className="login-lead__about soft">Numbers, calling and dispensary.</p>
      <ul className="login-lead__steps">
        {STEPS.map(([tone, title, Icon]) => (
          <li key={tone} className="login-lead__step">
            <Icon size={22} className={`tone--${tone}`} aria-hidden />
            {title}
          </li>
        ))}
      </ul>
    </header>
  )
}
