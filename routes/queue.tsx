import { toOrderRules } from '#domain/queue/order-rules'
import { getPatients, getRooms } from '../server/queries/queue.ts'
import { getSettings } from '../server/queries/settings.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const queue: Page = {
  path: '/queue',
  title: 'Queue Management',
  async render({ app }) {
    const [patients, rooms, settings] = await Promise.all([
      getPatients(app),
      getRooms(app),
      getSettings(app),
    ])
    const rules = toOrderRules(settings)
    const props = { patients, rooms, rules, now: app.now(), timeZone: app.config.timeZone }
    return <Island name="QueueScreen" props={props} />
  },
}
