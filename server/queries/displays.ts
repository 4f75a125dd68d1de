import { listTvDays } from '#db/repositories/tv/tv-days'
import { listDevices } from '#db/repositories/tv/tv-devices'
import type { TvCounts } from '#domain/queue/lists'
import { type App, getCurrentDays } from '../context.ts'

export async function listDisplays(app: App) {
  const { read, tv } = app
  const { today } = getCurrentDays(app)
  const devices = await listWithStatus(app)
  const saved = await read(db => listTvDays(db, today))
  return devices.map(device => ({
    ...device,
    today: tv.days.withUnsaved(device.id, today, saved.get(device.id)),
  }))
}

export async function countTvs(app: App): Promise<TvCounts> {
  const devices = await listWithStatus(app)
  return {
    on: devices.filter(({ state }) => state === 'on').length,
    silent: devices.filter(({ state }) => state === 'silent').map(({ name }) => name),
  }
}

async function listWithStatus({ read, cached, tv }: App) {
  const devices = await cached('tvs', () => read(listDevices))
  return devices.map(device => {
    const seen = tv.presence.withLastSeen(device)
    return { ...seen, ...tv.presence.getStatus(seen) }
  })
}
