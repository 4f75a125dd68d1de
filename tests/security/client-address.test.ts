import { expect, test } from 'bun:test'
import { parseConfig } from '../../server/config/parse-config.ts'
import { normalizeAddress, resolveClientAddress } from '../../server/security/client-address.ts'

const asked = (forwarded?: string) =>
  new Request('http://clinic/', { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })
const by = (address: string) => ({ requestIP: () => ({ address }) })

test.each([
  ['a browser is known by its own address', '10.0.0.9', undefined, [], '10.0.0.9'],
  ['nobody is believed who says he asks for another', '10.0.0.9', '8.8.8.8', [], '10.0.0.9'],
  ['a proxy on this machine is', '127.0.0.1', '8.8.8.8', [], '8.8.8.8'],
  ['a proxy that was named is', '10.0.0.5', '8.8.8.8', ['10.0.0.5'], '8.8.8.8'],
  ['in its other writing, too', '::ffff:10.0.0.5', '8.8.8.8', ['10.0.0.5'], '8.8.8.8'],
  ['about the last in the row only', '10.0.0.5', '1.1.1.1, 8.8.8.8', ['10.0.0.5'], '8.8.8.8'],
  ['another one is not', '10.0.0.6', '8.8.8.8', ['10.0.0.5'], '10.0.0.6'],
  ['a named proxy that asks for itself', '10.0.0.5', undefined, ['10.0.0.5'], '10.0.0.5'],
  ['a proxy on this machine by IPv6 is', '::1', '8.8.8.8', [], '8.8.8.8'],
  ['another writing of an address is the same', '::1', '::FFFF:8.8.8.8', [], '8.8.8.8'],
  ['an IPv6 address has one writing', '::1', '2001:DB8:0:0::7', [], '2001:db8::7'],
  ['what is no address counts as the peer', '127.0.0.1', 'somebody', [], '127.0.0.1'],
  ['an address with a port is none', '10.0.0.5', '8.8.8.8:4711', ['10.0.0.5'], '10.0.0.5'],
  ['nor is an empty entry', '127.0.0.1', '8.8.8.8,', [], '127.0.0.1'],
])('%s', (_, address, forwarded, proxies, known) => {
  expect(resolveClientAddress(asked(forwarded), by(address), proxies)).toBe(known)
})

test.each([
  ['10.0.0.5', '10.0.0.5'],
  ['::ffff:10.0.0.5', '10.0.0.5'],
  ['2001:DB8:0:0:0:0:0:7', '2001:db8::7'],
  ['8', null],
  ['10.1', null],
  ['010.0.0.1', null],
  ['0x0a.0.0.1', null],
  ['10.0.0.256', null],
  ['10.0.0.5:80', null],
  ['[::1]:80', null],
  ['10.0.0.0/8', null],
  ['proxy', null],
  ['', null],
])('%j is normalized to %j', (text, address) => {
  expect(normalizeAddress(text)).toBe(address)
})

test('no address at all is unknown', () => {
  expect(resolveClientAddress(asked('8.8.8.8'), undefined)).toBe('unknown')
  expect(resolveClientAddress(asked('8.8.8.8'), { requestIP: () => null })).toBe('unknown')
})

test('trusted proxies are known however they are written', () => {
  const { proxies } = parseConfig([], { TRUSTED_PROXIES: ' ::ffff:10.0.0.5,2001:DB8:0::7, ' })
  expect(proxies).toEqual(['10.0.0.5', '2001:db8::7'])
  expect(resolveClientAddress(asked('8.8.8.8'), by('2001:db8::7'), proxies)).toBe('8.8.8.8')
})
