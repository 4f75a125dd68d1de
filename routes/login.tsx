import type { QrAsker } from '#domain/auth/qr-session'
import type { PhoneStep } from '../islands/phone/phone-sign-in.ts'
import { Logo } from '../islands/ui/Logo.tsx'
import type { App } from '../server/context.ts'
import { findQrAsker } from '../server/queries/qr-login.ts'
import { getClinic } from '../server/queries/settings.ts'
import { Island, NO_PROPS } from '../server/render/island.tsx'
import { DemoBanner } from './shell.tsx'

export async function renderLogin(app: App) {
  return (
    <>
      {app.config.isDemo && <DemoBanner />}
      <main className="login-page">
        <Island name="LoginCard" props={await getClinic(app)} />
      </main>
      <Island name="Notices" props={NO_PROPS} />
    </>
  )
}

type Input = { app: App; sessionId: string; version: string }

export async function renderPhone({ app, sessionId, version }: Input) {
  const asker = sessionId === '' ? null : await findQrAsker(app, sessionId)
  const props = { sessionId, initial: getFirstStep(sessionId, asker), version }
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

function getFirstStep(sessionId: string, asker: QrAsker | null): PhoneStep {
  if (sessionId === '') {
    return { step: 'expired', because: 'Invalid QR session. No sessionId received.' }
  }
  return asker ? { step: 'login', asker } : { step: 'expired', because: null }
}
