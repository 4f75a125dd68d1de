import { beforeEach, expect, test } from 'bun:test'
import { settings } from '#db/schema/index'
import { SETTING_KEYS } from '#domain/settings/settings-schema'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { createTvDevice } from '../../support/server/actions.ts'
import { type Client, createSignedInClient, withTestApp } from '../../support/server/test-app.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'
import { connectSocket, startTestServer, until } from '../../support/server/test-server.ts'
import { settingsBody } from '../../support/settings.ts'

const ctx = withTestApp()
let admin: Client
let nurse: Client
let tvToken: string

beforeEach(async () => {
  admin = await ctx.admin()
  nurse = await ctx.nurse()
  const { token } = await createTvDevice(ctx.clinic, { userId: ADMIN.id, name: 'HALL' })
  tvToken = token
})

type Pair = { key: string; value: string }
const getKeys = (list: Pair[]) => list.map(({ key }) => key)

const FOR_ADMINS = ['reportsFor', 'keepNamesDays']
const OF_DESKS = [
  ...['orderWeight', 'orderLimitMinutes', 'missedCalls', 'awayCalls', 'holdPresets'],
  ...['waitTargetMinutes', 'showGettingStarted', 'takesAppointments', 'askPhone'],
  ...['ticketMode', 'ticketPaper', 'ticketText'],
  ...['kioskNames', 'kioskFrom', 'kioskTo', 'kioskPrints'],
]
const ALSO_READ = ['enable_audio', 'mediaType']

test('an administrator reads every setting, and a user those of all staff', async () => {
  const all = [...SETTING_KEYS, ...ALSO_READ]
  expect(getKeys((await admin('/api/settings')).body)).toEqual(all)
  const ofStaff = all.filter(key => !FOR_ADMINS.includes(key))
  expect(getKeys((await nurse('/api/settings')).body)).toEqual(ofStaff)
  const saved = await nurse.put('/api/settings', settingsBody({ clinicName: 'KLINIK AMAN' }))
  expect(getKeys(saved.body)).toEqual(ofStaff)
})

test('a TV reads only what a display shows', async () => {
  const { body } = await admin(`/api/tv/${tvToken}/settings`)
  const shown = SETTING_KEYS.filter(key => ![...FOR_ADMINS, ...OF_DESKS].includes(key))
  expect(getKeys(body).toSorted()).toEqual([...shown, ...ALSO_READ].toSorted())
})

test.each([
  ['a user', NURSE, ['/', '/settings'], FOR_ADMINS],
  ['a TV', ADMIN, ['/tv'], [...FOR_ADMINS, ...OF_DESKS]],
])('the pages of %s have no other setting in them', async (_, user, paths, hidden) => {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  const client = await createSignedInClient(app, user)
  for (const path of paths) {
    const page = await client(path === '/tv' ? `/tv/${tvToken}` : path)
    expect([path, page.status]).toEqual([path, 200])
    expect(page.body).toMatch(/clinicName(&quot;|")?:/)
    for (const key of hidden) expect(page.body).not.toMatch(new RegExp(`${key}(&quot;|")?:`))
  }
})

test('a date that version 1.1.0 stored as right needs no other answer', async () => {
  const path = '/api/dashboard/getting-started'
  expect((await admin(path)).body.isDone.clock).toBe(false)
  const at = ctx.clock.now()
  await ctx.database.write(tx =>
    tx
      .insert(settings)
      .values({ key: 'clockConfirmed', value: 'true', category: 'display', updatedAt: at }),
  )
  expect((await admin(path)).body.isDone.clock).toBe(true)
})

test("a user's page hears that settings for administrators changed, but not to what", async () => {
  const server = await startTestServer()
  const cookie = (await server.nurse()).cookie
  const { socket, received } = connectSocket(server.url, { cookie, auth: { page: true } })
  await until('the page has joined', () => received.length === 1)
  const values = { keepNamesDays: '2', clinicName: 'KLINIK AMAN' } as const
  await (await server.admin()).send('PUT', '/api/settings', settingsBody(values))
  await until('the page hears of it', () => received.length === 2)
  const name = { kind: 'setting', key: 'clinicName', value: 'KLINIK AMAN' }
  const facts = expect.arrayContaining([expect.objectContaining(name), { kind: 'all' }])
  expect(received[1]).toEqual(['change', expect.objectContaining({ facts })])
  expect(JSON.stringify(received)).not.toContain('keepNamesDays')
  socket.close()
})
