import { lookAtNextNumber, lookAtPatients } from '../server/queries/queue.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const register: Page = {
  path: '/register',
  title: 'Patient Register',
  async draw({ clinic }) {
    const [patients, nextNumber] = await Promise.all([
      lookAtPatients(clinic),
      lookAtNextNumber(clinic),
    ])
    const props = { patients, nextNumber, now: clinic.now(), timeZone: clinic.timeZone }
    return <Island name="RegisterDesk" props={props} />
  },
}
