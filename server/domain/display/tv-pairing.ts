const MINUTE_MS = 60_000

export const PAIRING_TTL_MS = 10 * MINUTE_MS
/** An answer that was lost on its way may be asked for again. */
export const TOKEN_TTL_MS = MINUTE_MS
export const MAX_PAIRINGS = 200

/** How many codes an address may ask for. */
export const PAIRING_RATE = { max: 30, windowMs: 60 * MINUTE_MS }

const CODE_LENGTH = 6
/** Without letters and digits that look like one another from across a room. */
const CODE_LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'

/** `told`: it was paired, and the TV has fetched its token. */
export const PAIRING_STATES = ['waiting', 'paired', 'told'] as const

/** What a TV that waits at `/tv` is told. */
export type PairingState =
  | { state: 'waiting'; expiresAt: string }
  | { state: 'paired'; token: string }

/** Each number, of 32 random bits, becomes a letter. */
export function createPairingCode(numbers: Uint32Array) {
  const picked = Array.from(numbers, number => CODE_LETTERS[number % CODE_LETTERS.length])
  return picked.slice(0, CODE_LENGTH).join('')
}

/** A code as a person types it: in any case, with spaces or dashes. */
export function normalizePairingCode(input: string) {
  return input.replace(/[\s-]/g, '').toUpperCase()
}

/** Why a code cannot be one, or null. */
export function validatePairingCode(input: string) {
  const isWhole = normalizePairingCode(input).length === CODE_LENGTH
  return isWhole ? null : `Enter the ${CODE_LENGTH} characters that the TV shows`
}
