import type { Query } from '#db/connection/query'
import * as kept from '#db/repositories/tv-devices'
import { pairingWithCode, savePairing } from '#db/repositories/tv-pairings'
import { allUsers } from '#db/repositories/users'
import { isTvToken, type TvDevice, tvName, tvSession } from '#domain/display/tv-device'
import { PAIRING_LIVES_MS, typedPairingCode } from '#domain/display/tv-pairing'
import { Refusal } from '#domain/errors'
import type { SignedIn } from '#domain/users/user'
import type { Clinic } from '../context.ts'
import { tokenHash } from '../security/tokens.ts'

type Wish = { userId: number; name: string }
/** The token is told this once. */
type WithToken = { device: TvDevice; token: string }

export async function lookAtDevices({ read, tvSightings }: Clinic, userId: number) {
  const devices = await read(async db => {
    await owner(db, userId)
    return kept.devicesOf(db, userId)
  })
  return devices.map(tvSightings.withLastSeen)
}

/** The TV that a token lets in, or null: unknown, revoked, malformed, or its user is switched off. */
export async function deviceOf({ read, remember }: Clinic, token: unknown) {
  if (!isTvToken(token)) return null
  const hash = tokenHash(token)
  return remember(`tv ${hash}`, () => read(db => kept.deviceByHash(db, hash)))
}

export async function addDevice(clinic: Clinic, wish: Wish): Promise<WithToken> {
  const { write, tvTokens, now } = clinic
  const at = now()
  const { hash } = tvTokens.make(Date.parse(at))
  const made = await write(async tx => {
    const device = await added(tx, wish, hash, at)
    return { device, hash }
  })
  return told(clinic, made)
}

/** Connects the TV that shows this code. Wrong codes are paced by who types them. */
export async function pairDevice(
  { write, signInPace, now }: Clinic,
  { code, ...wish }: Wish & { code: string },
  by: Pick<SignedIn, 'id'>,
): Promise<TvDevice> {
  const at = now()
  const ms = Date.parse(at)
  const device = await signInPace.paced([`pairing by ${by.id}`], ms, () =>
    write(async tx => {
      const pairing = await pairingWithCode(tx, typedPairingCode(code), ms)
      if (pairing?.state !== 'waiting') return null
      await savePairing(tx, { ...pairing, state: 'paired', endsAt: ms + PAIRING_LIVES_MS })
      return added(tx, wish, pairing.tokenHash, at)
    }),
  )
  if (device) return device
  const sentence = 'Unknown code. Check the TV: it shows a new one every 10 minutes.'
  throw new Refusal(sentence, { status: 404, field: 'code' })
}

export async function renameDevice(
  { write, tvSightings }: Clinic,
  id: number,
  wish: string,
): Promise<TvDevice> {
  const device = await write(async tx => {
    const { userId, ...before } = await existing(tx, id)
    const all = await kept.devicesOf(tx, userId)
    const others = all.filter(other => other.id !== id)
    const name = tvName(wish, others)
    await kept.saveDeviceName(tx, id, name)
    return { ...before, name }
  })
  return tvSightings.withLastSeen(device)
}

/** A new link for a TV; whoever has the old one is let go at once. */
export async function rotateToken(clinic: Clinic, id: number): Promise<WithToken> {
  const { write, live, tvTokens, now } = clinic
  const { hash } = tvTokens.make(Date.parse(now()))
  const made = await write(async tx => {
    const { userId: _, ...device } = await existing(tx, id)
    await kept.saveTokenHash(tx, id, hash)
    return { device, hash }
  })
  live.endSessions([tvSession(id)])
  return told(clinic, made)
}

export async function revokeDevice({ write, live, tvSightings, now }: Clinic, id: number) {
  await write(async tx => {
    await existing(tx, id)
    await kept.revokeDevice(tx, id, now())
  })
  live.endSessions([tvSession(id)])
  tvSightings.forget(id)
}

async function added(tx: Query, { userId, name }: Wish, hash: string, createdAt: string) {
  const { username, isActive } = await owner(tx, userId)
  if (!isActive) throw new Refusal(`${username} is not active. Activate this user first.`)
  const wanted = tvName(name, await kept.devicesOf(tx, userId))
  return kept.addDevice(tx, { userId, name: wanted, tokenHash: hash, createdAt })
}

async function owner(db: Query, id: number) {
  const user = (await allUsers(db)).find(one => one.id === id)
  if (!user) throw new Refusal('This user no longer exists', { status: 404 })
  return user
}

async function existing(tx: Query, id: number) {
  const device = await kept.findDevice(tx, id)
  if (!device) throw new Refusal('This TV no longer exists', { status: 404 })
  return device
}

/** A repeated write finds the token that was made the first time, while it is still remembered. */
function told({ tvTokens, tvSightings }: Clinic, made: { device: TvDevice; hash: string }) {
  const token = tvTokens.byHash(made.hash)
  if (token === null) throw new Refusal('This link was shown only once. Make a new one.')
  return { device: tvSightings.withLastSeen(made.device), token }
}
