import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { type Pairing, startPairing } from '../../../islands/tv/pairing/pairing.ts'
import { pass, settle, standIn } from '../../support/stand-ins.ts'

const CODES = ['K7M2QX', 'P4R8TN', 'W3Y6ZD']
const DOOR = '/api/tv/pairings'

let shown: Pairing[]
let asked: string[]
let wentTo: string[]
let kept: Map<string, string>
let answers: Record<string, () => Promise<Response>>
let stop: () => void
let takeAway: () => void

beforeEach(() => {
  jest.useFakeTimers()
  shown = []
  asked = []
  wentTo = []
  kept = new Map()
  let codes = 0
  answers = {
    [`POST ${DOOR}`]: async () => {
      const code = CODES[codes] ?? ''
      return Response.json({ code, pairingId: `p${codes++}` }, { status: 201 })
    },
  }
  takeAway = standIn({
    async fetch(path: string, { method = 'GET' }: RequestInit = {}) {
      asked.push(`${method} ${path}`)
      const answer = answers[`${method} ${path}`]
      return answer ? answer() : Response.json({ state: 'waiting' })
    },
    location: { replace: (path: string) => wentTo.push(path) },
    localStorage: { getItem: (key: string) => kept.get(key) ?? null },
  })
})
afterEach(() => {
  stop()
  takeAway()
  jest.useRealTimers()
})

async function begin() {
  stop = startPairing(pairing => shown.push(pairing))
  await settle()
}

const code = () => {
  const pairing = shown.at(-1)
  return pairing?.state === 'waiting' ? pairing.code : pairing?.state
}
const is =
  (status: number, json: unknown = {}) =>
  async () =>
    Response.json(json, { status })
const down = async () => {
  throw new TypeError('Failed to fetch')
}

test('a TV shows a code and asks every two seconds whether somebody typed it', async () => {
  await begin()
  expect(code()).toBe('K7M2QX')
  await pass(2_000)
  await pass(2_000)
  expect(asked).toEqual([`POST ${DOOR}`, `GET ${DOOR}/p0`, `GET ${DOOR}/p0`])
  expect(shown).toHaveLength(1)
})

test('a code that ran out is followed by a new one', async () => {
  await begin()
  answers[`GET ${DOOR}/p0`] = is(404)
  await pass(2_000)
  expect(code()).toBe('P4R8TN')
  answers[`GET ${DOOR}/p1`] = is(404)
  await pass(2_000)
  expect(code()).toBe('W3Y6ZD')
})

test('once somebody typed it, the TV opens its picture and asks no more', async () => {
  await begin()
  answers[`GET ${DOOR}/p0`] = is(200, { state: 'paired', token: 'a-token' })
  await pass(2_000)
  expect(wentTo).toEqual(['/tv/a-token'])
  await pass(60_000)
  expect(asked).toHaveLength(2)
})

test('a clinic that cannot be reached is tried again every five seconds until it is back', async () => {
  answers[`POST ${DOOR}`] = down
  await begin()
  expect(code()).toBe('unreachable')
  await pass(5_000)
  await pass(5_000)
  expect([code(), asked.length]).toEqual(['unreachable', 3])
  answers[`POST ${DOOR}`] = is(201, { code: 'ABCDEF', pairingId: 'p9' })
  await pass(5_000)
  expect(code()).toBe('ABCDEF')
})

test('a clinic that goes away while a code is shown says so, and comes back with a code', async () => {
  await begin()
  answers[`GET ${DOOR}/p0`] = down
  await pass(2_000)
  expect(code()).toBe('unreachable')
  await pass(5_000)
  expect(code()).toBe('P4R8TN')
})

test.each([429, 500, 503])('a clinic that answers %i is tried again', async status => {
  answers[`POST ${DOOR}`] = is(status, { error: 'Not now' })
  await begin()
  expect(code()).toBe('unreachable')
  await pass(5_000)
  expect(asked).toHaveLength(2)
})

test('a question that nobody answers is asked again', async () => {
  answers[`POST ${DOOR}`] = () => new Promise(() => {})
  await begin()
  expect(shown).toEqual([])
  await pass(10_000)
  expect(code()).toBe('unreachable')
  await pass(5_000)
  expect(asked).toHaveLength(2)
})

test('a TV that was only switched off opens its picture again', async () => {
  kept.set('tv-token', 'a-token')
  await begin()
  expect([wentTo, asked]).toEqual([['/tv/a-token'], ['GET /api/tv/a-token/settings']])
})

test('a TV whose token was revoked shows a code', async () => {
  kept.set('tv-token', 'a-token')
  answers['GET /api/tv/a-token/settings'] = is(404)
  await begin()
  expect([wentTo, code()]).toEqual([[], 'K7M2QX'])
})

test('a TV that knows its token waits for a clinic in trouble instead of asking for another', async () => {
  kept.set('tv-token', 'a-token')
  answers['GET /api/tv/a-token/settings'] = is(503)
  await begin()
  expect([wentTo, code()]).toEqual([[], 'unreachable'])
  answers['GET /api/tv/a-token/settings'] = is(200, [])
  await pass(5_000)
  expect(wentTo).toEqual(['/tv/a-token'])
})

test('a TV that may keep nothing shows a code', async () => {
  const getItem = () => {
    throw new Error('The operation is insecure')
  }
  const giveBack = standIn({ localStorage: { getItem } })
  await begin()
  expect(code()).toBe('K7M2QX')
  giveBack()
})

test('a page that was left asks no more', async () => {
  await begin()
  stop()
  await pass(60_000)
  expect([asked.length, jest.getTimerCount()]).toEqual([1, 0])
})
