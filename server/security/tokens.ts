import { sign, verify } from 'hono/jwt'
import type { JWTPayload } from 'hono/utils/jwt/types'
import { TV_TOKEN_BYTES } from '#domain/display/tv-device'

const MAX_ENTRIES = 100
const TTL_MS = 10 * 60_000
const ALGORITHM = 'HS256'
const MAX_TOKEN_LENGTH = 2_000

export type SecretKey = { cookieSecret: string }

/** Only hashes are stored. A new token stays in memory, so a retried request gets it again. */
export function createNewTokens() {
  const created = new Map<string, { token: string; at: number }>()

  function make(now: number) {
    const token = createRandomId(TV_TOKEN_BYTES)
    const hash = hashToken(token)
    created.set(hash, { token, at: now })
    for (const [older, { at }] of created) {
      if (Math.abs(now - at) > TTL_MS || created.size > MAX_ENTRIES) created.delete(older)
    }
    return { token, hash }
  }

  return { make, byHash: (hash: string) => created.get(hash)?.token ?? null }
}

export function signClaims({ cookieSecret }: SecretKey, claims: JWTPayload) {
  return sign(claims, cookieSecret, ALGORITHM)
}

export async function readClaims({ cookieSecret }: SecretKey, token: string | undefined) {
  if (!token || token.length > MAX_TOKEN_LENGTH) return null
  return verify(token, cookieSecret, { alg: ALGORITHM, exp: false }).catch(() => null)
}

export function createMac({ cookieSecret }: SecretKey, text: string) {
  return new Bun.CryptoHasher('sha256', cookieSecret).update(text).digest()
}

export function hashToken(token: string) {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}

export function isEqualConstantTime(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && crypto.timingSafeEqual(a, b)
}

export function createRandomId(bytes: number) {
  return base32(crypto.getRandomValues(new Uint8Array(bytes)))
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** Encodes five bits per letter. Uses only lower case, so a path typed in capitals still works. */
export function base32(bytes: Uint8Array) {
  let [bits, buffer, text] = [0, 0, '']
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(buffer >> (bits - 5)) & 31]
    buffer &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + LETTERS[(buffer << (5 - bits)) & 31]
}
