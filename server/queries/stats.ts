import * as lists from '#domain/queue/lists'
import { type App, getCurrentDays } from '../context.ts'
import { countTvs } from './displays.ts'
import { getPatients, getRooms } from './queue.ts'
import { getEstimates } from './waiting/estimates.ts'

export async function getStats(app: App) {
  const [listed, rooms, tvs, estimates] = await Promise.all([
    getPatients(app),
    getRooms(app),
    countTvs(app),
    getEstimates(app),
  ])
  const now = { ...lists.getClinicNow(listed, rooms, app.now()), tvs, estimates }
  return { ...lists.getStats(listed, rooms, getCurrentDays(app).today), now }
}
