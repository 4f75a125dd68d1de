import { findDevice, listDevices, listDevicesOf } from '#db/repositories/tv/tv-devices'
import { isTv, MAX_TV_HISTORY, type TvDevice } from '#domain/display/tv-device'
import { DomainError } from '#domain/errors'
import type { TvCounts } from '#domain/queue/lists'
import { type App, getCurrentDays } from '../context.ts'
import { getShownCalls } from './shown-calls.ts'
import { getOwner } from './users.ts'

/** TVs of one user stay listed while that user is inactive. */
export async function listDisplays(app: App, userId?: number) {
  const { today } = getCurrentDays(app)
  const devices = userId === undefined ? await listAll(app) : await listOf(app, userId)
  return devices.map(device => ({ ...device, today: app.tv.counts.get(device.id, today) }))
}

export async function getShownCallsOf(app: App, deviceId: number) {
  const device = await app.read(db => findDevice(db, deviceId))
  if (!device || !isTv(device)) {
    throw new DomainError('This TV no longer exists', { status: 404 })
  }
  return getShownCalls(app, device.options, MAX_TV_HISTORY)
}

export async function countTvs(app: App): Promise<TvCounts> {
  const tvs = (await listAll(app)).filter(isTv)
  return {
    on: tvs.filter(({ state }) => state === 'on').length,
    // A closed browser is no longer a screen, and its name tells who signed it in.
    silent: tvs
      .filter(({ state, options }) => state === 'silent' && !options.isScreen)
      .map(({ name }) => name),
  }
}

export async function hasKiosk(app: App) {
  return (await app.cached('tvs', () => app.read(listDevices))).some(device => !isTv(device))
}

async function listAll(app: App) {
  return (await app.cached('tvs', () => app.read(listDevices))).map(withStatus(app))
}

async function listOf(app: App, userId: number) {
  const devices = await app.read(async db => {
    await getOwner(db, userId)
    return listDevicesOf(db, userId)
  })
  return devices.map(withStatus(app))
}

function withStatus({ tv: { presence } }: App) {
  return (device: TvDevice) => {
    const seen = presence.withLastSeen(device)
    return { ...seen, ...presence.getStatus(seen) }
  }
}
