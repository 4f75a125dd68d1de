import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp, type HttpApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { createClient, withTestApp } from '../../support/server/test-app.ts'

const ctx = withTestApp()
let app: HttpApp

beforeEach(async () => {
  app = createApp(ctx.clinic, { assets: loadAssets({ viteOrigin: 'http://vite' }) })
})

test('the phone is told who asks, before a password is typed', async () => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 12; BRAVIA 4K) AppleWebKit/537.36 Chrome/90.0 Safari/537.36'
  const init = createClient(app)
  const options = { method: 'POST', from: '192.168.1.20', headers: { 'user-agent': userAgent } }
  const { qrId } = (await init('/api/qr/init', options)).body
  ctx.clock.advance(60_000)
  const page = async () => (await createClient(app)(`/qr-auth/${qrId}`, { from: '10.0.0.9' })).body
  const text = (await page()).replace(/<[^>]*>/g, ' ')
  expect(text).toMatch(
    /Browser\s+Chrome on Android TV\s+Address\s+192\.168\.1\.20\s+Time\s+10:00\s/,
  )
  expect(text).toContain('Only continue if this code is on the screen in front of you')
  // A sign-in that version 1.0.0 had begun.
  await ctx.database.write(tx => tx.run(sql`update qr_sessions set browser = null, address = null`))
  expect((await page()).replace(/<[^>]*>/g, ' ')).toMatch(
    /Browser\s+Unknown browser\s+Address\s+unknown/,
  )
})

test('the phone shows no text that the asking browser has chosen', async () => {
  const headers = { 'user-agent': '<script>alert("x")</script> your own desk' }
  const client = createClient(app)
  const { qrId } = (await client.post('/api/qr/init', undefined, { headers })).body
  const { body } = await client(`/qr-auth/${qrId}`)
  expect(body).toContain('Unknown browser')
  expect(body).not.toMatch(/alert\(|your own desk/)
})
