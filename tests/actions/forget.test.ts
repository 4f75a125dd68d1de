import { beforeEach, expect, test } from 'bun:test'
import { DAY_MS } from '#domain/time'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { getNotices } from '../../server/queries/system/notices.ts'
import { findFilesWith as findTextIn } from '../support/server/data-files.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { confirmDate, ROOMS } from '../support/server/test-clinic.ts'
import { sendOnce, WRITE_REQUESTS, type WriteRequest } from '../support/server/write-requests.ts'
import { settingsBody } from '../support/settings.ts'

const NAME = 'XAVIERA'
const REASON = 'QUINSY'

const ctx = withTestApp()
let admin: Client

beforeEach(async () => {
  admin = await ctx.admin()
})

const NEW_PATIENT = { name: NAME, isPriority: true, priorityReason: REASON }

async function registerAndServe() {
  const { body } = await admin.post('/api/patients', NEW_PATIENT, {
    headers: { 'idempotency-key': 'a key that may be repeated' },
  })
  const step = (change: object) => admin.step(body.id, change)
  await step({ status: 'called', windowId: ROOMS.one })
  await step({ status: 'requeue', requeueReason: REASON })
  return body.id as number
}

const findFilesWith = (text: string) => findTextIn(ctx, text)

async function report() {
  const day = 'from=2026-11-20&to=2026-11-20'
  return (await admin(`/api/reports?${day}&by=room`)).body.rows
}

test('after 30 days no file of the data folder has the name or a reason; numbers stay', async () => {
  await registerAndServe()
  expect(await findFilesWith(NAME)).toEqual(['clinic.db'])
  const before = await report()
  ctx.clock.advance(30 * DAY_MS)
  await confirmDate(ctx)
  admin = await ctx.admin()
  await admin.post('/api/patients', { name: 'somebody else' })
  await cleanUp(ctx.clinic)
  expect(await findFilesWith(NAME)).toEqual(['clinic.db'])
  ctx.clock.advance(DAY_MS)
  await confirmDate(ctx)
  admin = await ctx.admin()
  await cleanUp(ctx.clinic)
  expect([await findFilesWith(NAME), await findFilesWith(REASON)]).toEqual([[], []])
  expect(await report()).toEqual(before)
  expect(ctx.logged.join()).toContain('"message":"old names removed","patients":1')
  expect(ctx.logged.join()).not.toContain(NAME)
})

test('an administrator keeps names for ever, and is reminded of it', async () => {
  expect((await getNotices(ctx.clinic)).join()).not.toContain('names')
  await admin.put('/api/settings', settingsBody({ keepNamesDays: 'all' }))
  await registerAndServe()
  ctx.clock.advance(400 * DAY_MS)
  await confirmDate(ctx)
  await cleanUp(ctx.clinic)
  expect(await findFilesWith(NAME)).toEqual(['clinic.db'])
  expect((await getNotices(ctx.clinic)).join()).toContain('names are kept for ever')
})

test('one patient of today is forgotten: in every answer, in a repeated one and on the disk', async () => {
  const id = await registerAndServe()
  const { status, body } = await admin.post(`/api/patients/${id}/forget`)
  expect([status, body.name, body.priorityReason, body.requeueReason]).toEqual([
    200,
    null,
    null,
    null,
  ])
  expect([body.number, body.status, body.isPriority]).toEqual([1, 'requeue', true])
  const repeated = await admin.post('/api/patients', NEW_PATIENT, {
    headers: { 'idempotency-key': 'a key that may be repeated' },
  })
  expect([repeated.body.id, repeated.body.name]).toEqual([id, null])
  const answers = [await admin('/api/patients'), await admin('/api/dashboard/history')]
  expect(JSON.stringify(answers)).not.toMatch(/XAVIERA|QUINSY/)
  const undo = await admin.post(`/api/patients/${id}/undo`, { seenSteps: 3 })
  expect(undo.status).toBe(409)
  expect([await findFilesWith(NAME), await findFilesWith(REASON)]).toEqual([[], []])
  expect((await admin.post('/api/patients/999/forget')).status).toBe(404)
})

test('forgetting one patient takes no name from anything else, such as a room of the same id', async () => {
  const keyed = (path: string, name: string) =>
    admin.post(path, { name }, { headers: { 'idempotency-key': name } })
  const room = await keyed('/api/windows', 'Bilik Rawatan')
  let patient = await keyed('/api/patients', 'ALI')
  while (patient.body.id < room.body.id)
    patient = await keyed('/api/patients', `ALI ${patient.body.id}`)
  expect(patient.body.id).toBe(room.body.id)
  await admin.post(`/api/patients/${patient.body.id}/forget`)
  expect((await keyed('/api/windows', 'Bilik Rawatan')).body).toEqual(room.body)
})

const GONE: Record<string, (id: number) => Promise<unknown>> = {
  deleted: id => admin.delete(`/api/patients/${id}`),
  'reset away': () => admin.post('/api/patients/reset-queue'),
  "yesterday's": async () => {
    ctx.clock.advance(DAY_MS)
    admin = await ctx.admin()
  },
}

test.each(Object.entries(GONE))('a patient who is %s is forgotten, too', async (_, leave) => {
  const id = await registerAndServe()
  await leave(id)
  ctx.published.length = 0
  const { status, body } = await admin.post(`/api/patients/${id}/forget`)
  expect([status, body.id, body.name]).toEqual([200, id, null])
  // No screen may list the patient again.
  expect(ctx.published).toEqual([])
  expect([await findFilesWith(NAME), await findFilesWith(REASON)]).toEqual([[], []])
})

const sendList = (day: string, rows: object[]) => admin.put(`/api/appointments/${day}`, rows)

test('a list of appointments leaves no byte of a name that it no longer has, nor after 30 days', async () => {
  const listed = [{ time: '9:00', name: NAME }]
  const other = [{ time: '9:00', name: 'MEI' }]
  expect((await sendList('2026-11-20', listed)).status).toBe(200)
  expect(await findFilesWith(NAME)).toEqual(['clinic.db'])
  await sendList('2026-11-20', other)
  expect(await findFilesWith(NAME)).toEqual([])

  await sendList('2026-11-20', [...listed, ...other])
  const { body } = await admin('/api/appointments')
  const headers = { 'idempotency-key': 'once' }
  await admin.post(`/api/appointments/${body[0].id}/check-in`, undefined, { headers })
  ctx.clock.advance(31 * DAY_MS)
  await confirmDate(ctx)
  admin = await ctx.admin()
  await admin.post('/api/patients', { name: 'somebody else' })
  await cleanUp(ctx.clinic)
  expect([await findFilesWith(NAME), await findFilesWith('MEI')]).toEqual([[], []])
  expect(ctx.logged.join()).not.toContain(NAME)
})

test('refused check-ins and lists store no name for a repeated request', async () => {
  await sendList('2026-11-20', [{ time: '9:00', name: NAME }])
  const send = (path: string, method: string, key: string, json?: unknown) =>
    admin(path, { method, json, headers: { 'idempotency-key': key } })
  const { status, body } = await send('/api/appointments/1/check-in', 'POST', 'first')
  expect(status).toBe(201)
  const again = await send('/api/appointments/1/check-in', 'POST', 'second')
  expect(again.body.error).toBe(`${NAME} has checked in as #001`)
  const rows = [{ time: NAME, name: NAME }]
  expect((await send('/api/appointments/2026-11-20', 'PUT', 'third', rows)).status).toBe(400)
  await admin.post(`/api/patients/${body.id}/forget`)
  expect(await findFilesWith(NAME)).toEqual([])
})

/** The patient is in room 1, with four entries in the journey; another one of the name waits. */
const OF_PATIENT: Record<string, (id: number) => WriteRequest> = {
  'POST /api/patients': () => ({ path: '/api/patients', json: NEW_PATIENT }),
  'PATCH /api/patients/:id/status': id => ({
    path: `/api/patients/${id}/status`,
    json: { status: 'requeue', requeueReason: REASON },
  }),
  'PATCH /api/patients/:id': id => ({
    path: `/api/patients/${id}`,
    json: { priorityReason: `NEW ${REASON}` },
  }),
  'POST /api/patients/:id/undo': id => ({
    path: `/api/patients/${id}/undo`,
    json: { seenSteps: 4 },
  }),
  'POST /api/patients/:id/forget': id => ({ path: `/api/patients/${id}/forget` }),
  'DELETE /api/patients/:id': id => ({ path: `/api/patients/${id}` }),
  'POST /api/windows/:id/call-next': () => ({
    path: `/api/windows/${ROOMS.one}/call-next`,
    json: { finish: 'completed' },
  }),
}

/** A backup has the names of its day. */
const ROUTES = Object.keys(WRITE_REQUESTS).filter(route => !route.includes('/backups'))

test.each(ROUTES)('after %s, forgetting leaves no byte of a name or reason', async route => {
  const [method = ''] = route.split(' ')
  const id = await registerAndServe()
  await admin.post('/api/patients', NEW_PATIENT)
  const json = { status: 'called', windowId: ROOMS.one }
  await admin.step(id, json)
  const request = OF_PATIENT[route]?.(id) ?? (await WRITE_REQUESTS[route]?.(admin, ctx))
  if (!request) throw new Error(`${route} has no request`)
  const sender = admin
  const sent = await sendOnce(sender, method, request, { 'idempotency-key': 'k' })
  expect(sent.status).toBeLessThan(300)
  if (OF_PATIENT[route] && method === 'POST' && !route.endsWith('/forget')) {
    expect(JSON.stringify(sent.body)).toContain(NAME)
  }
  const all = await ctx.database.read(db => db.query.patients.findMany())
  expect(all.filter(({ name }) => name === NAME).length).toBeGreaterThan(0)
  for (const patient of all) {
    const path = `/api/patients/${patient.id}/forget`
    expect((await admin.post(path)).status).toBe(200)
  }
  expect([await findFilesWith(NAME), await findFilesWith(REASON)]).toEqual([[], []])
  const repeated = await sendOnce(sender, method, request, { 'idempotency-key': 'k' })
  expect(JSON.stringify(repeated)).not.toMatch(/XAVIERA|QUINSY/)
})

test.each([
  ['a name', (id: number) => admin.patch(`/api/patients/${id}`, { name: 'YOLANDA' }), 'YOLANDA'],
  [
    'a reason',
    async (id: number) => {
      await admin.step(id, { status: 'called', windowId: ROOMS.two })
      return admin.step(id, { status: 'requeue', requeueReason: 'ZOSTER' })
    },
    'ZOSTER',
  ],
])('%s that is typed after Forget goes after its days, too', async (_, type, text) => {
  await admin.put('/api/settings', settingsBody({ keepNamesDays: '30' }))
  const { body } = await admin.post('/api/patients', NEW_PATIENT)
  await admin.post(`/api/patients/${body.id}/forget`)
  expect((await type(body.id)).status).toBe(200)
  expect(await findFilesWith(text)).not.toEqual([])
  ctx.clock.advance(40 * DAY_MS)
  await confirmDate(ctx)
  admin = await ctx.admin()
  await admin.post('/api/patients', { name: 'somebody else' })
  await cleanUp(ctx.clinic)
  expect(await findFilesWith(text)).toEqual([])
})

test('only an administrator chooses how long names are kept', async () => {
  const nurse = await ctx.nurse()
  const answer = await nurse.put('/api/settings', settingsBody({ keepNamesDays: '2' }))
  expect(answer.status).toBe(403)
  expect(answer.body.error).toContain('Only administrators')
  const { body } = await admin('/api/settings')
  expect(body).not.toContainEqual({ key: 'keepNamesDays', value: '2' })
})
