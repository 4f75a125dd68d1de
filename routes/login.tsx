import type { Clinic } from '../server/context.ts'
import { lookAtSettings } from '../server/queries/queue.ts'
import { Island, NOTHING } from '../server/render/island.tsx'
import { DemoLine } from './shell.tsx'

/** What every address shows to whoever is signed out; after signing in the same address shows its screen. */
export async function drawLogin(clinic: Clinic) {
  const { clinicName = '' } = await lookAtSettings(clinic)
  return (
    <>
      {clinic.isDemo && <DemoLine />}
      <main className="login-page">
        <Island name="LoginCard" props={{ clinicName }} />
        <footer className="login-page__foot">Clinic Queue System</footer>
      </main>
      <Island name="Notices" props={NOTHING} />
    </>
  )
}
