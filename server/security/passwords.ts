const ARGON2_OPTIONS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

export function hashPassword(password: string) {
  return Bun.password.hash(password, ARGON2_OPTIONS)
}

/** A dummy is verified for an unknown user, so that both cases take the same time. */
export async function verifyPassword(password: string, hash: string | undefined) {
  const isMatch = await Bun.password.verify(password, hash ?? DUMMY_HASH)
  return isMatch && hash !== undefined
}

/** Nobody knows its password. Making one would slow down every start. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$EQznDmbEX1mBRSWzJD+gDWlDmAOBarSxYyHL3pZLDTw$1ubT+aT+NvrSvoEONNLXlxTuXJWxQRKaZSXpxjaXCzo'

const READABLE_CHARS = 'abcdefghjkmnpqrstuvwxyz23456789'

export function generatePassword() {
  const bytes = crypto.getRandomValues(new Uint32Array(12))
  return [...bytes].map(byte => READABLE_CHARS[byte % READABLE_CHARS.length]).join('')
}
