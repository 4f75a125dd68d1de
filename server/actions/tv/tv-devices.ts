import type { Query } from '#db/connection/query'
import { listQueues } from '#db/repositories/queues'
import { listRoomIds } from '#db/repositories/rooms'
import * as repository from '#db/repositories/tv/tv-devices'
import { findPairingByCode, updatePairing } from '#db/repositories/tv/tv-pairings'
import type { Change } from '#domain/change'
import {
  getTvSessionId,
  KIND_NAMES,
  NOT_AUTHORISED,
  type TvDevice,
  type TvKind,
} from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import { normalizePairingCode, PAIRING_TTL_MS } from '#domain/display/tv-pairing'
import { DomainError } from '#domain/errors'
import type { TvCommand } from '#domain/events'
import { isFoldedAlike } from '#domain/fold'
import { SHORT_NAME_MAX, validateName } from '#domain/names'
import { cutText } from '#domain/text'
import { DAY_MS, HOUR_MS } from '#domain/time'
import type { User } from '#domain/users/user'
import type { App } from '../../context.ts'
import { getOwner } from '../../queries/users.ts'
import type { DirectEvent } from '../../realtime/channel.ts'
import { FREE_FAILURES } from '../../security/login-throttle.ts'
import { hashToken } from '../../security/tokens.ts'
import type { Tx } from '../../write.ts'

type DeviceInput = { userId: number; name: string; kind?: TvKind | undefined }

const CHANGE: Change = [{ kind: 'tvs' }]

export async function createTvDevice(tx: Tx, input: DeviceInput, tokenHash: string) {
  const device = await createDevice(tx, input, tokenHash)
  return { device, log: ['TV link created', { device: device.id }] as const }
}

/** Throttles wrong codes per user. `pairTvDevice` checks the code again. */
export async function assertPairingCode({ read, limits, now }: App, code: string, byId: number) {
  const counts = [{ key: `pairing by ${byId}`, free: FREE_FAILURES }]
  const pairing = await limits.login.attempt({ counts }, () =>
    read(db => findWaitingPairing(db, code, now())),
  )
  if (!pairing) throw unknownCodeError()
}

export async function pairTvDevice(
  tx: Tx,
  { code, ...input }: Omit<DeviceInput, 'kind'> & { code: string },
) {
  const { db, now } = tx
  const pairing = await findWaitingPairing(db, code, now)
  if (!pairing) throw unknownCodeError()
  const endsAt = Date.parse(now) + PAIRING_TTL_MS
  await updatePairing(db, { ...pairing, state: 'paired', endsAt })
  const device = await createDevice(tx, { ...input, kind: pairing.kind }, pairing.tokenHash)
  return { device, log: ['TV paired', { device: device.id }] as const }
}

async function findWaitingPairing(db: Query, code: string, now: string) {
  const pairing = await findPairingByCode(db, normalizePairingCode(code), Date.parse(now))
  return pairing?.state === 'waiting' ? pairing : null
}

function unknownCodeError() {
  const sentence = 'Unknown code. Check the TV: it shows a new one every 10 minutes.'
  return new DomainError(sentence, { status: 404, field: 'code' })
}

export async function renameTvDevice({ db }: Tx, id: number, input: string) {
  const { userId, ...before } = await getDevice(db, id)
  const all = await repository.listDevicesOf(db, userId)
  const others = all.filter(other => other.id !== id)
  const name = validateName(KIND_NAMES[before.kind], input, others)
  await repository.updateDevice(db, id, { name })
  return { device: { ...before, name }, change: CHANGE }
}

export async function changeTvOptions({ db }: Tx, id: number, changes: Partial<TvOptions>) {
  const { userId: _, ...before } = await getTv(db, id)
  const { rooms, queues } = before.options
  assertKnown('room', changes.rooms, [...rooms, ...(await listRoomIds(db))])
  const queueIds = (await listQueues(db)).map(({ id }) => id)
  assertKnown('queue', changes.queues, [...queues, ...queueIds])
  const options = { ...before.options, ...changes }
  await repository.updateDevice(db, id, { options })
  const payload = { options, isNewView: !isSameView(before.options, options) }
  const told: DirectEvent = { to: getTvSessionId(id), name: 'tv:changed', payload }
  return { device: { ...before, options }, change: CHANGE, direct: [told] }
}

function isSameView(one: TvOptions, other: TvOptions) {
  const toScope = ({ rooms, queues }: TvOptions) => `${rooms} ${queues}`
  return one.names === other.names && toScope(one) === toScope(other)
}

function assertKnown(what: 'room' | 'queue', chosen: number[] = [], known: number[]) {
  if (chosen.every(id => known.includes(id))) return
  throw new DomainError(`This ${what} no longer exists`, { status: 404, field: `${what}s` })
}

/** Runs as a write, so a button press that arrives too late has no effect. */
export async function commandTv({ db }: Tx, id: number, command: TvCommand) {
  const { name } = await getTv(db, id)
  const payload = { command, name }
  const told: DirectEvent = { to: getTvSessionId(id), name: 'tv:command', payload }
  return { name, direct: [told] }
}

export async function rotateToken({ db }: Tx, id: number, tokenHash: string) {
  const { userId: _, ...device } = await getDevice(db, id)
  await repository.updateDevice(db, id, { tokenHash })
  return { device, ended: [getTvSessionId(id)] }
}

export async function revokeTvDevice({ db, now }: Tx, id: number) {
  const { name, kind } = await getDevice(db, id)
  await repository.revokeDevice(db, id, now)
  const log = ['TV revoked', { device: id }] as const
  return { name, kind, ended: [getTvSessionId(id)], change: CHANGE, log }
}

async function createDevice(
  { db, now }: Tx,
  { userId, name, kind = 'tv' }: DeviceInput,
  tokenHash: string,
) {
  const { username, isActive } = await getOwner(db, userId)
  if (!isActive) throw new DomainError(`${username} is not active. Activate this user first.`)
  const others = await repository.listDevicesOf(db, userId)
  const validName = validateName(KIND_NAMES[kind], name, others)
  return repository.createDevice(db, { userId, kind, name: validName, tokenHash, createdAt: now })
}

async function getDevice(db: Query, id: number) {
  const device = await repository.findDevice(db, id)
  if (!device) throw new DomainError('This TV no longer exists', { status: 404 })
  return device
}

async function getTv(db: Query, id: number) {
  const device = await getDevice(db, id)
  if (device.kind !== 'tv') throw new DomainError(`${device.name} is a kiosk, not a TV`)
  return device
}

export async function touchLastSeen({ tv, write, log, now }: App, { id }: { id: number }) {
  if (!tv.presence.recordSeen(id)) return
  try {
    await write(tx => repository.updateDevice(tx, id, { lastSeenAt: now() }))
  } catch {
    // The TV must get its calls even if the disk is full.
    log('warn', 'TV last-seen update failed')
  }
}

/** A screen that was off over a weekend or a holiday keeps its place. */
const KEPT_MS = 7 * DAY_MS
const MANY = 20
/** Much longer than the interval at which the program saves when a screen was last seen. */
const KEPT_OF_MANY_MS = HOUR_MS

/** May replace the least recently seen screen, because closed browsers leave screens behind. */
export async function startScreen({ db, now }: Tx, { id, username }: User, tokenHash: string) {
  const own = await repository.listDevicesOf(db, id)
  const left = findLeft(own, Date.parse(now))
  if (left) {
    await repository.updateDevice(db, left.id, { tokenHash, lastSeenAt: now })
    return { name: left.name, ended: [getTvSessionId(left.id)], change: CHANGE }
  }
  const name = validateName('TV', getScreenName(username, own), own)
  const options = { isScreen: true } as const
  const device = { userId: id, kind: 'tv', name, tokenHash, createdAt: now, options } as const
  await repository.createDevice(db, device)
  return { name, change: CHANGE }
}

function findLeft(own: TvDevice[], now: number) {
  const getSeen = ({ lastSeenAt, createdAt }: TvDevice) => Date.parse(lastSeenAt ?? createdAt)
  const screens = own.filter(({ options }) => options.isScreen)
  const [oldest] = screens.toSorted((one, other) => getSeen(one) - getSeen(other))
  const keptMs = screens.length < MANY ? KEPT_MS : KEPT_OF_MANY_MS
  return oldest && now - getSeen(oldest) > keptMs ? oldest : null
}

function getScreenName(username: string, others: { name: string }[]) {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`
    const name = cutText(`Screen of ${username}`, SHORT_NAME_MAX - end.length).trimEnd() + end
    if (!others.some(other => isFoldedAlike(other.name, name))) return name
  }
}

/** Removes a screen by its own token after Exit Fullscreen. */
export async function removeScreen(tx: Tx, token: string) {
  const device = await repository.findDeviceByTokenHash(tx.db, hashToken(token))
  if (!device) throw new DomainError(NOT_AUTHORISED, { status: 404 })
  if (!device.options.isScreen) {
    throw new DomainError('An administrator removes this TV in Displays.', { status: 403 })
  }
  const { name, kind: _, ...written } = await revokeTvDevice(tx, device.id)
  const audit = { action: 'TV revoked', subject: name, detail: 'Exit Fullscreen' } as const
  return { ...written, id: device.id, audit }
}
