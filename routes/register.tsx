import { isEnabled } from '#domain/settings-record'
import { toPageTimeZone } from '#domain/time'
import { getNextNumbers, getPatients, getQueues } from '../server/queries/queue.ts'
import { getSettings } from '../server/queries/settings.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const register: Page = {
  async render({ app }) {
    const [patients, nextNumbers, queues, settings] = await Promise.all([
      getPatients(app),
      getNextNumbers(app),
      getQueues(app),
      getSettings(app),
    ])
    const timeZone = toPageTimeZone(app.config.timeZone)
    const { ticketMode } = settings
    const asksPhone = isEnabled(settings, 'askPhone')
    const props = { patients, nextNumbers, queues, ticketMode, asksPhone, now: app.now(), timeZone }
    return <Island name="RegisterScreen" props={props} />
  },
}
