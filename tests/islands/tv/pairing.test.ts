import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { type Pairing, startPairing } from '../../../islands/tv/pairing/pairing.ts'
import { advanceTime, flushPromises, replaceGlobals } from '../../support/fakes/browser-globals.ts'

const CODES = ['K7M2QX', 'P4R8TN']
const PATH = '/api/tv/pairings'

let shown: Pairing[]
let requests: string[]
let openedPaths: string[]
let storage: Map<string, string>
let responses: Record<string, () => Promise<Response>>
let stop: () => void
let restoreGlobals: () => void

beforeEach(() => {
  jest.useFakeTimers()
  shown = []
  requests = []
  openedPaths = []
  storage = new Map()
  let codes = 0
  responses = {
    [`POST ${PATH}`]: async () => {
      const code = CODES[codes] ?? ''
      return Response.json({ code, pairingId: `p${codes++}` }, { status: 201 })
    },
  }
  restoreGlobals = replaceGlobals({
    async fetch(path: string, { method = 'GET' }: RequestInit = {}) {
      requests.push(`${method} ${path}`)
      const respond = responses[`${method} ${path}`]
      return respond ? respond() : Response.json({ state: 'waiting' })
    },
    location: { pathname: '/tv', replace: (path: string) => openedPaths.push(path) },
    localStorage: { getItem: (key: string) => storage.get(key) ?? null },
  })
})
afterEach(() => {
  stop()
  restoreGlobals()
  jest.useRealTimers()
})

async function begin() {
  stop = startPairing(pairing => shown.push(pairing))
  await flushPromises()
}

const code = () => {
  const pairing = shown.at(-1)
  return pairing?.state === 'waiting' ? pairing.code : pairing?.state
}
const respondWith =
  (status: number, json: unknown = {}) =>
  async () =>
    Response.json(json, { status })
const down = async () => {
  throw new TypeError('Failed to fetch')
}

test('a TV shows a code, polls every two seconds, and replaces an expired one', async () => {
  await begin()
  expect(code()).toBe('K7M2QX')
  await advanceTime(2_000)
  await advanceTime(2_000)
  expect(requests).toEqual([`POST ${PATH}`, `GET ${PATH}/p0`, `GET ${PATH}/p0`])
  expect(code()).toBe('K7M2QX')
  responses[`GET ${PATH}/p0`] = respondWith(404)
  await advanceTime(2_000)
  expect(code()).toBe('P4R8TN')
})

test('once the code is entered, the TV opens its page and stops polling', async () => {
  await begin()
  responses[`GET ${PATH}/p0`] = respondWith(200, { state: 'paired', token: 'a-token' })
  await advanceTime(2_000)
  expect(openedPaths).toEqual(['/tv/a-token'])
  await advanceTime(60_000)
  expect(requests).toHaveLength(2)
})

test.each([
  ['that is unreachable', down],
  ['that has no time', respondWith(429)],
  ['that fails', respondWith(503)],
])('a server %s is retried every five seconds', async (_, respond) => {
  responses[`POST ${PATH}`] = respond
  await begin()
  expect(code()).toBe('unreachable')
  await advanceTime(5_000)
  await advanceTime(5_000)
  expect([code(), requests.length]).toEqual(['unreachable', 3])
  responses[`POST ${PATH}`] = respondWith(201, { code: 'ABCDEF', pairingId: 'p9' })
  await advanceTime(5_000)
  expect(code()).toBe('ABCDEF')
})

test('a code that may have been typed already outlives an outage', async () => {
  await begin()
  responses[`GET ${PATH}/p0`] = down
  await advanceTime(2_000)
  expect(code()).toBe('unreachable')
  delete responses[`GET ${PATH}/p0`]
  await advanceTime(5_000)
  expect(code()).toBe('K7M2QX')
  expect(requests.filter(request => request.startsWith('POST'))).toHaveLength(1)
})

test('a request without a response is retried', async () => {
  responses[`POST ${PATH}`] = () => new Promise(() => {})
  await begin()
  expect(shown).toEqual([])
  await advanceTime(10_000)
  expect(code()).toBe('unreachable')
  await advanceTime(5_000)
  expect(requests).toHaveLength(2)
})

test('a TV with a saved token opens its page again', async () => {
  storage.set('tv-token', 'a-token')
  await begin()
  expect([openedPaths, requests]).toEqual([['/tv/a-token'], ['GET /api/tv/a-token/settings']])
})

test('a TV that may not save anything shows a code, and one whose token was revoked', async () => {
  const restore = replaceGlobals({
    localStorage: {
      getItem() {
        throw new Error('The operation is insecure')
      },
    },
  })
  await begin()
  expect(code()).toBe('K7M2QX')
  stop()
  restore()
  storage.set('tv-token', 'a-token')
  responses['GET /api/tv/a-token/settings'] = respondWith(404)
  await begin()
  expect([openedPaths, code()]).toEqual([[], 'P4R8TN'])
})

test('a TV with a saved token waits while the server fails, and asks for no code', async () => {
  storage.set('tv-token', 'a-token')
  responses['GET /api/tv/a-token/settings'] = respondWith(503)
  await begin()
  expect([openedPaths, code()]).toEqual([[], 'unreachable'])
  responses['GET /api/tv/a-token/settings'] = respondWith(200, [])
  await advanceTime(5_000)
  expect(openedPaths).toEqual(['/tv/a-token'])
})

test('a stopped page sends no requests', async () => {
  await begin()
  stop()
  await advanceTime(60_000)
  expect([requests.length, jest.getTimerCount()]).toEqual([1, 0])
})

test('a kiosk asks for a code of its own kind, and keeps its token apart from that of a TV', async () => {
  storage.set('tv-token', 'a-token')
  location.pathname = '/kiosk'
  responses[`POST ${PATH}?kind=kiosk`] = respondWith(201, { code: 'K7M2QX', pairingId: 'p0' })
  await begin()
  expect(code()).toBe('K7M2QX')
  responses[`GET ${PATH}/p0`] = respondWith(200, { state: 'paired', token: 'b-token' })
  await advanceTime(2_000)
  expect(openedPaths).toEqual(['/kiosk/b-token'])
  stop()
  storage.set('kiosk-token', 'b-token')
  await begin()
  expect(requests.at(-1)).toBe('GET /api/kiosk/b-token')
})
