import { expect, test } from 'bun:test'
import { COMMANDS } from '../../server/cli/commands.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { normalizeAddress, resolveClientAddress } from '../../server/security/client-address.ts'

const aRequest = (forwarded?: string) =>
  new Request('http://clinic/', { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })
const aServerFor = (address: string) => ({ requestIP: () => ({ address }) })

test.each([
  ['a browser has its own address', '10.0.0.9', undefined, [], '10.0.0.9'],
  ['X-Forwarded-For of a browser is ignored', '10.0.0.9', '8.8.8.8', [], '10.0.0.9'],
  ['a proxy on this machine is trusted', '127.0.0.1', '8.8.8.8', [], '8.8.8.8'],
  ['a configured proxy is trusted', '10.0.0.5', '8.8.8.8', ['10.0.0.5'], '8.8.8.8'],
  ['also as an IPv4-mapped address', '::ffff:10.0.0.5', '8.8.8.8', ['10.0.0.5'], '8.8.8.8'],
  ['only the last address counts', '10.0.0.5', '1.1.1.1, 8.8.8.8', ['10.0.0.5'], '8.8.8.8'],
  ['another proxy is not trusted', '10.0.0.6', '8.8.8.8', ['10.0.0.5'], '10.0.0.6'],
  ['a proxy without the header has its own', '10.0.0.5', undefined, ['10.0.0.5'], '10.0.0.5'],
  ['an IPv4-mapped address becomes IPv4', '::1', '::FFFF:8.8.8.8', [], '8.8.8.8'],
  ['an IPv6 address counts by its network', '::1', '2001:DB8:0:0::7', [], '2001:db8::/64'],
  ['a link-local one, too', 'fe80::1%eth0', undefined, [], 'fe80::/64'],
  ['this machine is one address', '::1', undefined, [], '::1'],
  ["an invalid address counts as the proxy's", '127.0.0.1', 'somebody', [], '127.0.0.1'],
  ['a port is left out', '10.0.0.5', '8.8.8.8:4711', ['10.0.0.5'], '8.8.8.8'],
  ['brackets are left out', '127.0.0.1', '[2001:db8::7]', [], '2001:db8::/64'],
  ['an empty entry is invalid', '127.0.0.1', '8.8.8.8,', [], '127.0.0.1'],
])('%s', (_, address, forwarded, proxies, expected) => {
  expect(resolveClientAddress(aRequest(forwarded), aServerFor(address), proxies)).toBe(expected)
})

test.each(['8', '10.1', '010.0.0.1', '0x0a.0.0.1', '10.0.0.256', '10.0.0.0/8', 'proxy', ''])(
  '%j is no address',
  text => {
    expect(normalizeAddress(text)).toBeNull()
  },
)

test("a missing address is 'unknown'", () => {
  expect(resolveClientAddress(aRequest('8.8.8.8'), undefined)).toBe('unknown')
  expect(resolveClientAddress(aRequest('8.8.8.8'), { requestIP: () => null })).toBe('unknown')
})

test('trusted proxies are normalized', () => {
  const env = { TRUSTED_PROXIES: ' ::ffff:10.0.0.5,2001:DB8:0::7, ' }
  const { proxies } = parseConfig([], env, COMMANDS)
  expect(proxies).toEqual(['10.0.0.5', '2001:db8::7'])
  expect(resolveClientAddress(aRequest('8.8.8.8'), aServerFor('2001:db8::7'), proxies)).toBe(
    '8.8.8.8',
  )
})
