import { beforeAll, expect, test } from 'bun:test'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { perFile } from '../../support/server/per-test.ts'
import { type Client, createClient, createSignedInClient } from '../../support/server/test-app.ts'
import { ADMIN, createTestClinic } from '../../support/server/test-clinic.ts'

const ctx = perFile(createTestClinic)
let admin: Client
let stranger: Client
let hall: { id: number; path: string }
let entrance: { id: number; path: string }

beforeAll(async () => {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  admin = await createSignedInClient(app, ADMIN)
  stranger = createClient(app)
  hall = await addTv('Hall')
  entrance = await addTv('Entrance')
})

async function addTv(name: string) {
  const json = { userId: 1, name }
  const { body } = await admin.post('/api/tv-devices', json)
  return { id: body.device.id, path: `/tv/${body.token}` }
}

const allow = (frameOrigin: unknown) => admin.patch(`/api/tv-devices/${hall.id}`, { frameOrigin })

async function getFraming(path: string, client = stranger) {
  const { headers } = await client(path)
  const policy = headers.get('content-security-policy') ?? ''
  return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('x-frame-options')]
}

const NOT_FRAMED = ["'none'", 'DENY']

test('no TV may be framed until an administrator names an origin, and then that TV alone', async () => {
  expect(await getFraming(hall.path)).toEqual(NOT_FRAMED)
  expect((await allow('HTTPS://Player.Example:443/')).body.options.frameOrigin).toBe(
    'https://player.example',
  )
  expect(await getFraming(hall.path)).toEqual(['https://player.example', null])
  const others = ['/', '/queue', '/tv', '/qr-auth', '/healthz', '/nothing', `${hall.path}x`]
  for (const path of [...others, entrance.path, hall.path.replace('/tv', '/api/tv')]) {
    for (const client of [stranger, admin]) {
      expect([path, await getFraming(path, client)]).toEqual([path, NOT_FRAMED])
    }
  }
  expect((await allow('')).status).toBe(200)
  expect(await getFraming(hall.path)).toEqual(NOT_FRAMED)
})

test.each([
  ['http://192.168.1.30:8080', 'http://192.168.1.30:8080'],
  ['  https://zeichen-spieler.example ', 'https://zeichen-spieler.example'],
  ['https://schöner.example', 'https://xn--schner-yxa.example'],
])('%j is an origin', async (typed, origin) => {
  expect((await allow(typed)).body.options.frameOrigin).toBe(origin)
  expect((await getFraming(hall.path))[0]).toBe(origin)
})

test.each([
  ['*', 'without *'],
  ['https://*.example', 'without *'],
  ['http://[2001:DB8::1]:80', 'letters, digits, dots'],
  ['https://zeichen_spieler.example', 'letters, digits, dots'],
  ['https://a..example', 'letters, digits, dots'],
  ['player.example', 'beginning with http://'],
  ["'self'", 'beginning with http://'],
  ['https:', 'beginning with http://'],
  ['data:text/html,x', 'beginning with http://'],
  ["https://x.example;script-src'self'", 'letters, digits, dots'],
  ['https://a.example https://b.example', 'beginning with http://'],
  ['https://a.example, https://b.example', 'beginning with http://'],
  ['file:///sdcard/player.html', 'beginning with http://'],
  ['https://player.example/screen/7', 'Enter only the beginning'],
  ['https://player.example/?id=7', 'Enter only the beginning'],
  ['https://me@player.example', 'Enter only the beginning'],
  [`https://${'x'.repeat(400)}.example`, 'at most'],
  [7, 'must be text'],
])('%j is refused in a sentence, and changes nothing', async (typed, words) => {
  await allow('https://before.example')
  const refused = await allow(typed)
  expect([refused.status, refused.body.field]).toEqual([400, 'frameOrigin'])
  expect(refused.body.error).toContain(words)
  expect(await getFraming(hall.path)).toEqual(['https://before.example', null])
})
