import type { Query } from '#db/connection/query'
import { listRoomIds } from '#db/repositories/rooms'
import * as repository from '#db/repositories/tv/tv-devices'
import { findPairingByCode, updatePairing } from '#db/repositories/tv/tv-pairings'
import { getTvSessionId, type TvDevice } from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import { normalizePairingCode, PAIRING_TTL_MS } from '#domain/display/tv-pairing'
import { DomainError } from '#domain/errors'
import type { TvCommand } from '#domain/events'
import { validateName } from '#domain/names'
import type { SignedInUser } from '#domain/users/user'
import type { App } from '../../context.ts'
import { getOwner } from '../../queries/tv-devices.ts'
import { FREE_FAILURES } from '../../security/login-throttle.ts'

type DeviceInput = { userId: number; name: string }
/** The token is returned this once: the database holds its hash. */
type WithToken = { device: TvDevice; token: string }

export async function createTvDevice(
  { write, newTokens, now, log }: App,
  input: DeviceInput,
): Promise<WithToken> {
  const at = now()
  const { token, hash } = newTokens.make(Date.parse(at))
  const device = await write(tx => createDevice(tx, input, hash, at))
  log('info', 'TV link created', { device: device.id })
  return { device, token }
}

/** Connects the TV that shows this code. Wrong codes are throttled per user. */
export async function pairTvDevice(
  { write, limits, now, log }: App,
  { code, ...input }: DeviceInput & { code: string },
  by: Pick<SignedInUser, 'id'>,
): Promise<TvDevice> {
  const at = now()
  const ms = Date.parse(at)
  const counts = [{ key: `pairing by ${by.id}`, free: FREE_FAILURES }]
  const device = await limits.login.attempt({ counts }, () =>
    write(async tx => {
      const pairing = await findPairingByCode(tx, normalizePairingCode(code), ms)
      if (pairing?.state !== 'waiting') return null
      await updatePairing(tx, { ...pairing, state: 'paired', endsAt: ms + PAIRING_TTL_MS })
      return createDevice(tx, input, pairing.tokenHash, at)
    }),
  )
  if (device) {
    log('info', 'TV paired', { device: device.id })
    return device
  }
  const sentence = 'Unknown code. Check the TV: it shows a new one every 10 minutes.'
  throw new DomainError(sentence, { status: 404, field: 'code' })
}

export async function renameTvDevice(
  { write, channel, tv }: App,
  id: number,
  input: string,
): Promise<TvDevice> {
  const device = await write(async tx => {
    const { userId, ...before } = await getDevice(tx, id)
    const all = await repository.listDevicesOf(tx, userId)
    const others = all.filter(other => other.id !== id)
    const name = validateName('TV', input, others)
    await repository.updateDevice(tx, id, { name })
    return { ...before, name }
  })
  channel.publish('tvs:updated', {})
  return tv.presence.withLastSeen(device)
}

export async function changeTvOptions(
  { write, channel, tv }: App,
  id: number,
  changes: Partial<TvOptions>,
): Promise<TvDevice> {
  let isNewView = false
  const device = await write(async tx => {
    const { userId: _, ...before } = await getDevice(tx, id)
    const added = changes.rooms?.filter(room => !before.options.rooms.includes(room)) ?? []
    await assertRoomsExist(tx, added)
    const options = { ...before.options, ...changes }
    await repository.updateDevice(tx, id, { options })
    isNewView = !isSameView(before.options, options)
    return { ...before, options }
  })
  channel.publishTo(getTvSessionId(id), 'tv:changed', { options: device.options, isNewView })
  channel.publish('tvs:updated', {})
  return tv.presence.withLastSeen(device)
}

function isSameView(one: TvOptions, other: TvOptions) {
  return one.names === other.names && String(one.rooms) === String(other.rooms)
}

async function assertRoomsExist(db: Query, rooms: number[]) {
  const known = await listRoomIds(db)
  if (rooms.every(id => known.includes(id))) return
  throw new DomainError('This room no longer exists', { status: 404, field: 'rooms' })
}

export async function commandTv({ write, channel }: App, id: number, command: TvCommand) {
  // It is a write, so that a press which comes too late is not carried out.
  const { name } = await write(tx => getDevice(tx, id))
  channel.publishTo(getTvSessionId(id), 'tv:command', { command, name })
  return name
}

/** After an update, a TV's open page may not read what this version sends: it is loaded once. */
export function reloadOldPage({ tv, channel }: App, { id, name }: Pick<TvDevice, 'id' | 'name'>) {
  if (!tv.reloaded || tv.reloaded.has(id)) return
  tv.reloaded.add(id)
  channel.publishTo(getTvSessionId(id), 'tv:command', { command: 'reload', name })
}

export async function rotateToken(app: App, id: number): Promise<WithToken> {
  const { write, channel, newTokens, now, tv } = app
  const { token, hash } = newTokens.make(Date.parse(now()))
  const device = await write(async tx => {
    const { userId: _, ...device } = await getDevice(tx, id)
    await repository.updateDevice(tx, id, { tokenHash: hash })
    return device
  })
  channel.endSessions([getTvSessionId(id)])
  return { device: tv.presence.withLastSeen(device), token }
}

export async function revokeTvDevice({ write, channel, tv, now, log }: App, id: number) {
  const { name } = await write(async tx => {
    const device = await getDevice(tx, id)
    await repository.revokeDevice(tx, id, now())
    return device
  })
  channel.endSessions([getTvSessionId(id)])
  tv.presence.forget(id)
  channel.publish('tvs:updated', {})
  log('info', 'TV revoked', { device: id })
  return name
}

async function createDevice(
  tx: Query,
  { userId, name }: DeviceInput,
  hash: string,
  createdAt: string,
) {
  const { username, isActive } = await getOwner(tx, userId)
  if (!isActive) throw new DomainError(`${username} is not active. Activate this user first.`)
  const validName = validateName('TV', name, await repository.listDevicesOf(tx, userId))
  return repository.createDevice(tx, { userId, name: validName, tokenHash: hash, createdAt })
}

async function getDevice(tx: Query, id: number) {
  const device = await repository.findDevice(tx, id)
  if (!device) throw new DomainError('This TV no longer exists', { status: 404 })
  return device
}

export async function touchLastSeen({ tv, write, log, now }: App, { id }: { id: number }) {
  if (!tv.presence.recordSeen(id)) return
  try {
    await write(tx => repository.updateDevice(tx, id, { lastSeenAt: now() }))
  } catch {
    // The TV must still get its calls, such as on a full disk.
    log('warn', 'TV last-seen update failed')
  }
}
