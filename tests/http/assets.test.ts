import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createApp } from '../../server/app.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { createClient } from '../support/server/test-app.ts'
import { createTestClinic } from '../support/server/test-clinic.ts'

const SOUND = '/sounds/melodic_airport_ding_1570.wav'
const LOGO = '/favicon.svg'
const ctx = await createTestClinic()
// Without a build only the files of static/ are served.
const assets = loadAssets({ viteOrigin: 'http://vite' })
const client = createClient(createApp(ctx.clinic, { assets }))
afterAll(() => ctx.close())

const fileOf = (path: string) => Bun.file(join(import.meta.dirname, '../../static', path)).bytes()

test('a sound is sent whole and in parts, uncached and cached', async () => {
  const whole = await fileOf(SOUND)
  for (const _ of [1, 2]) {
    const all = await client(SOUND)
    expect(all.status).toBe(200)
    expect(all.headers.get('content-type')).toStartWith('audio/')
    expect(all.bytes).toEqual(whole)
    const part = await client(SOUND, { headers: { range: 'bytes=-10' } })
    expect(part.status).toBe(206)
    expect(part.bytes).toEqual(whole.slice(-10))
    const none = await client(SOUND, { headers: { range: `bytes=${whole.length}-` } })
    expect(none.status).toBe(416)
  }
})

test('an unchanged file is not sent again', async () => {
  for (const path of [SOUND, LOGO]) {
    const etag = (await client(path)).headers.get('etag') ?? ''
    const again = await client(path, { headers: { 'if-none-match': etag } })
    expect({ status: again.status, size: again.bytes.length }).toEqual({ status: 304, size: 0 })
    expect((await client(path, { headers: { 'if-none-match': '"older"' } })).status).toBe(200)
  }
})

test('a page refuses any method but GET, which counts as the method that it was', async () => {
  for (const method of ['PROPFIND', 'PUT']) {
    const refused = await client('/queue', { method })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
    expect((await client('/nothing', { method })).status).toBe(404)
  }
  const { body: counted } = await client('/metrics', { from: '127.0.0.1' })
  const methods = counted.matchAll(/^clinic_http_requests_total{method="(other|PUT)".* (\d+)$/gm)
  expect([...methods].map(([, method, count]) => [method, count])).toEqual([
    ['other', '1'],
    ['other', '1'],
    ['PUT', '1'],
    ['PUT', '1'],
  ])
})
