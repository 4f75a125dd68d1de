import { getPatients, getRooms } from '../server/queries/queue.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const dispensary: Page = {
  path: '/dispensary',
  title: 'Dispensary Management',
  async render({ app }) {
    const [patients, rooms] = await Promise.all([getPatients(app), getRooms(app)])
    const props = { patients, rooms, now: app.now(), timeZone: app.config.timeZone }
    return <Island name="DispensaryScreen" props={props} />
  },
}
