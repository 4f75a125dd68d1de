import * as repository from '#db/repositories/tv/tv-devices'
import type { Change } from '#domain/change'
import { getTvSessionId, NOT_AUTHORISED, type TvDevice } from '#domain/display/tv-device'
import { DomainError } from '#domain/errors'
import { isFoldedAlike } from '#domain/fold'
import { SHORT_NAME_MAX, validateName } from '#domain/names'
import { cutText } from '#domain/text'
import { DAY_MS, HOUR_MS } from '#domain/time'
import type { User } from '#domain/users/user'
import { hashToken } from '../../security/tokens.ts'
import type { Tx } from '../../write.ts'
import { revokeTvDevice } from './tv-devices.ts'

/** A screen that was off over a weekend or a holiday keeps its place. */
const KEPT_MS = 7 * DAY_MS
const MANY = 20
/** Far longer than the interval at which a screen's last-seen time is saved. */
const KEPT_OF_MANY_MS = HOUR_MS

const CHANGE: Change = [{ kind: 'tvs' }]

/**
 * Makes the TV of a browser that its user signed in. A closed browser leaves its screen behind, so
 * the user's next screen replaces the screen that was not seen for the longest time.
 */
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

/** 'Screen of admin', or 'Screen of admin 2' if the user has one of this name. */
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
