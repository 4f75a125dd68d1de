type FieldName = 'username' | 'password'

/** The sentence beside each field that is wrong; `form` for what is about neither or both. */
export type SignInProblems = { [field in FieldName | 'form']?: string }

type Props = { problems: SignInProblems }

export function SignInFields({ problems }: Props) {
  return (
    <>
      <Field
        name="username"
        label="Username"
        autoComplete="username"
        sentence={problems.username}
      />
      <Field
        name="password"
        label="Password"
        autoComplete="current-password"
        sentence={problems.password}
      />
    </>
  )
}

type FieldProps = {
  name: FieldName
  label: string
  autoComplete: string
  sentence: string | undefined
}

function Field({ name, label, autoComplete, sentence }: FieldProps) {
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
        aria-invalid={sentence !== undefined}
        aria-describedby={sentence && `${name}-problem`}
      />
      {sentence && (
        <span className="field__problem" id={`${name}-problem`} role="alert">
          {sentence}
        </span>
      )}
    </label>
  )
}

/** Every empty field; null if both are filled in. */
export function validateSignIn(username: string, password: string): SignInProblems | null {
  const problems: SignInProblems = {
    ...(username.trim() === '' && { username: 'Username is required' }),
    ...(password === '' && { password: 'Password is required' }),
  }
  return problems.username || problems.password ? problems : null
}

/** Focuses the first field that is wrong. */
export function focusProblem(form: HTMLFormElement, problems: SignInProblems) {
  const field = problems.username ? 'username' : 'password'
  form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
}
