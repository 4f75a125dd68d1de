import { TV_TOKEN_BYTES } from '#domain/display/tv-device'

const MAX_ENTRIES = 100
const TTL_MS = 10 * 60_000

export type TvTokens = ReturnType<typeof createTvTokens>

/**
 * Makes the tokens of TVs. The database holds hashes only, so a token that was just made stays here for a
 * while: a write whose answer was lost is then answered with the same token.
 */
export function createTvTokens() {
  const made = new Map<string, { token: string; at: number }>()

  function make(now: number) {
    const token = createRandomId(TV_TOKEN_BYTES)
    const hash = hashToken(token)
    made.set(hash, { token, at: now })
    for (const [older, { at }] of made) {
      if (now - at > TTL_MS || made.size > MAX_ENTRIES) made.delete(older)
    }
    return { token, hash }
  }

  return { make, byHash: (hash: string) => made.get(hash)?.token ?? null }
}

export function hashToken(token: string) {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}

export function createRandomId(bytes: number) {
  return base32(crypto.getRandomValues(new Uint8Array(bytes)))
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** Five bits a letter, small letters only: paths are the same in capitals. */
export function base32(bytes: Uint8Array) {
  let [bits, held, text] = [0, 0, '']
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + LETTERS[(held << (5 - bits)) & 31]
}
