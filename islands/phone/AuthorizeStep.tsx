import type { FormEvent } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { focusField, SignInFields, type SignInProblem } from '../ui/SignInFields.tsx'

type Props = {
  problem: SignInProblem | null
  isBusy: boolean
  onNext(username: string, password: string): Promise<SignInProblem | null>
}

export function AuthorizeStep({ problem, isBusy, onNext }: Props) {
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const missing = await onNext(String(typed.get('username')), String(typed.get('password')))
    if (missing) focusField(form, missing)
  }

  return (
    <form className="phone__step" onSubmit={submit} noValidate>
      <div className="phone__said">
        <h2 className="phone__title">Authorization Required</h2>
        <p>Enter your account information to complete QR login</p>
      </div>
      {problem?.field === null && <Alert>{problem.sentence}</Alert>}
      <SignInFields problem={problem} />
      <Button type="submit" variant="primary" className="phone__next" aria-busy={isBusy}>
        {isBusy && <span className="spinner" aria-hidden />}
        Next
      </Button>
    </form>
  )
}
