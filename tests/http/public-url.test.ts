import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { NetworkInterfaceInfo } from 'node:os'
import { listLanAddresses } from '../../server/config/lan-addresses.ts'
import { toLanOrigin } from '../../server/http/public-url.ts'
import { createTestApp, type TestApp } from '../support/server/test-app.ts'

let ctx: TestApp

beforeEach(async () => {
  ctx = await createTestApp()
})
afterEach(() => ctx.close())

const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo
const INTERFACES = {
  lo: [at('127.0.0.1', 'IPv4', true)],
  eth0: [at('fe80::1', 'IPv6'), at('192.168.1.20', 'IPv4')],
  wlan0: [at('192.168.1.21', 'IPv4')],
}

test.each([
  ['http://localhost:3000', 'http://192.168.1.20:3000'],
  ['http://127.0.0.1:3000', 'http://192.168.1.20:3000'],
  ['http://[::1]:3000', 'http://192.168.1.20:3000'],
  ['http://localhost', 'http://192.168.1.20'],
  ['http://192.168.1.99:3000', 'http://192.168.1.99:3000'],
  ['https://queue.clinic.example', 'https://queue.clinic.example'],
  ['http://localhost.example', 'http://localhost.example'],
])('%s is opened by another machine as %s', (origin, reachable) => {
  expect(toLanOrigin(origin, listLanAddresses(INTERFACES))).toBe(reachable)
})

test('without a network the origin stays localhost', () => {
  const addresses = listLanAddresses({ lo: INTERFACES.lo })
  expect(toLanOrigin('http://localhost:3000', addresses)).toBe('http://localhost:3000')
})

async function createLinkFrom(origin: string, headers: Record<string, string> = {}) {
  const admin = await ctx.admin()
  const json = { userId: 1, name: `Hall ${origin}` }
  const { body } = await admin(`${origin}/api/tv-devices`, { method: 'POST', json, headers })
  return body.url.replace(body.token, '{token}')
}

test('a link uses the origin of the request', async () => {
  const url = await createLinkFrom('http://10.0.0.5:3000')
  expect(url).toBe('http://10.0.0.5:3000/tv/{token}')
})

test('behind a proxy a link uses the forwarded origin', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'queue.example' }
  expect(await createLinkFrom('http://10.0.0.5:3000', forwarded)).toBe(
    'https://queue.example/tv/{token}',
  )
})
