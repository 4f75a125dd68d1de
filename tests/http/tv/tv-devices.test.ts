import { expect, test } from 'bun:test'
import { tvDevices } from '#db/schema/index'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { clientPerTest, withTestApp } from '../../support/server/test-app.ts'
import { NURSE, TEN_O_CLOCK } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

const add = (name: string, { userId = NURSE.id, headers = {} } = {}) =>
  admin.post('/api/tv-devices', { userId, name }, { headers })
const list = async () => (await admin(`/api/tv-devices?userId=${NURSE.id}`)).body
const rename = (id: number, name: string) => admin.put(`/api/tv-devices/${id}`, { name })
const rotate = (id: number) => admin.post(`/api/tv-devices/${id}/rotate`)
const revoke = (id: number) => admin.delete(`/api/tv-devices/${id}`)
const toggleNurse = () => admin.patch(`/api/users/${NURSE.id}/status`)
const statusOf = async (token: string) => (await ctx.signedOut(`/api/tv/${token}/settings`)).status
const rows = () => ctx.database.read(db => db.select().from(tvDevices))

test('a TV is added: its link is shown once, and only a hash is stored', async () => {
  const added = await add(' Hall ', { headers: { 'idempotency-key': 'once' } })
  const options = DEFAULT_TV_OPTIONS
  const shown = { name: 'Hall', createdAt: TEN_O_CLOCK, lastSeenAt: null }
  const device = { id: 1, kind: 'tv', ...shown, options }
  expect(added).toMatchObject({ status: 201, body: { device } })
  const { token, url } = added.body
  expect(token).toMatch(/^[a-z2-7]{26,}$/)
  expect(new URL(url).pathname).toBe(`/tv/${token}`)
  const today = { shown: 0, unheard: 0, missed: 0 }
  const listed = { ...device, state: 'new', since: null, heartbeat: null, today }
  expect(await list()).toEqual([listed])
  expect((await admin('/api/tv-devices')).body).toEqual([listed])
  const keys = await ctx.database.read(db => db.query.idempotencyKeys.findMany())
  expect(keys).toHaveLength(1)
  expect(JSON.stringify([await rows(), keys])).not.toContain(token)
  expect(await statusOf(token)).toBe(200)
})

test('an administrator sees what a TV shows, by its options', async () => {
  const { token } = (await add('Hall')).body
  await admin.patch('/api/tv-devices/1', { names: 'number', rooms: [2] })
  const { id } = (await admin.post('/api/patients', { name: 'SITI' })).body
  await admin.patch(`/api/patients/${id}/status`, { status: 'called', windowId: 2 })
  const shown = await admin('/api/tv-devices/1/shown-calls')
  expect(shown.body).toEqual((await ctx.signedOut(`/api/tv/${token}/shown-calls`)).body)
  expect(shown.body.current).toMatchObject({ number: 1, name: null })
  await revoke(1)
  expect(await admin('/api/tv-devices/1/shown-calls')).toMatchObject({
    status: 404,
    body: { error: 'This TV no longer exists' },
  })
})

test('a TV belongs to its user only', async () => {
  await add('Hall')
  await add('Hall', { userId: 1 })
  expect((await list()).map(({ id }: { id: number }) => id)).toEqual([1])
  expect((await admin('/api/tv-devices?userId=99')).status).toBe(404)
  const all = (await admin('/api/tv-devices')).body
  expect(all.map(({ id }: { id: number }) => id)).toEqual([1, 2])
})

test('an inactive user gets no TV, nor does one who is gone', async () => {
  expect((await add('Hall', { userId: 99 })).body).toEqual({ error: 'This user no longer exists' })
  await toggleNurse()
  const response = await add('Hall')
  expect([response.status, response.body]).toEqual([
    409,
    { error: 'nurse is not active. Activate this user first.' },
  ])
})

test('the TVs of an inactive user are listed for that user alone', async () => {
  await add('Hall')
  await toggleNurse()
  expect((await admin('/api/tv-devices')).body).toEqual([])
  expect(await list()).toMatchObject([{ name: 'Hall' }])
})

test('a TV is renamed, but not to the name of another one', async () => {
  await add('Hall')
  await add('Ward')
  expect((await rename(1, ' Big Hall ')).body).toMatchObject({ id: 1, name: 'Big Hall' })
  expect((await rename(1, 'ward')).status).toBe(409)
  expect((await rename(1, 'BIG HALL')).status).toBe(200)
  expect((await rename(3, 'Roof')).status).toBe(404)
})

test('a new link stops the old one', async () => {
  const { token: old } = (await add('Hall')).body
  const rotated = await rotate(1)
  expect(rotated).toMatchObject({ status: 200, body: { device: { id: 1, name: 'Hall' } } })
  expect(rotated.body.url).toEndWith(`/tv/${rotated.body.token}`)
  expect([await statusOf(old), await statusOf(rotated.body.token)]).toEqual([404, 200])
  expect((await rotate(2)).status).toBe(404)
})

test('a revoked TV loses access at once and is no longer listed; its row stays', async () => {
  const { token } = (await add('Hall')).body
  expect(await statusOf(token)).toBe(200)
  expect((await revoke(1)).body).toEqual({ success: true })
  expect(await statusOf(token)).toBe(404)
  expect(await list()).toEqual([])
  expect(await rows()).toMatchObject([{ name: 'Hall', tokenHash: null, revokedAt: TEN_O_CLOCK }])
  for (const response of [await revoke(1), await rotate(1), await rename(1, 'Ward')]) {
    expect([response.status, response.body]).toEqual([404, { error: 'This TV no longer exists' }])
  }
  expect((await add('Hall')).status).toBe(201)
})

test('a TV shows nothing while its user is inactive, continues afterwards, and goes with its user', async () => {
  const { token } = (await add('Hall')).body
  for (const status of [404, 200]) {
    await toggleNurse()
    expect(await statusOf(token)).toBe(status)
  }
  await admin.delete(`/api/users/${NURSE.id}`)
  expect([await statusOf(token), await rows()]).toEqual([404, []])
})

test('a TV still reads its data when nothing can be written', async () => {
  const { token } = (await add('Hall')).body
  Object.assign(ctx.clinic, { write: () => Promise.reject(new Error('the disk is full')) })
  expect(await statusOf(token)).toBe(200)
  expect(ctx.logged.join()).not.toContain(token)
})
