const ARGON2_OPTIONS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

export function hashPassword(password: string) {
  return Bun.password.hash(password, ARGON2_OPTIONS)
}

/** Takes the same time when there is no such user: then it measures the password against a stranger's. */
export async function verifyPassword(password: string, hash: string | undefined) {
  const isRight = await Bun.password.verify(password, hash ?? (await dummyHash))
  return isRight && hash !== undefined
}

const dummyHash = hashPassword(crypto.randomUUID())

// Without letters that are mistaken for one another on a console or a slip of paper.
const READABLE_CHARS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Twelve readable characters, some 59 bits. */
export function generatePassword() {
  const bytes = crypto.getRandomValues(new Uint32Array(12))
  return [...bytes].map(byte => READABLE_CHARS[byte % READABLE_CHARS.length]).join('')
}
