import type { Query } from '#db/connection/query'
import { findDeviceByTokenHash } from '#db/repositories/tv/tv-devices'
import { isTvToken, type TvKind } from '#domain/display/tv-device'
import type { App } from '../context.ts'
import { hashToken } from '../security/tokens.ts'

/** Null if the token is unknown or of another kind of device, or if its user is deactivated. */
export async function findDeviceByToken({ read, cached }: App, kind: TvKind, token: unknown) {
  if (!isTvToken(token)) return null
  const hash = hashToken(token)
  const find = () => read(db => findDeviceByTokenHash(db, hash))
  const device = await cached(`tv ${hash}`, find, ['tv_devices', 'users'])
  return device?.kind === kind ? device : null
}

/** Bypasses the cache, for use in the transaction of a write. */
export async function findValidKiosk(db: Query, token: string) {
  const device = await findDeviceByTokenHash(db, hashToken(token))
  return device?.kind === 'kiosk' ? device : null
}
