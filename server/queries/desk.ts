import { toOrderRules } from '#domain/queue/order-rules'
import { toPageTimeZone } from '#domain/time'
import type { SignedInUser } from '#domain/users/user'
import type { App } from '../context.ts'
import { getPatients, getQueues, getRooms } from './queue.ts'
import { getSettings } from './settings.ts'
import { getTicketSettings } from './tickets.ts'

export async function getDeskData(app: App, user: Pick<SignedInUser, 'role'>) {
  const [patients, rooms, queues, settings] = await Promise.all([
    getPatients(app),
    getRooms(app),
    getQueues(app),
    getSettings(app),
  ])
  return {
    patients,
    rooms,
    queues,
    rules: toOrderRules(settings),
    receipts: app.tv.receipts.list(),
    ticketMode: (await getTicketSettings(app)).mode,
    canForget: user.role === 'admin',
    now: app.now(),
    timeZone: toPageTimeZone(app.config.timeZone),
  }
}
