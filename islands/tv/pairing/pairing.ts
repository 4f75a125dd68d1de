import { getKind, loadToken } from '../../data/storage.ts'
import { withAbort } from '../../data/timeout.ts'

export type Pairing = { state: 'loading' | 'unreachable' } | { state: 'waiting'; code: string }

type PairingResponse = { state: 'waiting' } | { state: 'paired'; token: string }

const POLL_MS = 2_000
const RETRY_MS = 5_000
const TIMEOUT_MS = 10_000
const PAIRINGS_PATH = '/api/tv/pairings'

function getPagePath(token: string) {
  return `/${getKind()}/${token}`
}

/** Returns a path that works only with a valid token. */
function getStatePath(token: string) {
  return `/api${getPagePath(token)}${getKind() === 'kiosk' ? '' : '/settings'}`
}

export function startPairing(onChange: (pairing: Pairing) => void) {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function begin() {
    const token = loadToken()
    if (token && (await isTokenValid(token))) location.replace(getPagePath(token))
    else await createCode()
  }

  async function createCode() {
    const path = getKind() === 'kiosk' ? `${PAIRINGS_PATH}?kind=kiosk` : PAIRINGS_PATH
    const { status, text } = await request(path, { method: 'POST' })
    if (status !== 201) throw new Error(`${status}`)
    const { code, pairingId } = JSON.parse(text)
    showCode(code, pairingId)
  }

  /** Shows the code until it is used. Failed requests keep it, because it may already be typed. */
  function showCode(code: string, pairingId: string) {
    onChange({ state: 'waiting', code })
    schedule(() => poll(code, pairingId), POLL_MS)
  }

  async function poll(code: string, pairingId: string) {
    const { status, text } = await request(`${PAIRINGS_PATH}/${pairingId}`)
    if (status === 404) return createCode()
    const pairing: PairingResponse = JSON.parse(text)
    if (pairing.state === 'paired') location.replace(getPagePath(pairing.token))
    else showCode(code, pairingId)
  }

  function schedule(step: () => Promise<void>, ms: number) {
    if (!isStopped) timer = setTimeout(() => attempt(step), ms)
  }

  function attempt(step: () => Promise<void>) {
    step().catch(() => {
      if (isStopped) return
      onChange({ state: 'unreachable' })
      schedule(step, RETRY_MS)
    })
  }

  attempt(begin)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Throws if the server fails, because the token may still be valid. */
export function isTokenValid(token: string) {
  return request(getStatePath(token)).then(({ status }) => {
    if (status !== 200 && status !== 404) throw new Error(`${status}`)
    return status === 200
  })
}

function request(path: string, init: RequestInit = {}) {
  return withAbort(async signal => {
    const response = await fetch(path, { cache: 'no-store', ...init, signal })
    return { status: response.status, text: await response.text() }
  }, TIMEOUT_MS)
}
