import { getTvApiPath } from '#domain/display/tv-device'
import { HEARTBEAT_INTERVAL_MS, type Heartbeat, type Receipt } from '#domain/display/tv-report'
import { getClockOffset } from '../../data/server-clock.ts'
import { withAbort } from '../../data/timeout.ts'

const TIMEOUT_MS = 10_000
const MAX_WAITING = 20
const MAX_ERROR_LENGTH = 200

type Options = {
  token: string
  lastSequence(): number
  audio(): Heartbeat['audio']
}

export function createReporter({ token, lastSequence, audio }: Options) {
  let waiting: Receipt[] = []
  let lastError: string | null = null

  async function sendReceipts() {
    if (waiting.length === 0) return
    const sent = waiting
    waiting = []
    const status = await post(token, 'receipts', sent).catch(() => 0)
    // The next heartbeat repeats reports that the server did not process.
    if (status === 0 || status === 429 || status >= 500)
      waiting = [...sent, ...waiting].slice(-MAX_WAITING)
  }

  async function beat() {
    const heartbeat: Heartbeat = {
      build: getScriptName(),
      viewport: { width: innerWidth, height: innerHeight },
      audio: audio(),
      clockSkewMs: -getClockOffset(),
      lastSequence: lastSequence(),
      lastError,
    }
    await post(token, 'heartbeat', heartbeat).catch(() => 0)
    await sendReceipts()
  }

  function watch() {
    const note = ({ message }: ErrorEvent) => (lastError = cut(message))
    addEventListener('error', note)
    const timer = setInterval(beat, HEARTBEAT_INTERVAL_MS)
    return () => {
      removeEventListener('error', note)
      clearInterval(timer)
    }
  }

  return {
    add(receipt: Receipt) {
      waiting = [...waiting, receipt].slice(-MAX_WAITING)
      void sendReceipts()
    },
    beat: () => void beat(),
    watch,
  }
}

/** Removes half a surrogate pair at the end, because the server would reject the heartbeat. */
function cut(message: string) {
  return message.slice(0, MAX_ERROR_LENGTH).replace(/[\ud800-\udbff]$/, '')
}

function post(token: string, path: string, json: unknown) {
  return withAbort(async signal => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(json)
    const url = getTvApiPath(token, path)
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    // Reads the body, because an unread response keeps its connection.
    await response.text()
    return response.status
  }, TIMEOUT_MS)
}

export function getScriptName() {
  const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/"]')
  return script ? new URL(script.src).pathname : ''
}
