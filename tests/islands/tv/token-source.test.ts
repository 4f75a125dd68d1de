import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { serverNow, syncClock } from '../../../islands/data/server-clock.ts'
import { createTokenSource } from '../../../islands/tv/connection/token-source.ts'
import { flushPromises, replaceGlobals } from '../../support/fakes/browser-globals.ts'

const NOW = Date.parse('2026-11-20T02:00:00Z')

let requests: string[]
let signals: (AbortSignal | null | undefined)[]
let revokedCount: number
let respond: () => Promise<Response>
let restoreGlobals: () => void
let source: ReturnType<typeof createTokenSource>

beforeEach(() => {
  jest.useFakeTimers({ now: NOW })
  requests = []
  signals = []
  revokedCount = 0
  const fetch = (path: string, init?: RequestInit) => {
    requests.push(path)
    signals.push(init?.signal)
    return respond()
  }
  restoreGlobals = replaceGlobals({ fetch })
  source = createTokenSource('a-token', () => revokedCount++)
})
afterEach(() => {
  restoreGlobals()
  syncClock(new Date().toISOString())
  jest.useRealTimers()
  syncClock(new Date().toISOString())
})

const ok = (json: unknown, headers = {}) => Promise.resolve(Response.json(json, { headers }))

test('a display uses the paths of its token only', async () => {
  respond = () => ok({ current: null, history: [], tiles: [] })
  const location = { latitude: 5.4, longitude: 100.3 }
  await source.shownCalls()
  respond = () => ok([])
  await source.media()
  await source.callsAfter('7@2026-11-20T02:00:00.000Z')
  respond = () => ok([{ key: 'clinicName', value: 'KLINIK' }], { date: '20 Nov 2026 03:15:00 GMT' })
  expect((await source.settings()).clinicName).toBe('KLINIK')
  expect(serverNow()).toBe('2026-11-20T03:15:00.000Z')
  await source.prayerTimes(location)
  await source.weather(location)
  expect(requests).toEqual([
    '/api/tv/a-token/shown-calls',
    '/api/tv/a-token/display',
    '/api/tv/a-token/calls?after=7@2026-11-20T02:00:00.000Z',
    '/api/tv/a-token/settings',
    '/api/tv/a-token/prayer-times?latitude=5.4&longitude=100.3',
    '/api/tv/a-token/weather?latitude=5.4&longitude=100.3',
  ])
})

test('a revoked token is reported once', async () => {
  respond = async () => Response.json({ error: 'This display is not authorised' }, { status: 404 })
  await expect(source.shownCalls()).rejects.toThrow('not authorised')
  expect(revokedCount).toBe(1)
})

test.each([500, 502, 503, 429])(
  'a response of %i does not mean that the token was revoked',
  async status => {
    respond = async () => new Response('', { status })
    await expect(source.shownCalls()).rejects.toThrow(String(status))
    expect(revokedCount).toBe(0)
  },
)

const silence = () => new Promise<Response>(() => {})
const stalled = async () => {
  const start = (body: ReadableStreamDefaultController) => body.enqueue(new Uint8Array([91]))
  return new Response(new ReadableStream({ start }))
}

test.each([
  ['is not answered', silence, {}],
  ['whose body stalls', stalled, {}],
  ['of an old TV, whose browser cannot abort,', silence, { AbortController: undefined }],
])('a request that %s times out, and frees its connection', async (_, respondLate, globals) => {
  const restore = replaceGlobals(globals)
  respond = respondLate
  const rejection = source.callsAfter('7@2026-11-20T02:00:00.000Z').catch(cause => cause.message)
  await flushPromises()
  jest.advanceTimersByTime(9_000)
  expect(signals[0]?.aborted ?? false).toBe(false)
  jest.advanceTimersByTime(1_000)
  expect(await rejection).toBe('timed out')
  if (signals[0]) expect(signals[0].aborted).toBe(true)
  restore()
})
