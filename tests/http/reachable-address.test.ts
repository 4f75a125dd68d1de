import { beforeAll, expect, test } from 'bun:test'
import type { NetworkInterfaceInfo } from 'node:os'
import { getAddressProblem } from '#domain/reachability'
import { COMMANDS } from '../../server/cli/commands.ts'
import { listLanAddresses } from '../../server/config/lan-addresses.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { toLanOrigin } from '../../server/http/public-url.ts'
import { perFile } from '../support/server/per-test.ts'
import { type Client, createTestApp } from '../support/server/test-app.ts'

const HERE = '192.168.1.20'
const ctx = perFile(createTestApp)
let admin: Client

beforeAll(async () => {
  admin = await ctx.admin()
  // It is an address of the network that does not depend on this machine.
  Object.assign(ctx.clinic.config, { host: HERE })
})

const at = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4', internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo
const INTERFACES = {
  lo: [at('127.0.0.1', 'IPv4', true)],
  docker0: [at('172.17.0.1')],
  'vEthernet (WSL)': [at('172.20.0.1')],
  tailscale0: [at('100.101.1.1')],
  usb0: [at('169.254.7.7')],
  eth0: [at('fe80::1', 'IPv6'), at(HERE)],
  wlan0: [at('192.168.1.21')],
}

test('an address of the network is none of containers, virtual machines, VPNs or a lost DHCP', () => {
  expect(listLanAddresses(INTERFACES, false)).toEqual([HERE, '192.168.1.21'])
  const inside = { lo: INTERFACES.lo, eth0: [at('172.17.0.2')] }
  expect([listLanAddresses(inside, true), listLanAddresses(inside, false)]).toEqual([
    [],
    ['172.17.0.2'],
  ])
  expect(listLanAddresses({ eth0: [at('10.0.0.5')] }, true)).toEqual(['10.0.0.5'])
})

test.each([
  ['http://localhost:3000', `http://${HERE}:3000`],
  ['http://127.0.0.1:3000', `http://${HERE}:3000`],
  ['http://[::1]:3000', `http://${HERE}:3000`],
  ['http://0.0.0.0:3000', `http://${HERE}:3000`],
  ['http://clinic-pc:3000', `http://${HERE}:3000`],
  ['http://clinic.local:3000', `http://${HERE}:3000`],
  ['http://169.254.3.4:3000', `http://${HERE}:3000`],
  ['http://[fe80::1]:3000', `http://${HERE}:3000`],
  ['http://192.168.1.99:3000', 'http://192.168.1.99:3000'],
  ['http://[fd00::1]:3000', 'http://[fd00::1]:3000'],
  ['http://queue.lan', 'http://queue.lan'],
  ['https://queue.clinic.example', 'https://queue.clinic.example'],
  ['http://localhost.example', 'http://localhost.example'],
])('%s is opened by another device as %s', (origin, reachable) => {
  expect(toLanOrigin(origin, listLanAddresses(INTERFACES, false))).toBe(reachable)
  // What stands in has no problem; what cannot be replaced has one.
  expect(getAddressProblem(reachable)).toBeNull()
  const alone = toLanOrigin(origin, listLanAddresses({ lo: INTERFACES.lo }))
  expect(alone).toBe(new URL(origin).origin)
  const isReplaced = new URL(reachable).hostname === HERE
  expect(getAddressProblem(alone) !== null).toBe(isReplaced)
})

const getUrls = async (headers: Record<string, string>) => {
  const json = { userId: 1, name: `TV ${crypto.randomUUID()}` }
  const [qr, tv, test] = [
    await admin.post('/api/qr/init', undefined, { headers }),
    await admin.post('/api/tv-devices', json, { headers }),
    await admin('/api/tickets/test', { headers }),
  ]
  const urls = [qr.body.qrUrl, tv.body.url, test.body.url]
  return { origins: urls.map(url => new URL(url).origin), problem: getAddressProblem(tv.body.url) }
}

test('every code and link has the address in the network instead of a name that phones do not know', async () => {
  for (const host of ['clinic-pc:3000', 'clinic.local:3000', 'localhost:3000']) {
    const { origins, problem } = await getUrls({ host })
    expect([new Set(origins), problem]).toEqual([new Set([`http://${HERE}:3000`]), null])
  }
})

test('behind a proxy, and with a certificate for the name alone, the name stays and is warned of', async () => {
  const stays = async (headers: Record<string, string>, origin: string) => {
    const { origins, problem } = await getUrls(headers)
    expect(new Set(origins)).toEqual(new Set([origin]))
    expect(problem).toContain('may not find clinic.local. Set PUBLIC_URL')
  }
  await stays({ host: 'clinic.local', 'x-forwarded-for': '10.0.0.9' }, 'http://clinic.local')
  await stays({ host: 'clinic.local', 'x-forwarded-proto': 'https' }, 'https://clinic.local')
})

test.each([
  ['http://192.168.1.10:3000', 'http://192.168.1.10:3000'],
  ['HTTPS://Queue.Clinic.Example:443/', 'https://queue.clinic.example'],
  [' http://q.lan:80 ', 'http://q.lan'],
  ['http://[2001:DB8::1]:3000', 'http://[2001:db8::1]:3000'],
])('%j is a public address', (typed, origin) => {
  expect(parseConfig(['--public-url', typed], {}, COMMANDS).publicUrl).toBe(origin)
  const { publicUrl, warnings } = parseConfig([], { PUBLIC_URL: typed }, COMMANDS)
  expect(publicUrl).toBe(origin)
  expect(warnings).toEqual([])
})

test.each([
  ['http://q.lan/clinic', 'http://q.lan', 'clinic'],
  ['https://q.lan:8443/a/b/', 'https://q.lan:8443', 'a/b/'],
  ['http://q.lan/?x=1', 'http://q.lan', '?x=1'],
  ['http://q.lan/#tv', 'http://q.lan', '#tv'],
])(
  'of the public address %j, as 1.0.0 took it, %j is used, with a warning',
  (typed, origin, rest) => {
    const { publicUrl, warnings } = parseConfig([], { PUBLIC_URL: typed }, COMMANDS)
    expect(publicUrl).toBe(origin)
    expect(warnings).toEqual([
      `PUBLIC_URL is taken as ${origin}, without "${rest}": the program cannot be in a folder of another site.`,
    ])
  },
)

test.each([
  ['http://me:secret@q.lan', 'no user name and no password'],
  ['q.lan:3000', 'must be an address such as http://192.168.1.10:3000, not "q.lan:3000"'],
  ['ftp://q.lan', 'must be an address'],
  ['http:\\\\q.lan', 'must be an address'],
  ['http://q.lan:99999', 'must be an address'],
])('the public address %j is refused in a sentence', (typed, words) => {
  expect(() => parseConfig([], { PUBLIC_URL: typed }, COMMANDS)).toThrow(words)
})
