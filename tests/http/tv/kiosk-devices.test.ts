import { beforeEach, describe, expect, test } from 'bun:test'
import { PRINTABLE_FOR_MS } from '#domain/kiosk/kiosk'
import type { SettingTexts } from '#domain/settings-record'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { perTest } from '../../support/server/per-test.ts'
import { type Client, createClient, createSignedInClient } from '../../support/server/test-app.ts'
import { ADMIN, createTestClinic } from '../../support/server/test-clinic.ts'
import { settingsBody } from '../../support/settings.ts'

const SHOP = { 'x-forwarded-host': 'clinic.example' }

const ctx = perTest(createTestClinic)
let signedOut: Client
let admin: Client
let token = ''

beforeEach(async () => {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  signedOut = createClient(app)
  admin = await createSignedInClient(app, ADMIN)
  const json = { userId: 1, name: 'Entrance', kind: 'kiosk' }
  token = (await admin.post('/api/tv-devices', json)).body.token
})

const save = (values: Partial<SettingTexts>) => admin.put('/api/settings', settingsBody(values))
const view = (of = token) => signedOut(`/api/kiosk/${of}`)
const register = () =>
  signedOut.post(`/api/kiosk/${token}/patients`, { language: 'en' }, { headers: SHOP })
const open = (path: string) => signedOut(path, { headers: SHOP })

describe('its page', () => {
  test('is for a kiosk alone, and shows a pairing code to any other device', async () => {
    const tv = await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })
    expect((await open(`/kiosk/${token}`)).status).toBe(200)
    for (const path of [`/kiosk/${tv.body.token}`, '/kiosk/x']) {
      const page = await open(path)
      expect([page.status, page.body.includes('Connect this kiosk')]).toEqual([404, true])
    }
    expect((await open(`/tv/${token}`)).status).toBe(404)
    expect((await open('/kiosk')).body).toContain('Connect this kiosk')
  })

  test('prints the ticket that was just made, and no other', async () => {
    await save({ ticketMode: 'screen', kioskPrints: 'true' })
    const made = async () => (await register()).body.ticketUrl.split('/').at(-1)
    const ticket = await made()
    const print = (one = ticket, of = token) => open(`/kiosk/${of}/tickets/${one}`)
    const page = await print()
    expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'SAMEORIGIN'])
    expect(page.body).toContain('<h1 class="paper__number">001</h1>')

    const { id } = await admin.register('ALI')
    const atDesk = await admin(`/api/patients/${id}/ticket`, { headers: SHOP })
    expect((await print(atDesk.body.ticket)).status).toBe(404)
    expect((await print(`1-${'a'.repeat(26)}`)).status).toBe(404)
    expect((await print(ticket, 'a'.repeat(32))).status).toBe(404)
    ctx.clock.advance(PRINTABLE_FOR_MS)
    expect((await print()).status).toBe(404)
    const second = await made()
    await save({ kioskPrints: 'false' })
    expect((await print(second)).status).toBe(404)
  })
})

describe('among the displays', () => {
  test('a kiosk has a kind, and takes nothing that a TV takes', async () => {
    const [kiosk] = (await admin('/api/tv-devices')).body
    expect(kiosk).toMatchObject({ id: 1, kind: 'kiosk', lastSeenAt: null })
    await view()
    expect((await admin('/api/tv-devices')).body[0].lastSeenAt).toBe(ctx.clock.now())
    const error = 'Entrance is a kiosk, not a TV'
    const refused = { status: 409, body: { error } }
    expect(await admin.patch('/api/tv-devices/1', { names: 'number' })).toMatchObject(refused)
    expect(await admin.post('/api/tv-devices/1/chime')).toMatchObject(refused)
    expect((await admin('/api/tv-devices/1/shown-calls')).status).toBe(404)
    expect((await admin.put('/api/tv-devices/1', { name: 'Door' })).body.name).toBe('Door')
  })

  test('it is no TV that is on or silent', async () => {
    await view()
    const getTvs = async () => (await admin('/api/dashboard/stats')).body.now.tvs
    expect(await getTvs()).toEqual({ on: 0, silent: [] })
    ctx.clock.advance(3_600_000)
    expect(await getTvs()).toEqual({ on: 0, silent: [] })
  })

  test('it is paired by a code as a TV is', async () => {
    const { code, pairingId } = (await signedOut.post('/api/tv/pairings?kind=kiosk')).body
    const pair = await admin.post('/api/tv-devices/pair', { code, userId: 1, name: 'Side door' })
    expect(pair.body.device).toMatchObject({ name: 'Side door', kind: 'kiosk' })
    const { body } = await signedOut(`/api/tv/pairings/${pairingId}`)
    expect((await view(body.token)).status).toBe(200)
    expect((await signedOut(`/api/tv/${body.token}/settings`)).status).toBe(404)
    expect((await signedOut.post('/api/tv/pairings?kind=phone')).status).toBe(400)
    expect((await signedOut.post('/api/tv/pairings')).status).toBe(201)
  })

  test('the audit says that it is a kiosk', async () => {
    await admin.delete('/api/tv-devices/1')
    const entries = (await admin('/api/audit?from=2026-11-20&to=2026-11-20')).body.entries
    expect(entries.slice(1, 3)).toMatchObject([
      { action: 'TV revoked', subject: 'Entrance', detail: 'kiosk' },
      { action: 'TV added', subject: 'Entrance', detail: 'kiosk' },
    ])
  })
})
