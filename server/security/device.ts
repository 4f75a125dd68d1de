import { fold } from '#domain/fold'
import { createMac, createRandomId, readClaims, type SecretKey, signClaims } from './tokens.ts'

const ID_BYTES = 15
const MAX_USERS = 20

/** `users` are hashes, so the cookie reveals no names. */
export type Device = { id: string; users: string[] }

export async function readDeviceToken(
  key: SecretKey,
  token: string | undefined,
): Promise<Device | null> {
  const { did, users } = (await readClaims(key, token)) ?? {}
  return typeof did === 'string' && Array.isArray(users) ? { id: did, users } : null
}

export function signDeviceToken(key: SecretKey, device: Device | null, username: string) {
  const { id, users } = device ?? { id: createRandomId(ID_BYTES), users: [] }
  const user = hashUser(key, username)
  const newest = [user, ...users.filter(other => other !== user)].slice(0, MAX_USERS)
  return signClaims(key, { did: id, users: newest })
}

export function isKnownTo(key: SecretKey, device: Device | null, username: string) {
  return device?.users.includes(hashUser(key, username)) ?? false
}

function hashUser(key: SecretKey, username: string) {
  return createMac(key, `device of ${fold(username)}`)
    .toString('hex')
    .slice(0, 16)
}
