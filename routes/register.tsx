import { toPageTimeZone } from '#domain/time'
import { getNextNumbers, getPatients, getQueues } from '../server/queries/queue.ts'
import { getTicketSettings } from '../server/queries/tickets.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const register: Page = {
  async render({ app }) {
    const [patients, nextNumbers, queues, { mode: ticketMode }] = await Promise.all([
      getPatients(app),
      getNextNumbers(app),
      getQueues(app),
      getTicketSettings(app),
    ])
    const timeZone = toPageTimeZone(app.config.timeZone)
    const props = { patients, nextNumbers, queues, ticketMode, now: app.now(), timeZone }
    return <Island name="RegisterScreen" props={props} />
  },
}
