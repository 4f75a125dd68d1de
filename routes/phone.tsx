import type { PhoneStep } from '../islands/phone/phone-sign-in.ts'
import { Logo } from '../islands/ui/Logo.tsx'
import type { App } from '../server/context.ts'
import { isQrUsable } from '../server/queries/qr-login.ts'
import { Island, NO_PROPS } from '../server/render/island.tsx'
import { DemoBanner } from './shell.tsx'

type Input = { app: App; sessionId: string; version: string }

export async function renderPhone({ app, sessionId, version }: Input) {
  const props = { sessionId, initial: await getFirstStep(app, sessionId), version }
  return (
    <>
      {app.config.isDemo && <DemoBanner />}
      <main className="phone">
        <header className="sign-in-head">
          <Logo size={44} />
          <h1>QR Login</h1>
          <p className="soft">Clinic Calling System</p>
        </header>
        <Island name="PhoneSignIn" props={props} />
      </main>
      <Island name="Notices" props={NO_PROPS} />
    </>
  )
}

async function getFirstStep(app: App, sessionId: string): Promise<PhoneStep> {
  if (sessionId === '') {
    return { step: 'expired', because: 'Invalid QR session. No sessionId received.' }
  }
  const isOpen = await isQrUsable(app, sessionId)
  return isOpen ? { step: 'login' } : { step: 'expired', because: null }
}
