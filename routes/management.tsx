import { lookAtBackups } from '../server/actions/backups.ts'
import { lookAtRooms } from '../server/queries/queue.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const management: Page = {
  path: '/management',
  title: 'System Management',
  async draw({ clinic, user }) {
    const rooms = await lookAtRooms(clinic)
    const backups = user.role === 'admin' ? await lookAtBackups(clinic) : null
    const { timeZone } = clinic
    return (
      <>
        <Island name="ManagementDesk" props={{ rooms }} />
        {backups && <Island name="BackupsDesk" props={{ backups, timeZone, now: clinic.now() }} />}
      </>
    )
  },
}
