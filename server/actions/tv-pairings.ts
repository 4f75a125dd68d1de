import {
  MOST_PAIRINGS,
  PAIRING_LIVES_MS,
  PAIRINGS_ALLOWED,
  type PairingState,
  pairingCode,
  TOKEN_IS_TOLD_FOR_MS,
  typedPairingCode,
} from '#clinic/tv-pairing'
import { openAskingPace } from './asking-pace.ts'
import { randomLetters } from './tv-tokens.ts'

const ID_BYTES = 20

type Pairing = { code: string; endsAt: number; token: string | null; isTold: boolean }
export type Pairings = ReturnType<typeof openPairings>

/**
 * TVs that wait to be paired. They live in memory only: after a restart a TV is told that nobody knows it,
 * and asks anew. `now` is milliseconds.
 */
export function openPairings() {
  const open = new Map<string, Pairing>()
  const takeNote = openAskingPace(PAIRINGS_ALLOWED, 'Too many codes were asked for')

  /** A new pairing for the TV at this address. Throws a Refusal when it asks too often. */
  function start(address: string, now: number) {
    takeNote(address, now)
    const [pairingId, code, endsAt] = [randomLetters(ID_BYTES), freeCode(), now + PAIRING_LIVES_MS]
    open.set(pairingId, { code, endsAt, token: null, isTold: false })
    dropOld(now)
    return { code, pairingId, expiresAt: new Date(endsAt).toISOString() }
  }

  /** What a waiting TV is told; null when nobody knows it any more. */
  function look(pairingId: string, now: number): PairingState | null {
    dropOld(now)
    const pairing = open.get(pairingId)
    if (!pairing) return null
    const { token, endsAt, isTold } = pairing
    if (token === null) return { state: 'waiting', expiresAt: new Date(endsAt).toISOString() }
    if (!isTold)
      open.set(pairingId, { ...pairing, isTold: true, endsAt: now + TOKEN_IS_TOLD_FOR_MS })
    return { state: 'paired', token }
  }

  function isWaiting(code: string, now: number) {
    return waitingWith(code, now) !== null
  }

  /** Hands the token to the TV that shows this code, if it still waits. */
  function complete(code: string, token: string, now: number) {
    const found = waitingWith(code, now)
    if (!found) return
    const [id, pairing] = found
    open.set(id, { ...pairing, token, endsAt: now + PAIRING_LIVES_MS })
  }

  function waitingWith(code: string, now: number) {
    dropOld(now)
    const typed = typedPairingCode(code)
    return [...open].find(([, one]) => one.token === null && one.code === typed) ?? null
  }

  function freeCode(): string {
    const code = pairingCode(crypto.getRandomValues(new Uint32Array(6)))
    const isInUse = [...open.values()].some(one => one.code === code)
    return isInUse ? freeCode() : code
  }

  function dropOld(now: number) {
    for (const [id, { endsAt }] of open) {
      if (endsAt <= now || open.size > MOST_PAIRINGS) open.delete(id)
    }
  }

  return { start, look, isWaiting, complete }
}
