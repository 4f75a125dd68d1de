import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { AuthorizeStep } from './AuthorizeStep.tsx'
import { ExpiredStep } from './ExpiredStep.tsx'
import { createPhoneSignInModel } from './phone-sign-in.ts'
import { SuccessStep } from './SuccessStep.tsx'
import type { PhoneStep } from './saved-step.ts'
import { VerifyStep } from './VerifyStep.tsx'

type Props = { sessionId: string; first: PhoneStep; version: string }

/** What a phone shows that has scanned a TV's QR code. */
export default function PhoneSignIn({ sessionId, first, version }: Props) {
  useSignals()
  const [signIn] = useState(() => createPhoneSignInModel(sessionId, first))
  const now = signIn.step.value
  const asked = { problem: signIn.problem.value, isBusy: signIn.isBusy.value }

  useEffect(() => {
    const following = new AbortController()
    signIn.start(following.signal)
    return () => following.abort()
  }, [signIn])

  return (
    <>
      <section className="card phone__card" aria-live="polite">
        {now.step === 'login' && <AuthorizeStep {...asked} onNext={signIn.authorize} />}
        {now.step === 'verify' && (
          <VerifyStep
            {...asked}
            username={now.username}
            own={now.code}
            onComplete={signIn.complete}
          />
        )}
        {now.step === 'success' && <SuccessStep />}
        {now.step === 'expired' && <ExpiredStep because={now.because} />}
      </section>
      <p className="phone__debug">
        <span>v{version}</span>
        <span>Session: {sessionId || 'none'}</span>
        <span>Step: {now.step}</span>
      </p>
    </>
  )
}
