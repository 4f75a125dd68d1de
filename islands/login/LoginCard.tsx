import { CircleAlert, LogIn } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { answer, api, Failure, refusalIn } from '../api.ts'
import { alarm, toastOnNextPage } from '../data/toasts.ts'
import { Button } from '../parts/Button.tsx'
import { Logo } from '../shell/Logo.tsx'

type Problem = { field: 'username' | 'password' | null; sentence: string }

/** The door to everything: a name, a password, and a clear word when they are not right. */
export default function LoginCard({ clinicName }: { clinicName: string }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const username = String(form.get('username'))
    const password = String(form.get('password'))
    const missing = missingIn(username, password)
    setProblem(missing)
    if (missing) return focusOn(event.currentTarget, missing.field)

    setBusy(true)
    try {
      const { success, user } = await answer(api.auth.login.$post({ json: { username, password } }))
      if (!success) throw new Failure(400, { error: 'Login failed. Please try again.' })
      toastOnNextPage('Login Success', `Welcome, ${user.username}!`)
      location.reload()
    } catch (cause) {
      const sentence = sentenceFor(cause)
      setProblem({ field: null, sentence })
      alarm('Login Failed', sentence)
      setBusy(false)
    }
  }

  return (
    <form className="card login" onSubmit={submit} noValidate>
      <div className="login__head">
        <Logo size={44} />
        <h1 className="login__title">Login</h1>
        <p className="login__clinic">{clinicName}</p>
      </div>
      {problem?.field === null && (
        <p className="alert" role="alert">
          <CircleAlert size={18} aria-hidden />
          {problem.sentence}
        </p>
      )}
      <Field name="username" label="Username" autoComplete="username" problem={problem} />
      <Field name="password" label="Password" autoComplete="current-password" problem={problem} />
      <Button type="submit" look="primary" className="login__submit" aria-busy={isBusy}>
        {isBusy ? <span className="spinner" aria-hidden /> : <LogIn size={18} aria-hidden />}
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}

type FieldProps = {
  name: 'username' | 'password'
  label: string
  autoComplete: string
  problem: Problem | null
}

function Field({ name, label, autoComplete, problem }: FieldProps) {
  const sentence = problem?.field === name ? problem.sentence : null
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <input
        className="input"
        name={name}
        type={name === 'password' ? 'password' : 'text'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={sentence !== null}
        aria-describedby={sentence ? `${name}-problem` : undefined}
      />
      {sentence && (
        <span className="field__problem" id={`${name}-problem`} role="alert">
          {sentence}
        </span>
      )}
    </label>
  )
}

function missingIn(username: string, password: string): Problem | null {
  if (username.trim() === '') return { field: 'username', sentence: 'Username is required' }
  if (password === '') return { field: 'password', sentence: 'Password is required' }
  return null
}

function focusOn(form: HTMLFormElement, field: string | null) {
  if (field) form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
}

function sentenceFor(cause: unknown) {
  if (cause instanceof Failure && cause.status === 0) return 'The server cannot be reached.'
  return refusalIn(cause) ?? 'Unexpected error occurred'
}
