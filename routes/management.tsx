import { toPageTimeZone } from '#domain/time'
import { getBackupStatus } from '../server/queries/backups.ts'
import { getQueues, getRooms } from '../server/queries/queue.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const management: Page = {
  async render({ app, user }) {
    const rooms = await getRooms(app)
    const queues = user.role === 'admin' ? await getQueues(app) : null
    const backups = user.role === 'admin' ? await getBackupStatus(app) : null
    const timeZone = toPageTimeZone(app.config.timeZone)
    return (
      <>
        <Island name="RoomsScreen" props={{ rooms }} />
        {queues && <Island name="QueuesCard" props={{ queues, rooms }} />}
        {backups && <Island name="BackupsCard" props={{ backups, timeZone, now: app.now() }} />}
      </>
    )
  },
}
