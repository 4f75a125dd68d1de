import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { serverNow, syncClock } from '../../../islands/data/server-clock.ts'
import {
  createTokenSource,
  NotAuthorisedError,
} from '../../../islands/tv/connection/token-source.ts'
import { settle, standIn } from '../../support/stand-ins.ts'

const NOW = Date.parse('2026-11-20T02:00:00Z')

let asked: string[]
let refusals: number
let answer: () => Promise<Response>
let takeAway: () => void
let source: ReturnType<typeof createTokenSource>

beforeEach(() => {
  jest.useFakeTimers({ now: NOW })
  asked = []
  refusals = 0
  const fetch = (path: string) => {
    asked.push(path)
    return answer()
  }
  takeAway = standIn({ fetch })
  source = createTokenSource('a-token', () => refusals++)
})
afterEach(() => {
  takeAway()
  syncClock(new Date().toISOString())
  jest.useRealTimers()
  syncClock(new Date().toISOString())
})

const ok = (json: unknown, headers = {}) => Promise.resolve(Response.json(json, { headers }))

test('a display asks at the doors of its token only', async () => {
  answer = () => ok([])
  const place = { latitude: 5.4, longitude: 100.3 }
  await source.current()
  await source.history()
  await source.media()
  await source.calls(7)
  await source.settings()
  await source.prayerTimes(place)
  await source.weather(place)
  expect(asked).toEqual([
    '/api/tv/a-token/current-call',
    '/api/tv/a-token/history',
    '/api/tv/a-token/display',
    '/api/tv/a-token/calls?after=7',
    '/api/tv/a-token/settings',
    '/api/tv/a-token/prayer-times?latitude=5.4&longitude=100.3',
    '/api/tv/a-token/weather?latitude=5.4&longitude=100.3',
  ])
})

test('settings come as a list and are read by their key', async () => {
  answer = () => ok([{ key: 'clinicName', value: 'KLINIK AMAN' }])
  expect(await source.settings()).toEqual({ clinicName: 'KLINIK AMAN' })
})

test('a token that was revoked is told once to whoever draws the screen', async () => {
  answer = async () => Response.json({ error: 'This display is not authorised' }, { status: 404 })
  await expect(source.current()).rejects.toBeInstanceOf(NotAuthorisedError)
  expect(refusals).toBe(1)
})

test.each([500, 502, 503, 429])('a clinic that answers %i has refused nobody', async status => {
  answer = async () => new Response('', { status })
  await expect(source.current()).rejects.toThrow(String(status))
  expect(refusals).toBe(0)
})

test('a question that nobody answers is given up after ten seconds', async () => {
  answer = () => new Promise(() => {})
  const gaveUp = source.current().catch(cause => cause.message)
  jest.advanceTimersByTime(10_000)
  expect(await gaveUp).toBe('took too long')
  expect([refusals, jest.getTimerCount()]).toEqual([0, 0])
})

test('an answer that stops in the middle is given up, too', async () => {
  const half = new ReadableStream({ start: body => body.enqueue(new TextEncoder().encode('[')) })
  answer = async () => new Response(half)
  const gaveUp = source.history().catch(cause => cause.message)
  await settle()
  jest.advanceTimersByTime(10_000)
  expect(await gaveUp).toBe('took too long')
})

test('every answer sets the clock of a TV that goes wrong', async () => {
  answer = () => ok(null, { date: 'Fri, 20 Nov 2026 03:15:00 GMT' })
  await source.current()
  expect(serverNow()).toBe('2026-11-20T03:15:00.000Z')
})
