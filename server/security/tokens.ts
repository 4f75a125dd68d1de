import { TV_TOKEN_BYTES } from '#domain/display/tv-device'
import { base32 } from './base32.ts'

const MOST_KEPT = 100
const KEPT_FOR_MS = 10 * 60_000

export type TvTokens = ReturnType<typeof openTvTokens>

/**
 * Makes the tokens of TVs. The database holds hashes only, so a token that was just made stays here for a
 * while: a write whose answer was lost is then answered with the same token.
 */
export function openTvTokens() {
  const made = new Map<string, { token: string; at: number }>()

  function make(now: number) {
    const token = randomLetters(TV_TOKEN_BYTES)
    const hash = tokenHash(token)
    made.set(hash, { token, at: now })
    for (const [older, { at }] of made) {
      if (now - at > KEPT_FOR_MS || made.size > MOST_KEPT) made.delete(older)
    }
    return { token, hash }
  }

  return { make, byHash: (hash: string) => made.get(hash)?.token ?? null }
}

export function tokenHash(token: string) {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}

export function randomLetters(bytes: number) {
  return base32(crypto.getRandomValues(new Uint8Array(bytes)))
}
