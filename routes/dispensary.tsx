import { lookAtPatients, lookAtRooms } from '../server/queries/queue.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const dispensary: Page = {
  path: '/dispensary',
  title: 'Dispensary Management',
  async draw({ clinic }) {
    const [patients, rooms] = await Promise.all([lookAtPatients(clinic), lookAtRooms(clinic)])
    const props = { patients, rooms, now: clinic.now(), timeZone: clinic.timeZone }
    return <Island name="DispensaryBoard" props={props} />
  },
}
