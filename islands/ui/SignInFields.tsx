/** `field` is null when the error is not about one field. */
export type SignInProblem = { field: 'username' | 'password' | null; sentence: string }

type Props = { problem: SignInProblem | null }

export function SignInFields({ problem }: Props) {
  return (
    <>
      <Field name="username" label="Username" autoComplete="username" problem={problem} />
      <Field name="password" label="Password" autoComplete="current-password" problem={problem} />
    </>
  )
}

type FieldProps = Props & { name: 'username' | 'password'; label: string; autoComplete: string }

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

/** The first empty field, or null. */
export function validateSignIn(username: string, password: string): SignInProblem | null {
  if (username.trim() === '') return { field: 'username', sentence: 'Username is required' }
  if (password === '') return { field: 'password', sentence: 'Password is required' }
  return null
}

export function focusField(form: HTMLFormElement, { field }: SignInProblem) {
  if (field) form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
}
