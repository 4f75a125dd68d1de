import { expect, test } from 'bun:test'
import { addressIn } from '../../server/security/client-address.ts'

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
])('%s', (_, address, forwarded, proxies, known) => {
  expect(addressIn(asked(forwarded), by(address), proxies)).toBe(known)
})
