import { lookAtRooms } from '../server/actions/look.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const management: Page = {
  path: '/management',
  title: 'System Management',
  async draw({ clinic }) {
    return <Island name="ManagementDesk" props={{ rooms: await lookAtRooms(clinic) }} />
  },
}
