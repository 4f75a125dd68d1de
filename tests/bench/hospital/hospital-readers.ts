import { getTvApiPath } from '#domain/display/tv-device'
import type { Receipt } from '#domain/display/tv-report'
import { HEARTBEAT_INTERVAL_MS } from '#domain/display/tv-report'
import { getInvalidated } from '../../../islands/data/tv-stream.ts'
import { createPhone } from '../program.ts'

/** The TVs and phones of a clinic, in one process. It reports once all are there, and when told to stop. */
export type ReadersCommand = { url: string; tvs: string[]; tickets: string[]; askEveryMs: number }
/** How often each status was answered; 0 stands for none. */
export type Answers = Record<string, number>
export type ReadersReport = { tvs: Answers; phones: Answers; callsHeard: number }

/** As islands/data/tv-stream.ts does. */
const REFETCH_DELAY_MS = 400

const report: ReadersReport = { tvs: {}, phones: {}, callsHeard: 0 }
let isCounting = false

process.on('disconnect', () => process.exit(0))
process.on('message', async (command: ReadersCommand | 'count' | 'stop') => {
  if (command === 'count') isCounting = true
  else if (command === 'stop') isCounting = false
  else {
    const { url, tvs, tickets, askEveryMs } = command
    await Promise.all(tvs.map(token => openTv(url, token)))
    await openPhones(url, tickets, askEveryMs)
  }
  process.send?.(report)
})

function count(answers: Answers, status: number) {
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
    count(report.tvs, response?.status ?? 0)
  }

  function beat() {
    const state = { audio: 'ready', clockSkewMs: 0, lastSequence, lastError: null }
    void send('heartbeat', { build: 'tv.js', viewport: { width: 1920, height: 1080 }, ...state })
  }

  function receive(event: string, data: string) {
    const payload = JSON.parse(data)
    if (event === 'patient:called') {
      if (isCounting) report.callsHeard++
      lastSequence = payload.sequence
      const { sequence, calledAt } = payload
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
    .finally(() => count(report.tvs, 0))
  await greeted.promise
}

/** As islands/ticket/phone.ts does while it is visible, spread over the time in which each asks once. */
async function openPhones(url: string, tickets: string[], askEveryMs: number) {
  for (const [n, ticket] of tickets.entries()) {
    const ask = createPhone(`${url}/api/t/${ticket}`)
    const note = async () => count(report.phones, await ask().catch(() => 0))
    setTimeout(() => setInterval(note, askEveryMs), (askEveryMs * n) / tickets.length)
  }
}
