import { expect, test } from 'bun:test'
import { createApp } from '../../server/app.ts'
import { findFault } from '../chaos/fuzz/check-response.ts'
import { createRequests } from '../chaos/fuzz/requests/create-requests.ts'
import { createKnownValues } from '../chaos/fuzz/requests/known-values.ts'
import { createEmptyRequest } from '../chaos/fuzz/requests/request.ts'
import { createResponseReader } from '../chaos/fuzz/response-reader.ts'
import { listRouteRequests } from '../support/server/request-inputs.ts'
import { ADMIN, createTestClinic } from '../support/server/test-clinic.ts'

const REQUESTS = 3_000
const SOME = 200

test('the same seed makes the same requests, another seed others, and every route is among them', async () => {
  const { clinic, close } = await createTestClinic()
  const targets = listRouteRequests(createApp(clinic), {}, () => '1').map(route => ({
    ...route,
    weight: 1,
  }))
  await close()
  const account = { ...ADMIN, cookie: 'session=x' }
  const roles = { account: () => account, cookie: () => 'session=x', token: () => 'a'.repeat(32) }
  const create = (seed: number, count: number) => {
    const state = { known: createKnownValues(), roles }
    const createRequest = createRequests({ seed, targets, files: ['/icon.svg'], state })
    return Array.from({ length: count }, (_, n) => createRequest(n))
  }
  const all = create(1, REQUESTS)
  expect(all.slice(0, SOME)).toEqual(create(1, SOME))
  expect(all.slice(0, SOME)).not.toEqual(create(2, SOME))
  const routes = new Set(all.map(({ route }) => route))
  expect(targets.map(({ route }) => route).filter(route => !routes.has(route))).toEqual([])
})

const JSON_TYPE = new Map([['content-type', 'application/json']])
const HTML_TYPE = new Map([['content-type', 'text/html']])

test.each([
  ['a success', 200, HTML_TYPE, '', null],
  ['a sentence', 404, JSON_TYPE, '{"error":"Not found"}', null],
  ['a failure', 500, JSON_TYPE, '{"error":"Something went wrong"}', /^status 500/],
  ['an error without a sentence', 400, JSON_TYPE, '{"error":""}', /without a sentence/],
  ['an error as a page', 404, HTML_TYPE, '<html>', /without a sentence/],
])('%s is judged', (_, status, headers, text, fault) => {
  const request = { ...createEmptyRequest('admin', ''), path: '/API/patients?x' }
  const found = findFault(request, { status, headers, setCookies: [], text })
  if (fault === null) expect(found).toBeNull()
  else expect(found).toMatch(fault)
})

test('no response and a closed connection are faults, unless the request allows them', () => {
  const request = createEmptyRequest('nobody', '')
  expect(findFault(request, 'timeout')).toBe('no response in time')
  expect(findFault(request, 'closed')).toBe('closed without a response')
  expect(findFault({ ...request, expected: 'anything' }, 'closed')).toBeNull()
})

test.each([
  ['with a length', 'content-length: 5\r\n\r\nhello', 'hello'],
  [
    'in chunks',
    'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
  ],
])('a response %s is complete with its last byte', (_, rest, text) => {
  const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${rest}`)
  const reader = createResponseReader(false)
  const complete = [...bytes].map(byte => reader.push(Buffer.from([byte])))
  expect(complete.indexOf(true)).toBe(bytes.length - 1)
  expect(reader.get()).toMatchObject({ status: 200, text })
})

test('a response that ends before its length was cut off', () => {
  const reader = createResponseReader(false)
  reader.push(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello'))
  expect(reader.getUntilClose()).toBeNull()
})
