import { sign, verify } from 'hono/jwt'
import { foldUsername } from '#domain/users/user'
import { createRandomId } from './tokens.ts'

const ALGORITHM = 'HS256'
const MAX_TOKEN_LENGTH = 2_000
const ID_BYTES = 15
const MAX_USERS = 20

/** The users are hashes, so that a cookie tells no names. */
export type Device = { id: string; users: string[] }

type SecretKey = { cookieSecret: string }

export async function readDeviceToken({ cookieSecret }: SecretKey, token: string | undefined) {
  if (!token || token.length > MAX_TOKEN_LENGTH) return null
  try {
    const { did, users } = await verify(token, cookieSecret, { alg: ALGORITHM, exp: false })
    const device: Device | null =
      typeof did === 'string' && Array.isArray(users) ? { id: did, users } : null
    return device
  } catch {
    return null
  }
}

export function signDeviceToken(key: SecretKey, device: Device | null, username: string) {
  const { id, users } = device ?? { id: createRandomId(ID_BYTES), users: [] }
  const user = hashUser(key, username)
  const newest = [user, ...users.filter(other => other !== user)].slice(0, MAX_USERS)
  return sign({ did: id, users: newest }, key.cookieSecret, ALGORITHM)
}

export function isKnownTo(key: SecretKey, device: Device | null, username: string) {
  return device?.users.includes(hashUser(key, username)) ?? false
}

function hashUser({ cookieSecret }: SecretKey, username: string) {
  const text = `device of ${foldUsername(username)}`
  return new Bun.CryptoHasher('sha256', cookieSecret).update(text).digest('hex').slice(0, 16)
}
