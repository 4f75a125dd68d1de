import * as lists from '#domain/queue/lists'
import { toOrderRules } from '#domain/queue/order-rules'
import { type App, getCurrentDays } from '../context.ts'
import { countTvs } from './displays.ts'
import { getPatients, getRooms } from './queue.ts'
import { getSettings } from './settings.ts'
import { getEstimates } from './waiting/estimates.ts'

export async function getStats(app: App) {
  const [listed, rooms, tvs, estimates, settings] = await Promise.all([
    getPatients(app),
    getRooms(app),
    countTvs(app),
    getEstimates(app),
    getSettings(app),
  ])
  const { limitMinutes } = toOrderRules(settings).next
  const clinic = lists.getClinicNow(listed, rooms, app.now())
  const { queues: _, ...ranges } = estimates
  const now = { ...clinic, limitMinutes, tvs, estimates: ranges }
  return { ...lists.getStats(listed, rooms, getCurrentDays(app).today), now }
}
