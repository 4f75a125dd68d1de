import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { AuthorizeStep } from './AuthorizeStep.tsx'
import { ExpiredStep } from './ExpiredStep.tsx'
import { createPhoneSignInModel } from './phone-sign-in.ts'
import { SuccessStep } from './SuccessStep.tsx'
import type { PhoneStep } from './snapshot.ts'
import { VerifyStep } from './VerifyStep.tsx'
import './PhoneSignIn.css'

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
        {current.step === 'login' && <AuthorizeStep {...formState} onNext={signIn.authorize} />}
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
      <p className="phone__debug">
        <span>v{version}</span>
        <span>Session: {sessionId || 'none'}</span>
        <span>Step: {current.step}</span>
      </p>
    </>
  )
}
