import type { App } from '../server/context.ts'
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
