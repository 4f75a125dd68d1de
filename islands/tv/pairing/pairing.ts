import { getTvApiPath, getTvPagePath } from '#domain/display/tv-paths'
import { loadToken } from '../connection/saved-token.ts'
import { withTimeout } from '../connection/timeout.ts'

export type Pairing =
  | { state: 'asking' | 'unreachable' }
  | { state: 'waiting'; code: string; pairingId: string }

type PairingResponse = { state: 'waiting' } | { state: 'paired'; token: string }

const POLL_MS = 2_000
const RETRY_MS = 5_000
const TIMEOUT_MS = 10_000
const PAIRINGS_PATH = '/api/tv/pairings'

/** Shows a code, a new one whenever the old one ran out, until an administrator has typed one. */
export function startPairing(show: (pairing: Pairing) => void) {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** A TV that was only switched off opens its picture again. */
  async function begin() {
    const token = loadToken()
    const isKnown = token !== null && (await isTokenValid(token))
    if (isKnown) location.replace(getTvPagePath(token))
    else await askForCode()
  }

  async function askForCode() {
    const answer = await request(PAIRINGS_PATH, { method: 'POST' })
    if (!answer.ok) throw new Error(`${answer.status}`)
    const { code, pairingId } = await answer.json()
    show({ state: 'waiting', code, pairingId })
    later(() => look(pairingId), POLL_MS)
  }

  async function look(pairingId: string) {
    const answer = await request(`${PAIRINGS_PATH}/${pairingId}`)
    if (answer.status === 404) return askForCode()
    const pairing: PairingResponse = await answer.json()
    if (pairing.state === 'paired') location.replace(getTvPagePath(pairing.token))
    else later(() => look(pairingId), POLL_MS)
  }

  function later(step: () => Promise<void>, ms: number) {
    if (!isOver) timer = setTimeout(() => attempt(step), ms)
  }

  /** Whatever fails is tried again: nobody stands by with a keyboard. */
  function attempt(step: () => Promise<void>) {
    step().catch(() => {
      if (isOver) return
      show({ state: 'unreachable' })
      later(begin, RETRY_MS)
    })
  }

  attempt(begin)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** False only when the clinic says so: in trouble it says nothing about a token. */
async function isTokenValid(token: string) {
  const answer = await request(getTvApiPath(token, 'settings'))
  if (!answer.ok && answer.status !== 404) throw new Error(`${answer.status}`)
  return answer.ok
}

function request(path: string, init: RequestInit = {}) {
  return withTimeout(fetch(path, { cache: 'no-store', ...init }), TIMEOUT_MS)
}
