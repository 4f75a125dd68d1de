import type { App } from '../server/context.ts'
import { getSettings } from '../server/queries/settings.ts'
import { Island, NO_PROPS } from '../server/render/island.tsx'
import { DemoBanner } from './shell.tsx'

export async function renderLogin(app: App) {
  const { clinicName } = await getSettings(app)
  return (
    <>
      {app.config.isDemo && <DemoBanner />}
      <main className="login-page">
        <Island name="LoginCard" props={{ clinicName }} />
        <footer className="login-page__footer soft">Clinic Queue System</footer>
      </main>
      <Island name="Notices" props={NO_PROPS} />
    </>
  )
}
