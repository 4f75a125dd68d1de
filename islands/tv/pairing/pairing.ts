import { tvPagePath, tvPath } from '#domain/display/tv-paths'
import { remembered } from '../connection/saved-token.ts'
import { withinTime } from '../connection/timeout.ts'

export type Pairing =
  | { state: 'asking' | 'unreachable' }
  | { state: 'waiting'; code: string; pairingId: string }

type Answer = { state: 'waiting' } | { state: 'paired'; token: string }

const ASKS_EVERY_MS = 2_000
const TRIES_AGAIN_AFTER_MS = 5_000
const ANSWERS_WITHIN_MS = 10_000
const DOOR = '/api/tv/pairings'

/** Shows a code, a new one whenever the old one ran out, until an administrator has typed one. */
export function keepPairing(show: (pairing: Pairing) => void) {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** A TV that was only switched off opens its picture again. */
  async function begin() {
    const token = remembered()
    const isKnown = token !== null && (await isOpen(token))
    if (isKnown) location.replace(tvPagePath(token))
    else await askForCode()
  }

  async function askForCode() {
    const answer = await ask(DOOR, { method: 'POST' })
    if (!answer.ok) throw new Error(`${answer.status}`)
    const { code, pairingId } = await answer.json()
    show({ state: 'waiting', code, pairingId })
    later(() => look(pairingId), ASKS_EVERY_MS)
  }

  async function look(pairingId: string) {
    const answer = await ask(`${DOOR}/${pairingId}`)
    if (answer.status === 404) return askForCode()
    const pairing: Answer = await answer.json()
    if (pairing.state === 'paired') location.replace(tvPagePath(pairing.token))
    else later(() => look(pairingId), ASKS_EVERY_MS)
  }

  function later(step: () => Promise<void>, ms: number) {
    if (!isOver) timer = setTimeout(() => attempt(step), ms)
  }

  /** Whatever fails is tried again: nobody stands by with a keyboard. */
  function attempt(step: () => Promise<void>) {
    step().catch(() => {
      if (isOver) return
      show({ state: 'unreachable' })
      later(begin, TRIES_AGAIN_AFTER_MS)
    })
  }

  attempt(begin)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** False only when the clinic says so: in trouble it says nothing about a token. */
async function isOpen(token: string) {
  const answer = await ask(tvPath(token, 'settings'))
  if (!answer.ok && answer.status !== 404) throw new Error(`${answer.status}`)
  return answer.ok
}

function ask(path: string, init: RequestInit = {}) {
  return withinTime(fetch(path, { cache: 'no-store', ...init }), ANSWERS_WITHIN_MS)
}
