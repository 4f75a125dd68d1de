import type { PhoneStep } from '../islands/phone/saved-step.ts'
import { Logo } from '../islands/ui/Logo.tsx'
import { isQrOpen } from '../server/actions/qr-login-start.ts'
import type { Clinic } from '../server/context.ts'
import { Island, NOTHING } from '../server/render/island.tsx'
import { DemoLine } from './shell.tsx'

type Visit = { clinic: Clinic; sessionId: string; version: string }

/** `/qr-auth/{sessionId}`: for a phone, signed in or not. It asks for a password only if that is of use. */
export async function drawPhone({ clinic, sessionId, version }: Visit) {
  const props = { sessionId, first: await firstStep(clinic, sessionId), version }
  return (
    <>
      {clinic.isDemo && <DemoLine />}
      <main className="phone">
        <header className="phone__head">
          <Logo size={44} />
          <h1 className="phone__name">QR Login</h1>
          <p className="phone__product">Clinic Calling System</p>
        </header>
        <Island name="PhoneSignIn" props={props} />
      </main>
      <Island name="Notices" props={NOTHING} />
    </>
  )
}

async function firstStep(clinic: Clinic, sessionId: string): Promise<PhoneStep> {
  if (sessionId === '') {
    return { step: 'expired', because: 'Invalid QR session. No sessionId received.' }
  }
  const isOpen = await isQrOpen(clinic, sessionId)
  return isOpen ? { step: 'login' } : { step: 'expired', because: null }
}
