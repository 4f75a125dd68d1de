import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { listAuditEntries } from '#db/repositories/audit-entries'
import { journey } from '#db/schema/index'
import { COMMAND_LINE } from '#domain/audit/audit-entry'
import type { SettingTexts } from '#domain/settings-record'
import { DAY_MS } from '#domain/time'
import { cleanUp } from '../../../server/actions/system/cleanup.ts'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { record } from '../../../server/write.ts'
import { getWrongCode } from '../../support/samples.ts'
import { holdWrites } from '../../support/server/hold-writes.ts'
import { createQrApi } from '../../support/server/qr-api.ts'
import {
  type Client,
  clientPerTest,
  createClient,
  createSignedInClient,
  formatCookie,
  readCookies,
  withTestApp,
} from '../../support/server/test-app.ts'
import { ADMIN, confirmDate, NURSE, ROOMS } from '../../support/server/test-clinic.ts'
import { until } from '../../support/server/test-server.ts'
import { settingsBody } from '../../support/settings.ts'

const PERIOD = 'from=2026-11-20&to=2026-11-20'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

function readAll() {
  return ctx.clinic.read(db => listAuditEntries(db, { from: '', to: '~' }, 1_000))
}

const getActions = async () => (await readAll()).map(({ action }) => action)

test('a write without a key leaves its line too, and a refused one none', async () => {
  const before = await getActions()
  await admin.post('/api/patients', { name: 'ALI' })
  await admin.step(999, { status: 'completed' })
  await admin.addRoom('')
  expect(await getActions()).toEqual(['patient registered', ...before])
})

test('a write whose line cannot be saved is not saved', async () => {
  await ctx.database.write(tx => tx.run(sql`alter table audit rename to elsewhere`))
  const { status } = await admin.post('/api/patients', { name: 'ALI' })
  await ctx.database.write(tx => tx.run(sql`alter table elsewhere rename to audit`))
  expect([status, (await admin('/api/patients')).body]).toEqual([500, []])
})

test('sign-ins are recorded, refused ones by the name of a known user only', async () => {
  const signIn = (username: string, password: string) =>
    ctx.signedOut.post('/api/auth/login', { username, password })
  await signIn('NURSE', 'wrong')
  await signIn('a password typed here', 'x')
  const nurse = await createSignedInClient(ctx.app, NURSE)
  await nurse.post('/api/auth/logout')
  const lines = (await readAll()).map(({ username, action }) => `${username}: ${action}`)
  expect(lines).toEqual([
    'nurse: signed out',
    'nurse: signed in',
    'nurse: sign-in refused',
    'admin: signed in',
  ])
})

/** Who did what, newest first, without what setting up has recorded. */
async function getLines() {
  const lines = (await readAll()).map(({ username, action, subject }) =>
    [username, action, subject].filter(Boolean).join(' '),
  )
  return lines.filter(line => line !== 'admin signed in')
}

describe('a refused password leaves a line', () => {
  test('of a sign-in by QR code: a wrong one, an inactive account and a wrong code', async () => {
    const qr = createQrApi(ctx)
    const tv = await qr.aTv()
    const phone = qr.stranger(tv.qrId)
    await phone.authorize({ ...NURSE, password: 'a guess' })
    await phone.authorize({ ...NURSE, username: 'a password typed here' })
    expect(await getLines()).toEqual(['nurse sign-in refused'])

    const { code } = await qr.aPhone(tv.qrId)
    const wrong = getWrongCode(code, qr.tvCode())
    expect((await tv.finalize(wrong)).status).toBe(400)
    expect(await getLines()).toEqual(['nurse sign-in refused', 'nurse sign-in refused'])

    await admin.patch(`/api/users/${NURSE.id}/status`)
    const { qrId } = await qr.aTv()
    expect((await qr.stranger(qrId).authorize()).status).toBe(403)
    expect((await getLines())[0]).toBe('nurse sign-in refused')
  })

  test('of a change of the own password, once for a repeated request', async () => {
    const change = (currentPassword: string, newPassword: string) =>
      admin.post(
        '/api/auth/change-password',
        { currentPassword, newPassword },
        { headers: { 'idempotency-key': currentPassword + newPassword } },
      )
    for (let n = 0; n < 2; n++) {
      expect((await change('a guess', 'longer than six')).status).toBe(400)
    }
    // A new password that is too short is no refused one.
    expect((await change(ADMIN.password, 'short')).status).toBe(400)
    expect(await getLines()).toEqual(['admin password change refused'])
  })

  test('of a restore, with its backup', async () => {
    await admin.post('/api/backups')
    const isMade = async () => (await admin('/api/backups')).body.work.step === 'idle'
    await until('it is made', isMade)
    const [{ name }] = (await admin('/api/backups')).body.backups
    const restore = (password: string) => admin.post(`/api/backups/${name}/restore`, { password })
    expect((await restore('a guess')).status).toBe(400)
    expect((await restore('')).status).toBe(400)
    expect(await getLines()).toEqual([`admin restore refused ${name}`, 'admin backup started'])
  })
})

test('a sign-out that was lost, and one by signing in as another, leave their lines', async () => {
  const signIn = ({ username, password }: typeof NURSE, cookie = '') => {
    const json = { username, password }
    return createClient(ctx.app, cookie).post('/api/auth/login', json)
  }
  const lost = readCookies(await signIn(NURSE))
  const cookie = `${lost}; ${formatCookie(ctx, 'signed_out', '1')}`
  for (let n = 0; n < 2; n++) await createClient(ctx.app, cookie)('/api/auth/me')
  await signIn(ADMIN, readCookies(await signIn(NURSE)))
  expect(await getLines()).toEqual([
    'nurse signed out',
    'nurse signed in',
    'nurse signed out',
    'nurse signed in',
  ])
})

test('of two saves of settings at once, each line has what its own changed', async () => {
  const nurse = await ctx.nurse()
  const save = (client: Client, values: Partial<SettingTexts>) =>
    client.put('/api/settings', settingsBody(values))
  const { waiting, open } = holdWrites(ctx.clinic)
  const both = [
    save(admin, { orderLimitMinutes: '30' }),
    save(nurse, { orderLimitMinutes: '90' }),
    save(admin, { clinicName: 'Seaview' }),
  ]
  await until('all wait for the transaction', () => waiting() === both.length)
  open()
  await Promise.all(both)
  const changes = (await readAll()).filter(({ action }) => action === 'settings changed')
  const lines = changes.map(({ username, detail }) => `${username}: ${detail}`).toReversed()
  // They may come in any order: the second changed what the first had saved.
  const name = lines.findIndex(line => line.includes('clinicName'))
  expect(lines.splice(name, 1)).toEqual([
    expect.stringMatching(/^admin: clinicName: .* -> Seaview$/),
  ])
  expect([
    ['admin: orderLimitMinutes: 45 -> 30', 'nurse: orderLimitMinutes: 30 -> 90'],
    ['nurse: orderLimitMinutes: 45 -> 90', 'admin: orderLimitMinutes: 90 -> 30'],
  ]).toContainEqual(lines)
})

test('no line of a day has a name or a reason of a patient; a setting has both its values', async () => {
  const json = { name: 'ZAINAB', isPriority: true, priorityReason: 'PREGNANT' }
  const { body } = await admin.post('/api/patients', json)
  for (const change of [
    { status: 'called', windowId: ROOMS.one },
    { status: 'requeue', requeueReason: 'BLOODTEST' },
  ]) {
    await admin.step(body.id, change)
  }
  await admin.post(`/api/patients/${body.id}/back`)
  await admin.post(`/api/windows/${ROOMS.two}/call-next`, { finish: null })
  await admin.put('/api/settings', settingsBody({ orderLimitMinutes: '30' }))
  await admin.delete(`/api/patients/${body.id}`)
  const lines = (await readAll()).map(({ action, subject, detail }) => [action, subject, detail])
  expect(lines.slice(0, -1)).toEqual([
    ['patient deleted', '#001', null],
    ['settings changed', null, 'orderLimitMinutes: 45 -> 30'],
    ['next patient called', '#001', 'Room 2'],
    ['patient step', '#001', 'back'],
    ['patient step', '#001', 'requeue'],
    ['patient step', '#001', 'called, Room 1'],
    ['patient registered', '#001', 'priority'],
  ])
  expect(JSON.stringify(await readAll())).not.toMatch(/ZAINAB|PREGNANT|BLOODTEST/)
})

describe('an administrator reads', () => {
  test('the newest first, by user and action, a page at a time, and that is recorded', async () => {
    for (let n = 0; n < 105; n++) await admin.post('/api/patients', {})
    const get = async (query: string) => (await admin(`/api/audit?${PERIOD}${query}`)).body
    const first = await get('&user=admin&action=patient%20registered')
    expect([first.entries.length, first.entries[0].subject]).toEqual([100, '#105'])
    const rest = await get(`&action=patient%20registered&before=${first.next}`)
    expect([rest.entries.length, rest.next]).toEqual([5, null])
    expect((await get('&user=nurse')).entries).toEqual([])
    expect((await get('&action=audit%20read')).entries).toHaveLength(4)
    expect((await admin('/api/audit?from=2026-11-19&to=2026-11-19')).body.entries).toEqual([])
    const csv = (await admin(`/api/audit/entries.csv?${PERIOD}`)).body.split('\r\n')
    expect([csv[0], csv.length]).toEqual(['at,user,address,action,subject,detail', 114])
  })

  test('a page of the server, which names a user who was deleted', async () => {
    const app = createApp(ctx.clinic, { assets: loadAssets() })
    const [chief, nurse] = [
      await createSignedInClient(app, ADMIN),
      await createSignedInClient(app, NURSE),
    ]
    await nurse.post('/api/patients', { name: 'ALI' })
    expect((await nurse('/audit')).status).toBe(404)
    await chief.delete(`/api/users/${NURSE.id}`)
    await record(ctx.clinic, COMMAND_LINE, { action: 'backup started' })
    const { status, body } = await chief('/audit')
    const rows = [...body.matchAll(/<tr class="table__row">.*?<\/tr>/g)]
    const texts = rows.map(([row]) => row.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' '))
    expect(status).toBe(200)
    expect(texts.find(text => text.includes('Patient registered'))).toContain('#001 nurse')
    expect(texts.find(text => text.includes('Backup started'))).toContain('command line')
    expect(body).not.toContain('ALI')
  })
})

test('the journey keeps the name of a user who was deleted', async () => {
  const nurse = await ctx.nurse()
  await nurse.post('/api/patients', { name: 'ALI' })
  await admin.delete(`/api/users/${NURSE.id}`)
  const rows = await ctx.clinic.read(db => db.select().from(journey))
  expect(rows.map(({ byUserId, byUsername }) => [byUserId, byUsername])).toEqual([[null, 'nurse']])
})

test('lines are kept for twelve months', async () => {
  ctx.clock.advance(364 * DAY_MS)
  await confirmDate(ctx)
  await cleanUp(ctx.clinic)
  expect(await getActions()).toEqual(['signed in'])
  ctx.clock.advance(2 * DAY_MS)
  await confirmDate(ctx)
  await cleanUp(ctx.clinic)
  expect(await getActions()).toEqual([])
})
