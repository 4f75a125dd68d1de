import type { FormEvent } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { focusProblem, SignInFields, type SignInProblems } from '../ui/fields/SignInFields.tsx'

type Props = {
  problems: SignInProblems
  isBusy: boolean
  onNext(username: string, password: string): Promise<SignInProblems | null>
}

export function AuthorizeStep({ problems, isBusy, onNext }: Props) {
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const missing = await onNext(String(typed.get('username')), String(typed.get('password')))
    if (missing) focusProblem(form, missing)
  }

  return (
    <form className="phone__step stack" onSubmit={submit} noValidate>
      <div className="sign-in-notice">
        <h2 className="sign-in-title">Authorization Required</h2>
        <p>Enter your account information to complete QR login</p>
      </div>
      {problems.form && <Alert>{problems.form}</Alert>}
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
