import { LogIn, QrCode } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, api, getClientErrorMessage, unwrap } from '../data/api.ts'
import { toastError, toastOnNextPage } from '../data/toasts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import {
  focusProblem,
  SignInFields,
  type SignInProblems,
  validateSignIn,
} from '../ui/fields/SignInFields.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { Logo } from '../ui/Logo.tsx'
import { loadSavedQr } from './saved-qr.ts'
import './LoginCard.css'

export default function LoginCard({ clinicName }: { clinicName: string }) {
  const [problems, setProblems] = useState<SignInProblems>({})
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const username = String(form.get('username'))
    const password = String(form.get('password'))
    const missing = validateSignIn(username, password)
    setProblems(missing ?? {})
    if (missing) return focusProblem(event.currentTarget, missing)

    setBusy(true)
    try {
      const { success, user } = await unwrap(api.auth.login.$post({ json: { username, password } }))
      if (!success) throw new ApiError(400, { error: 'Login failed. Please try again.' })
      toastOnNextPage('Login Success', `Welcome, ${user.username}!`)
      location.reload()
    } catch (cause) {
      const sentence = signInErrorMessage(cause)
      setProblems({ form: sentence })
      toastError('Login Failed', sentence)
      setBusy(false)
    }
  }

  return (
    <section className="card stack login">
      <div className="sign-in-head">
        <Logo size={44} />
        <h1>Login</h1>
        <p className="soft">{clinicName}</p>
      </div>
      <form className="stack login__form" onSubmit={submit} noValidate>
        {problems.form && <Alert>{problems.form}</Alert>}
        <SignInFields problems={problems} />
        <Button type="submit" variant="primary" className="button--large" aria-busy={isBusy}>
          {isBusy ? <span className="spinner" aria-hidden /> : <LogIn size={18} aria-hidden />}
          {isBusy ? 'Logging in...' : 'Login'}
        </Button>
      </form>
      <p className="divider">Or</p>
      <QrButton />
    </section>
  )
}

function signInErrorMessage(cause: unknown) {
  if (cause instanceof ApiError && cause.status === 0) return 'The server cannot be reached.'
  return getClientErrorMessage(cause) ?? 'Unexpected error occurred'
}

const loadDialog = () => import('./QrSignIn.tsx').then(({ QrSignIn }) => QrSignIn)

/** Loads the dialog on demand, to keep the login page small. */
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
