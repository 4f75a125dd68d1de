import { getTvApiPath } from '#domain/display/tv-device'
import type { Receipt } from '#domain/display/tv-report'
import { HEARTBEAT_INTERVAL_MS } from '#domain/display/tv-report'
import { getInvalidated } from '../../../islands/data/tv-stream.ts'

/** The TVs and phones of a clinic in one process, which answers each message with its counts. */
export type ReadersCommand = { url: string; tvs: string[]; tickets: string[]; askEveryMs: number }
/** How often each status was answered; 0 stands for none. */
export type Answers = Record<string, number>

/** As islands/data/tv-stream.ts does. */
const REFETCH_DELAY_MS = 400

const answers: Answers = {}
let isCounting = false

process.on('disconnect', () => process.exit(0))
process.on('message', async (command: ReadersCommand | 'count' | 'stop') => {
  if (typeof command === 'string') isCounting = command === 'count'
  else {
    await Promise.all(command.tvs.map(token => openTv(command.url, token)))
    openPhones(command)
  }
  process.send?.(answers)
})

function count(status: number) {
  if (isCounting) answers[status] = (answers[status] ?? 0) + 1
}

async function openTv(url: string, token: string) {
  let isRefetchDue = false
  let lastSequence = 0

  async function send(path: string, json?: object) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const request = json ? { ...init, body: JSON.stringify(json) } : {}
    const response = await fetch(url + getTvApiPath(token, path), request).catch(() => null)
    await response?.arrayBuffer()
    count(response?.status ?? 0)
  }

  function beat() {
    const state = { audio: 'ready', clockSkewMs: 0, lastSequence, lastError: null }
    void send('heartbeat', { build: 'tv.js', viewport: { width: 1920, height: 1080 }, ...state })
  }

  function receive(event: string, data: string) {
    const payload = JSON.parse(data)
    if (event === 'patient:called') {
      const { sequence, calledAt } = payload
      lastSequence = sequence
      const shownAt = new Date().toISOString()
      void send('receipts', [{ sequence, calledAt, shownAt, sound: 'played' } satisfies Receipt])
    }
    // Unknown names, such as `ping`, invalidate nothing.
    if (isRefetchDue || getInvalidated(event as 'patient:called', payload).length === 0) return
    isRefetchDue = true
    setTimeout(() => {
      isRefetchDue = false
      void send('shown-calls')
    }, REFETCH_DELAY_MS)
  }

  await listen(url + getTvApiPath(token, 'events'), receive)
  await send('shown-calls')
  await Bun.sleep(Math.random() * 500)
  beat()
  setInterval(beat, HEARTBEAT_INTERVAL_MS)
}

/** Resolves with the greeting; a stream that ends is counted as no answer. */
async function listen(address: string, receive: (event: string, data: string) => void) {
  const { body } = await fetch(address)
  const greeted = Promise.withResolvers<void>()
  async function read() {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body ?? []) {
      const messages = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) {
        const [, event, data] = /event: (.*)\ndata: (.*)$/.exec(message) ?? []
        if (event === 'tv:connected') greeted.resolve()
        else if (event !== undefined && data !== undefined) receive(event, data)
      }
    }
  }
  void read()
    .catch(() => {})
    .finally(() => count(0))
  await greeted.promise
}

/** As islands/ticket/phone.ts does while it is visible, spread over the time in which each asks once. */
function openPhones({ url, tickets, askEveryMs }: ReadersCommand) {
  for (const [n, ticket] of tickets.entries()) {
    let etag = ''
    async function ask() {
      const headers: HeadersInit = etag ? { 'if-none-match': etag } : {}
      const response = await fetch(`${url}/api/t/${ticket}`, { headers }).catch(() => null)
      etag = response?.headers.get('etag') ?? ''
      await response?.arrayBuffer()
      count(response?.status ?? 0)
    }
    setTimeout(() => setInterval(ask, askEveryMs), (askEveryMs * n) / tickets.length)
  }
}
