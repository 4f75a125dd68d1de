import { getNextNumber, getPatients } from '../server/queries/queue.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const register: Page = {
  path: '/register',
  title: 'Patient Register',
  async render({ app }) {
    const [patients, nextNumber] = await Promise.all([getPatients(app), getNextNumber(app)])
    const props = { patients, nextNumber, now: app.now(), timeZone: app.config.timeZone }
    return <Island name="RegisterScreen" props={props} />
  },
}
