import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { listAuditEntries } from '#db/repositories/audit-entries'
import { DAY_MS } from '#domain/time'
import { SCREENS } from '../../../routes/index.tsx'
import { createApp, type HttpApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { SESSION_RENEWAL_MS } from '../../../server/security/session.ts'
import { createPng } from '../../support/files/images.ts'
import { createQrApi } from '../../support/server/qr-api.ts'
import {
  type Client,
  clientPerTest,
  createClient,
  readCookies,
  withTestApp,
} from '../../support/server/test-app.ts'
import { ADMIN, ROOMS } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())
let app: HttpApp

beforeEach(async () => {
  app = createApp(ctx.clinic, { assets: loadAssets({ viteOrigin: 'http://vite' }) })
})

const START = ['/api/auth/display', { method: 'POST' }] as const
const DISPLAY_ONLY =
  'This screen is a TV display and shows calls only. Exit Fullscreen logs it out; then log in to do this.'
const REFUSED = { status: 403, body: { error: DISPLAY_ONLY } }

/** A TV that an administrator has signed in by phone. */
async function aTv() {
  const qr = createQrApi(ctx)
  const tv = await qr.aTv()
  const { code } = await qr.aPhone(tv.qrId, ADMIN)
  const cookie = readCookies(await tv.finalize(code))
  return { cookie, ask: createClient(app, cookie) }
}

async function aDisplay() {
  const tv = await aTv()
  expect((await tv.ask(...START)).status).toBe(200)
  return tv
}

const canWork = async (client: Client) => (await client('/api/patients')).status === 200
const readAudit = () => ctx.clinic.read(db => listAuditEntries(db, { from: '', to: '~' }, 100))

test('a TV signed in by phone is a desk until it starts the display, and none after', async () => {
  const { ask } = await aTv()
  expect((await ask('/api/auth/me')).body.user.role).toBe('admin')
  expect(await canWork(ask)).toBe(true)

  const started = await ask(...START)
  expect([started.status, started.body]).toEqual([200, { success: true }])
  expect(started.headers.getSetCookie().join()).toContain(`Max-Age=${30 * 24 * 60 * 60}`)
  expect((await ask('/api/auth/me')).body.user).toMatchObject({
    username: 'admin',
    role: 'display',
  })
  for (const path of ['/api/patients', '/api/users', '/api/dashboard/stats', '/api/audit']) {
    const refused = await ask(path)
    expect(refused).toMatchObject(REFUSED)
    expect(refused.headers.get('x-display-only')).toBe('1')
  }
  const register = { method: 'POST', json: { name: 'ali' } }
  expect(await ask('/api/patients', register)).toMatchObject(REFUSED)
  expect((await admin('/api/patients')).body).toEqual([])
  expect((await readAudit())[0]).toMatchObject({ action: 'display started', username: 'admin' })
})

test('what only administrators may do says so without the mark of a display', async () => {
  const refused = await (await ctx.nurse())('/api/users')
  expect([refused.status, refused.headers.get('x-display-only')]).toEqual([403, null])
})

test('a display stays signed in for thirty days after it was last on', async () => {
  const { ask } = await aDisplay()
  ctx.clock.advance(29 * DAY_MS)
  const renewed = await ask('/api/auth/me')
  expect(renewed.headers.getSetCookie().join()).toContain(`Max-Age=${30 * 24 * 60 * 60}`)
  ctx.clock.advance(29 * DAY_MS)
  expect((await ask('/api/auth/me')).status).toBe(200)
  expect(await canWork(ask)).toBe(false)
  ctx.clock.advance(30 * DAY_MS)
  expect((await ask('/api/auth/me')).status).toBe(401)
})

test('two presses at once, and one after a lost response, start one display', async () => {
  const { ask } = await aTv()
  const headers = { 'idempotency-key': 'start' }
  const press = () => ask.post('/api/auth/display', undefined, { headers })
  for (const { status, headers } of [...(await Promise.all([press(), press()])), await press()]) {
    expect(status).toBe(200)
    expect(headers.getSetCookie().join()).toContain(`Max-Age=${30 * 24 * 60 * 60}`)
  }
  // Another tab of the same browser.
  expect((await ask(...START)).status).toBe(200)
  expect((await readAudit()).filter(({ action }) => action === 'display started')).toHaveLength(2)
  expect(await canWork(ask)).toBe(false)
})

test('a display of version 1.0.0 shows calls only from the update on', async () => {
  const { ask } = await aTv()
  await ctx.database.write(tx => tx.run(sql`update sessions set kind = 'tv'`))
  expect(await ask('/api/patients')).toMatchObject(REFUSED)
  expect((await ask('/api/dashboard/current-call')).status).toBe(200)
})

test('a display that is refused is not renewed by it', async () => {
  const { ask } = await aDisplay()
  ctx.clock.advance(SESSION_RENEWAL_MS)
  expect((await ask('/api/patients')).headers.getSetCookie()).toEqual([])
})

const BEYOND_PAGES = ['/licenses', '/tickets/1', '/nothing', '/queue/', '/QUEUE']

test.each([...SCREENS.map(({ path }) => path).filter(path => path !== '/'), ...BEYOND_PAGES])(
  'at a display, %s leads to the calls',
  async path => {
    await admin.register('ZAINAB')
    const { ask } = await aDisplay()
    const page = await ask(path)
    expect([page.status, page.headers.get('location')]).toEqual([302, '/?fullscreen=1'])
    expect(page.body).toBe('')
  },
)

async function change(id: number, json: object) {
  expect((await admin.step(id, json)).status).toBe(200)
}

/** One patient for each thing that a display must not know, and two whom it shows. */
async function aBusyClinic() {
  const priority = { isPriority: true, priorityReason: 'CHEST PAIN' }
  const called = async (name: string, windowId: number, more = {}) => {
    const { id } = await admin.register(name, more)
    await change(id, { status: 'called', windowId })
    return id
  }
  await change(await called('SHOWN EARLIER', ROOMS.one, priority), { status: 'completed' })
  await change(await called('DISCREET', ROOMS.one, { isDiscreet: true }), { status: 'completed' })
  const back = await called('SHOWN BEFORE', ROOMS.two)
  await change(back, { status: 'requeue', requeueReason: 'BLOOD TEST', holdMinutes: 60 })
  await called('SHOWN NOW', ROOMS.one, priority)
  await admin.register('WAITING ONLY', priority)
  const body = new FormData()
  body.append('file', new File([createPng({ width: 40, height: 30 })], 'PORTRAIT OF SITI.png'))
  await admin.post('/api/media/upload', undefined, { body })
}

const READS = ['current-call', 'history', 'shown-calls', 'calls?after=0'].map(
  path => `/api/dashboard/${path}`,
)
const MORE_READS = ['auth/me', 'display', 'settings', 'themes/active', 'text-groups/active']
const NOT_FOR_DISPLAYS =
  /discreet|waiting only|portrait|chest|blood|priority|requeue|trackingHistory|status("|&quot;):|totalWaiting/i

test('no reason, status, discreet name or patient who was not called is in any byte of it', async () => {
  await aBusyClinic()
  const { ask } = await aDisplay()
  const paths = [...READS, ...MORE_READS.map(path => `/api/${path}`), '/', '/?fullscreen=1']
  for (const path of paths) {
    const { status, body } = await ask(path)
    expect(status).toBe(200)
    const bytes = typeof body === 'string' ? body : JSON.stringify(body)
    expect({ path, found: bytes.match(NOT_FOR_DISPLAYS) }).toEqual({ path, found: null })
  }
  const file = await ask('/api/media/1/file')
  expect(file.headers.get('content-disposition')).toStartWith('inline; filename="media.png"')
  const [now, ...earlier] = [(await ask(READS[0] ?? '')).body, ...(await ask(READS[1] ?? '')).body]
  expect([now.name, ...earlier.map(({ name }: { name: string }) => name)]).toEqual([
    'SHOWN NOW',
    'SHOWN BEFORE',
    null,
    'SHOWN EARLIER',
  ])
  const { current, history } = (await ask(READS[2] ?? '')).body
  expect([current, ...history].map(({ id }) => id)).toEqual([now, ...earlier].map(({ id }) => id))
  // The staff's own screens get all of it, as before.
  expect(JSON.stringify((await admin(READS[1] ?? '')).body)).toContain('BLOOD TEST')
})

test('a display reads the calls of today alone', async () => {
  await aBusyClinic()
  const { ask } = await aDisplay()
  ctx.clock.advance(DAY_MS)
  for (const path of READS) expect(JSON.stringify((await ask(path)).body)).not.toContain('SHOWN')
  const desk = await ctx.admin()
  expect((await desk('/api/dashboard/calls?after=0')).body).toHaveLength(4)
})

test('the page that asks whether to start shows no staff screen, and the reload after it does', async () => {
  await aBusyClinic()
  const { ask } = await aTv()
  const asking = (await ask('/?fullscreen=1')).body
  expect(asking).toContain('data-island="SessionTv"')
  expect(asking).not.toMatch(NOT_FOR_DISPLAYS)
  expect(asking).not.toContain('data-island="Sidebar"')
  const cancelled = (await ask('/')).body
  expect(cancelled).toContain('data-island="DashboardScreen"')
  await ask(...START)
  expect((await ask('/')).body).not.toContain('data-island="DashboardScreen"')
})
