import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { listAuditEntries } from '#db/repositories/audit-entries'
import { DAY_MS, HOUR_MS } from '#domain/time'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { createQrApi } from '../../support/server/qr-api.ts'
import {
  type Client,
  clientPerTest,
  createClient,
  readCookies,
  withTestApp,
} from '../../support/server/test-app.ts'
import { NURSE } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

/** Returns the cookie of a browser that was signed in by phone. */
async function getCookie(user = NURSE) {
  const qr = createQrApi(ctx)
  const tv = await qr.aTv()
  const { code } = await qr.aPhone(tv.qrId, user)
  return readCookies(await tv.finalize(code))
}

const aBrowser = async (user = NURSE) => createClient(ctx.app, await getCookie(user))

async function start(browser: Client) {
  const { status, body } = await browser.post('/api/auth/screen')
  expect(status).toBe(200)
  return body.path as string
}

const settingsOf = async (path: string) => (await ctx.signedOut(`/api${path}/settings`)).status
const list = async () => (await admin('/api/tv-devices')).body as { id: number; name: string }[]
const listNames = async () => (await list()).map(({ name }) => name)
const readAudit = () => ctx.clinic.read(db => listAuditEntries(db, { from: '', to: '~' }, 100))

test('any user may make their browser a TV, which an administrator sees and removes', async () => {
  const browser = await aBrowser()
  const path = await start(browser)
  expect(path).toMatch(/^\/tv\/[a-z2-7]{32}$/)
  expect(await settingsOf(path)).toBe(200)
  expect(await list()).toMatchObject([
    { kind: 'tv', name: `Screen of ${NURSE.username}`, options: { isScreen: true } },
  ])
  expect((await readAudit())[0]).toMatchObject({
    action: 'TV added',
    subject: `Screen of ${NURSE.username}`,
    username: NURSE.username,
  })
  expect((await ctx.signedOut.post('/api/auth/screen')).status).toBe(401)
  expect((await browser('/api/tv-devices')).status).toBe(403)
  expect((await admin.delete('/api/tv-devices/1')).status).toBe(200)
  expect(await settingsOf(path)).toBe(404)
})

test('its options may be changed, but not the mark of a display', async () => {
  await start(await aBrowser())
  const json = { names: 'number', isScreen: false }
  expect((await admin.patch('/api/tv-devices/1', json)).body.options).toMatchObject({
    names: 'number',
    isScreen: true,
  })
  await admin.post('/api/tv-devices', { userId: NURSE.id, name: 'Hall' })
  const { options } = (await admin.patch('/api/tv-devices/2', { isScreen: true })).body
  expect(options.isScreen).toBeUndefined()
})

test('two presses at once, and one after a lost response, make one TV', async () => {
  const browser = await aBrowser()
  const headers = { 'idempotency-key': 'start' }
  const press = () => browser.post('/api/auth/screen', undefined, { headers })
  const answers = [...(await Promise.all([press(), press()])), await press()]
  const [path, ...others] = answers.map(({ body }) => body.path)
  expect(others).toEqual([path, path])
  expect(await list()).toHaveLength(1)
  expect(await settingsOf(path)).toBe(200)
})

test('each browser of a user is another TV, with a name of its own', async () => {
  await admin.post('/api/tv-devices', { userId: NURSE.id, name: `SCREEN OF ${NURSE.username} 2` })
  const paths = [await start(await aBrowser()), await start(await aBrowser())]
  const of = `Screen of ${NURSE.username}`
  expect(await listNames()).toEqual([`SCREEN OF ${NURSE.username} 2`, of, `${of} 3`])
  for (const path of paths) expect(await settingsOf(path)).toBe(200)
})

test('the longest username still has a number of its own', async () => {
  const username = 'w'.repeat(40)
  await admin.post('/api/users', { username, password: NURSE.password, role: 'user' })
  for (let one = 0; one < 2; one++) await start(await aBrowser({ ...NURSE, username }))
  const [first = '', second = ''] = await listNames()
  expect([first.length, second.length, second.slice(-3)]).toEqual([40, 40, 'w 2'])
})

test('a display that was off for a week gives its place to the next one of its user', async () => {
  const left = await start(await aBrowser())
  await admin.patch('/api/tv-devices/1', { names: 'number' })
  ctx.clock.advance(7 * DAY_MS)
  const kept = await start(await aBrowser())
  expect(await settingsOf(kept)).toBe(200)
  ctx.clock.advance(1)
  const next = await start(await aBrowser())
  expect([await settingsOf(left), await settingsOf(kept), await settingsOf(next)]).toEqual([
    ...[404, 200, 200],
  ])
  const devices = (await (await ctx.admin())('/api/tv-devices')).body
  expect(devices.map(({ name }: { name: string }) => name)).toEqual([
    `Screen of ${NURSE.username}`,
    `Screen of ${NURSE.username} 2`,
  ])
  expect(devices[0].options.names).toBe('number')
})

test('closed browsers lock nobody out: beyond twenty, the one unseen for longest makes room', async () => {
  const paths: string[] = []
  for (let one = 0; one < 20; one++) {
    ctx.clock.advance(10 * 60_000)
    paths.push(await start(await aBrowser()))
  }
  expect(await list()).toHaveLength(20)
  const hall = await admin.post('/api/tv-devices', { userId: NURSE.id, name: 'Hall' })
  expect(hall.status).toBe(201)
  const newest = await start(await aBrowser())
  expect(await list()).toHaveLength(21)
  expect([await settingsOf(paths[0] ?? ''), await settingsOf(newest)]).toEqual([404, 200])
  // Twenty browsers that are all on keep their places.
  const on = [...paths.slice(1), newest]
  for (const path of on) await settingsOf(path)
  ctx.clock.advance(HOUR_MS / 2)
  await start(await aBrowser())
  for (const path of on) expect(await settingsOf(path)).toBe(200)
})

test('a TV that never stops being new is limited in rate', async () => {
  const browser = await aBrowser()
  for (let one = 0; one < 10; one++) await start(browser)
  const refused = await browser.post('/api/auth/screen')
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
})

test('Exit Fullscreen removes the display with its own token, and no other TV', async () => {
  const path = await start(await aBrowser())
  const other = await start(await aBrowser())
  const { token } = (await admin.post('/api/tv-devices', { userId: NURSE.id, name: 'Hall' })).body
  const remove = (one: string, headers = {}) =>
    ctx.signedOut(`/api${one}`, { method: 'DELETE', headers })
  const refused = await remove(`/tv/${token}`)
  expect([refused.status, refused.body.error]).toEqual([
    403,
    'An administrator removes this TV in Displays.',
  ])
  expect((await remove(`/tv/${'a'.repeat(32)}`)).status).toBe(404)
  expect((await remove(path, { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await remove(path)).status).toBe(200)
  expect((await readAudit())[0]).toMatchObject({
    action: 'TV revoked',
    subject: `Screen of ${NURSE.username}`,
    detail: 'Exit Fullscreen',
    username: null,
  })
  expect((await remove(path)).status).toBe(404)
  expect([await settingsOf(path), await settingsOf(other)]).toEqual([404, 200])
  expect(await listNames()).toEqual([`Screen of ${NURSE.username} 2`, 'Hall'])
})

test('the name tells only administrators who signed the browser in', async () => {
  const path = await start(await aBrowser())
  const app = createApp(ctx.clinic, { assets: loadAssets({ viteOrigin: 'http://vite' }) })
  const page = await createClient(app)(path)
  expect(page.body).toContain('Exit Fullscreen')
  expect(page.body).not.toContain('Screen of')
  await ctx.signedOut(`/api${path}/settings`)
  ctx.clock.advance(HOUR_MS)
  const desk = await ctx.nurse()
  expect((await desk('/api/dashboard/stats')).body.now.tvs).toEqual({ on: 0, silent: [] })
})

test('only the page that started a display may frame it', async () => {
  const { token } = (await admin.post('/api/tv-devices', { userId: NURSE.id, name: 'Hall' })).body
  const path = await start(await aBrowser())
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  const getPolicy = async (one: string) =>
    (await createClient(app)(one)).headers.get('content-security-policy')
  expect(await getPolicy(path)).toContain("frame-ancestors 'self'")
  expect(await getPolicy(`/tv/${token}`)).toContain("frame-ancestors 'none'")
  expect((await createClient(app)(`/tv/${token}`)).body).not.toContain('Exit Fullscreen')
})

test('the page that asks shows no patient, and Cancel leaves the staff session', async () => {
  const app = createApp(ctx.clinic, { assets: loadAssets({ viteOrigin: 'http://vite' }) })
  const browser = createClient(app, await getCookie())
  const { id } = await admin.register('ZAINAB')
  await admin.step(id, { status: 'called', windowId: 2 })
  const asking = (await browser('/?fullscreen=1')).body
  expect(asking).toContain('data-island="TvReadyDialog"')
  expect(asking).not.toMatch(/ZAINAB|data-island="(Sidebar|DashboardScreen)"/)
  const cancelled = (await browser('/')).body
  expect(cancelled).toContain('data-island="DashboardScreen"')
})

test('the session of a display that version 1.1.0 started is no longer valid', async () => {
  const browser = await aBrowser()
  expect((await browser('/api/auth/me')).status).toBe(200)
  await ctx.database.write(tx => tx.run(sql`update sessions set kind = 'tv'`))
  for (const path of ['/api/auth/me', '/api/dashboard/current-call', '/api/events']) {
    expect((await browser(path)).status).toBe(401)
  }
})
