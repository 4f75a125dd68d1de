import { Eye, EyeOff, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Alert } from '../Alert.tsx'
import './SignInFields.css'

type FieldName = 'username' | 'password'

export type SignInProblems = { [field in FieldName | 'form']?: string }

type Props = { problems: SignInProblems }

export function SignInFields({ problems }: Props) {
  useEffect(() => void import('../tooltips/tooltips.ts').catch(() => {}), [])
  return (
    <>
      <Field name="username" label="Username" sentence={problems.username} />
      <Field name="password" label="Password" sentence={problems.password} />
    </>
  )
}

/** Reserves space, so that nothing moves when a sentence appears. */
export function SignInAlert({ children }: { children: ReactNode }) {
  return (
    <div className="sign-in-alert small small--tight">{children && <Alert>{children}</Alert>}</div>
  )
}

type FieldProps = { name: FieldName; label: string; sentence: string | undefined }

function Field({ name, label, sentence }: FieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const isPassword = name === 'password'
  return (
    <div>
      <label className="field__label sign-in-field__label small strong" htmlFor={id}>
        {label}
      </label>
      <div className="sign-in-field">
        <input
          id={id}
          className="input"
          name={name}
          type={isPassword && !isShown ? 'password' : 'text'}
          autoComplete={isPassword ? 'current-password' : name}
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page has this form only
          autoFocus={!isPassword}
          aria-invalid={sentence !== undefined}
          aria-describedby={sentence && `${name}-problem`}
        />
        {isPassword && (
          <button
            type="button"
            className="icon-button sign-in-field__eye"
            aria-label="Show password"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
          </button>
        )}
      </div>
      <div className="sign-in-field__problem">
        {sentence && (
          <p
            className="field__problem line small small--tight medium"
            id={`${name}-problem`}
            role="alert"
          >
            <TriangleAlert size={14} aria-hidden />
            {sentence}
          </p>
        )}
      </div>
    </div>
  )
}

export function validateSignIn(username: string, password: string): SignInProblems | null {
  const problems: SignInProblems = {
    ...(username.trim() === '' && { username: 'Username is required' }),
    ...(password === '' && { password: 'Password is required' }),
  }
  return problems.username || problems.password ? problems : null
}

export function focusProblem(form: HTMLFormElement, problems: SignInProblems) {
  const field = problems.username ? 'username' : 'password'
  form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
}
