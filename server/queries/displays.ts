import { listTvDays } from '#db/repositories/tv-days'
import { listDevices } from '#db/repositories/tv-devices'
import { type App, getListedRange } from '../context.ts'

/** The TVs of all users, with their states, and with what they have shown today. */
export async function listDisplays(app: App) {
  const { read, tv } = app
  const { today } = getListedRange(app)
  const devices = await read(listDevices)
  const saved = await read(db => listTvDays(db, today))
  return devices.map(device => {
    const seen = tv.lastSeen.withLastSeen(device)
    const day = tv.days.withUnsaved(device.id, today, saved.get(device.id))
    return { ...seen, ...tv.monitor.getStatus(seen), today: day }
  })
}
