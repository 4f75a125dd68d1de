import { MINUTE_MS } from '../time.ts'

export const PAIRING_TTL_MS = 10 * MINUTE_MS
/** The TV may fetch its token again when the first response was lost. */
export const TOKEN_TTL_MS = MINUTE_MS
export const MAX_PAIRINGS = 200

export const PAIRING_RATE = { max: 30, windowMs: 60 * MINUTE_MS }

const CODE_LENGTH = 6
const CODE_LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'

/** `told`: the TV has fetched its token. */
export const PAIRING_STATES = ['waiting', 'paired', 'told'] as const

export type PairingState =
  | { state: 'waiting'; expiresAt: string }
  | { state: 'paired'; token: string }

/** `randomNumbers`: at least six, of 32 random bits each. */
export function createPairingCode(randomNumbers: Uint32Array) {
  const letters = Array.from(randomNumbers, number => CODE_LETTERS[number % CODE_LETTERS.length])
  return letters.slice(0, CODE_LENGTH).join('')
}

export function normalizePairingCode(input: string) {
  return input.replace(/[\s-]/g, '').toUpperCase()
}

export function getPairingCodeProblem(input: string) {
  const isComplete = normalizePairingCode(input).length === CODE_LENGTH
  return isComplete ? null : `Enter the ${CODE_LENGTH} characters that the TV shows`
}
