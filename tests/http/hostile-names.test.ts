import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SCOPES } from '#domain/programs/api-token'
import { formatCell } from '#domain/reports/csv'
import { GROUPS } from '#domain/reports/report'
import type { SettingTexts } from '#domain/settings-record'
import { DAY_MS } from '#domain/time'
import { keepReportDays } from '../../server/actions/reports.ts'
import { createApp } from '../../server/app.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { HOSTILE_NAMES } from '../support/hostile-names.ts'
import { aRoomBody } from '../support/samples.ts'
import { listRouteRequests } from '../support/server/request-inputs.ts'
import {
  type Client,
  createClient,
  createSignedInClient,
  toClient,
} from '../support/server/test-app.ts'
import { ADMIN, createTestClinic, ROOMS } from '../support/server/test-clinic.ts'
import { settingsBody } from '../support/settings.ts'

const SET_UP_MS = 60_000

const ctx = await createTestClinic()
const app = createApp(ctx.clinic, { assets: loadAssets() })
/** Of the token. */
let tvId = 0
const params: Record<string, string> = { id: '2', token: '', ticket: '', sequence: '1' }
const getParam = (name: string) => params[name] ?? 'x'
const routes = listRouteRequests(app, {}, getParam)
const shared = [Object, Object.prototype, Function.prototype, Array.prototype]
const listShared = () => shared.map(one => Reflect.ownKeys(one).map(String))
const sharedBefore = listShared()

afterAll(() => {
  expect(listShared()).toEqual(sharedBefore)
  return ctx.close()
})

describe('a clinic whose rooms, users, TVs, reasons and settings have hostile names', () => {
  let admin: Client
  let program: Client
  let before: unknown[]
  const users = HOSTILE_NAMES.filter(name => !/[<"%{]/.test(name))

  beforeAll(async () => {
    admin = await createSignedInClient(app, ADMIN)
    await save({ ticketMode: 'screen' })
    for (const name of HOSTILE_NAMES) await liveThrough(name)
    const { body } = await admin.post('/api/tokens', { name: 'LAB', scopes: SCOPES })
    const headers = { authorization: `Bearer ${body.token}` }
    program = toClient((path, options) => createClient(app)(path, { ...options, headers }))
  }, SET_UP_MS)

  async function send(method: string, path: string, json: object) {
    const { status, body } = await admin(path, { method, json })
    const isDone = status < 300
    expect({ path, json, isDone, body }).toEqual({ path, json, isDone: true, body })
    return body
  }

  const save = (values: Partial<SettingTexts>) => send('PUT', '/api/settings', settingsBody(values))

  /** A patient is called, waits, is called again, gets medicine and leaves; another one stays. */
  async function liveThrough(name: string) {
    const room = await send('POST', '/api/windows', aRoomBody(name))
    expect(room.name).toBe(name)
    const form = { name, isPriority: true, priorityReason: name }
    const patient = await send('POST', '/api/patients', form)
    const step = (json: object) => send('PATCH', `/api/patients/${patient.id}/status`, json)
    await step({ status: 'called', windowId: room.id })
    await step({ status: 'requeue', requeueReason: name, holdMinutes: 5 })
    await step({ status: 'called', windowId: room.id })
    ctx.clock.advance(60_000)
    await step({ status: 'dispensary' })
    await step({ status: 'called', windowId: ROOMS.dispensary })
    await step({ status: 'completed' })
    const { id } = await send('POST', '/api/patients', { name })
    const call = { status: 'called', windowId: room.id }
    const called = await send('PATCH', `/api/patients/${id}/status`, call)
    expect(called.windowName).toBe(name)
    const tv = await send('POST', '/api/tv-devices', { userId: 1, name })
    params.token = tv.token
    tvId = tv.device.id
    const link = 'https://films.example/film.mp4'
    const media = await send('POST', '/api/media', { type: 'video', url: link, name })
    expect([tv.device.name, media.name]).toEqual([name, name])
    if (users.includes(name)) {
      const account = { username: name, password: 'correct horse', role: 'user' }
      expect((await send('POST', '/api/users', account)).username).toBe(name)
    }
    await send('POST', '/api/tokens', { name, scopes: ['queue'] })
    await showSettings(name)
    const headers = { 'x-forwarded-host': 'clinic.example' }
    params.ticket = (await admin(`/api/patients/${id}/ticket`, { headers })).body.ticket
    const { body: ticket } = await createClient(app)(`/api/t/${params.ticket}`)
    expect(JSON.stringify(ticket)).toContain(JSON.stringify(name))
  }

  async function showSettings(name: string) {
    await save({ clinicName: name, marqueeText: name, ticketText: name })
    await save({ holdPresets: `${name} 20` })
    const { body } = await admin('/api/settings')
    for (const key of ['clinicName', 'marqueeText', 'ticketText']) {
      expect(body).toContainEqual({ key, value: name })
    }
    const onTv = (await admin(`/api/tv/${params.token}/settings`)).body
    expect(onTv).toContainEqual({ key: 'marqueeText', value: name })
    const [, title] = /<title>([^<]*)/.exec((await admin('/queue')).body) ?? []
    expect(title).toBe(toHtml(`Queue Management · ${name}`))
  }

  const readNames = async (path: string, field = 'name') =>
    (await admin(path)).body.map((one: Record<string, string>) => one[field])

  test('finds each name as it was typed, wherever names are listed', async () => {
    const own = new Set(HOSTILE_NAMES)
    const listed = async (path: string, field?: string) =>
      (await readNames(path, field)).filter((name: string) => own.has(name)).toSorted()
    const all = HOSTILE_NAMES.toSorted()
    for (const path of ['/api/windows', '/api/tv-devices?userId=1', '/api/media', '/api/tokens']) {
      expect([path, await listed(path)]).toEqual([path, all])
    }
    const onTiles = async (layout: string) => {
      await admin.patch(`/api/tv-devices/${tvId}`, { layout })
      const { tiles } = (await admin(`/api/tv/${params.token}/shown-calls`)).body
      return tiles.map(({ room }: { room: { name: string } }) => room.name)
    }
    const shown = await onTiles('tiles')
    expect(shown.filter((name: string) => own.has(name)).toSorted()).toEqual(all)
    await onTiles('classic')
    expect(await listed('/api/users', 'username')).toEqual(users.toSorted())
    expect((await listed('/api/patients', 'windowName')).toSorted()).toEqual(all)
    const { body } = await program('/api/v1/queue')
    const rooms = body.rooms.map(({ name }: { name: string }) => name)
    expect(rooms.filter((name: string) => own.has(name)).toSorted()).toEqual(all)
  })

  const period = 'from=2026-11-20&to=2026-11-20'

  async function readReports() {
    const paths = GROUPS.map(by => `reports?${period}&by=${by}`)
    const rows = paths.map(async path => (await admin(`/api/${path}`)).body.rows)
    const shown = paths.map(async path => (await program(`/api/v1/${path}`)).body.rows)
    const { body } = await admin(`/reports?${period}`)
    return [...(await Promise.all([...rows, ...shown])), listRoomBars(body)]
  }

  const listRoomBars = (html: string) =>
    [...html.matchAll(/<th scope="row">([^<]*)<\/th>/g)].map(([, name]) => name)

  test('has each room in its reports, in both APIs, on the page and in the files', async () => {
    before = await readReports()
    const { body } = await admin(`/api/reports?${period}&by=room`)
    const counts = new Map(body.rows.map(({ key, n }: { key: string; n: number }) => [key, n]))
    const total = HOSTILE_NAMES.length
    expect(counts).toEqual(
      new Map([...HOSTILE_NAMES.map(name => [name, 2] as const), ['DISPENSARY', total]]),
    )
    expect(await program(`/api/v1/reports?${period}&by=room`)).toMatchObject({ body })
    const page = (await admin(`/reports?${period}`)).body
    const csv = (await admin(`/api/reports/visits.csv?${period}`)).body
    const audit = (await admin(`/api/audit/entries.csv?${period}`)).body
    for (const name of HOSTILE_NAMES) {
      expect(listRoomBars(page)).toContain(toHtml(name))
      expect(csv).toContain(`,${formatCell(name)},`)
      expect(audit).toContain(`,room added,${formatCell(name)},`)
    }
  })

  test('answers every route and page that is read', async () => {
    for (const { route, build } of routes.filter(one => one.route.startsWith('GET '))) {
      const { path } = build({})
      const client = path.startsWith('/api/v1/') ? program : admin
      const { status } = await client(path)
      expect({ route, isFault: status >= 500 }).toEqual({ route, isFault: false })
    }
  })

  test('has the same reports once the day is over and kept', async () => {
    ctx.clock.advance(3 * DAY_MS)
    await keepReportDays(ctx.clinic)
    admin = await createSignedInClient(app, ADMIN)
    expect(await readReports()).toEqual(before)
    expect(ctx.logged.filter(line => line.includes('"level":"error"'))).toEqual([])
  })
})

/** As React writes a text. */
function toHtml(text: string) {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, char => entities[char] ?? char).replaceAll("'", '&#x27;')
}
