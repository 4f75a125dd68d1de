import { fold } from '../fold.ts'
import { MINUTE_MS } from '../time.ts'

export const PAIRING_TTL_MS = 10 * MINUTE_MS
/** Time in which a TV may fetch its token again, because the first response may be lost. */
export const TOKEN_TTL_MS = MINUTE_MS
export const MAX_PAIRINGS = 200
/** An address keeps this many codes while TVs poll them, even if many others want a code. */
const MAX_POLLED_OF_ADDRESS = 10

export const PAIRING_RATE = { max: 30, windowMs: 60 * MINUTE_MS }

const CODE_LENGTH = 6
const CODE_LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'

/** `told`: the TV has fetched its token. */
export const PAIRING_STATES = ['waiting', 'paired', 'told'] as const

export type PairingState =
  | { state: 'waiting'; expiresAt: string }
  | { state: 'paired'; token: string }

/** Times are in ms since 1970. */
export type WaitingPairing = { idHash: string; address: string; endsAt: number }

/** Picks the oldest code of the address with the most codes, but not its newest polled codes. */
export function findSurplusPairing<P extends WaitingPairing>(
  waiting: P[],
  isPolled: (pairing: P) => boolean,
): P | null {
  const newestFirst = waiting.toSorted((a, b) => b.endsAt - a.endsAt)
  const ranks = new Map<P, number>()
  for (const own of Map.groupBy(newestFirst, ({ address }) => address).values()) {
    for (const [n, pairing] of own.entries()) ranks.set(pairing, n + 1)
  }
  const rank = (pairing: P) => ranks.get(pairing) ?? 0
  const last = (some: P[]) => some.toSorted((a, b) => rank(b) - rank(a) || a.endsAt - b.endsAt)[0]
  const { polled = [], unpolled = [] } = Object.groupBy(newestFirst, pairing =>
    isPolled(pairing) ? 'polled' : 'unpolled',
  )
  const tooMany = polled.filter(pairing => rank(pairing) > MAX_POLLED_OF_ADDRESS)
  return last(unpolled) ?? last(tooMany) ?? null
}

/** `randomNumbers`: at least six, of 32 random bits each. */
export function createPairingCode(randomNumbers: Uint32Array) {
  const letters = Array.from(randomNumbers, number => CODE_LETTERS[number % CODE_LETTERS.length])
  return letters.slice(0, CODE_LENGTH).join('')
}

export function normalizePairingCode(input: string) {
  return fold(input).replace(/[ -]/g, '').toUpperCase()
}

export function getPairingCodeProblem(input: string) {
  const isComplete = normalizePairingCode(input).length === CODE_LENGTH
  return isComplete ? null : `Enter the ${CODE_LENGTH} characters that the TV shows`
}
