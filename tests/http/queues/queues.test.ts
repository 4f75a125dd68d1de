import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PatientJson } from '#domain/patients/patient-json'
import { clientPerTest, withTestApp } from '../../support/server/test-app.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())
const nurse = clientPerTest(() => ctx.nurse())

type Input = { name?: unknown; prefix?: unknown; roomIds?: unknown; [field: string]: unknown }

const add = (input: Input) => admin.post('/api/queues', input)
const change = (id: number, input: Input) => admin.put(`/api/queues/${id}`, input)
const register = async (name: string, queueId?: number | null) =>
  (await nurse.post('/api/patients', { name, queueId })).body as PatientJson
const move = (id: number, queueId: number | null, seen = {}) =>
  nurse.patch(`/api/patients/${id}/queue`, { queueId, ...seen })
const find = async (id: number) =>
  ((await nurse('/api/patients')).body as PatientJson[]).find(one => one.id === id)
const callNext = async (roomId: number) =>
  (await nurse.post(`/api/windows/${roomId}/call-next`, { finish: null })).body.patient?.label

const LIM = { name: 'Dr. Lim', roomIds: [ROOMS.two] }
const BLOOD = { name: 'Blood test', prefix: 'b', roomIds: [ROOMS.two] }

test('a queue is added, changed and deleted, and every screen is notified', async () => {
  expect((await nurse('/api/queues')).body).toEqual([])
  const added = await add(BLOOD)
  const queue = {
    id: 1,
    name: 'Blood test',
    prefix: 'B',
    roomIds: [ROOMS.two],
    servesGeneral: false,
    isActive: true,
  }
  expect(added).toMatchObject({ status: 201, body: queue })
  expect((await nurse('/api/queues')).body).toEqual([queue])
  const { body } = await change(1, { ...queue, name: 'X-ray', prefix: null, roomIds: [] })
  expect(body).toEqual({ ...queue, name: 'X-ray', prefix: null, roomIds: [] })
  expect((await admin.delete('/api/queues/1')).body).toEqual({ success: true })
  expect((await nurse('/api/queues')).body).toEqual([])
  expect((await admin.delete('/api/queues/1')).status).toBe(404)
  expect((await change(1, LIM)).status).toBe(404)
  expect(ctx.published.map(({ event }) => event)).toEqual(Array(3).fill('queue:updated'))
})

test.each([
  [{}, 400, 'Queue name is required'],
  [{ name: ' \u200b ' }, 400, 'Queue name is required'],
  [{ name: 'x'.repeat(26) }, 400, 'Queue name must be at most 25 characters'],
  [{ name: 'கி'.repeat(25) }, 201, undefined],
  [{ name: '__proto__', prefix: 'C' }, 201, undefined],
  [{ name: 'GENERAL' }, 400, '"General" is reserved for patients without a queue'],
  [{ name: ' dr.  LIM' }, 409, 'A queue named dr. LIM already exists'],
  [{ name: 'X', prefix: 'AB' }, 400, 'The prefix must be one letter, A to Z'],
  [{ name: 'X', prefix: '7' }, 400, 'The prefix must be one letter, A to Z'],
  [{ name: 'X', prefix: 'Ä' }, 400, 'The prefix must be one letter, A to Z'],
  [{ name: 'X', prefix: ' ' }, 201, undefined],
  [{ name: 'X', roomIds: [99] }, 404, 'This room no longer exists'],
  [{ name: 'X', roomIds: 'all' }, 400, 'roomIds must be a list of ids'],
])('%j is answered with %i', async (input, status, error) => {
  await add(LIM)
  const response = await add(input)
  expect([response.status, response.body.error]).toEqual([status, error])
})

test('a prefix has a series of its own, and each number is shown with it', async () => {
  await add(LIM)
  await add(BLOOD)
  const labels = []
  for (const queueId of [null, 2, 1, 2, undefined])
    labels.push((await register('A', queueId)).label)
  expect(labels).toEqual(['001', 'B001', '002', 'B002', '003'])
  expect(await find(2)).toMatchObject({
    number: 1,
    label: 'B001',
    queue: { id: 2, name: 'Blood test', prefix: 'B' },
    trackingHistory: [{ action: 'registered', queueName: 'Blood test' }],
  })
  expect(await find(1)).toMatchObject({ label: '001', queue: null })
  const next = { nextNumber: 4, ofPrefixes: { B: 3 } }
  expect((await nurse('/api/patients/next-number')).body).toEqual(next)
  await nurse.post('/api/patients/reset-queue')
  expect((await register('A', 2)).label).toBe('B001')
  expect((await nurse.post('/api/patients/reset-queue/undo')).status).toBe(409)
})

test('a registration for a queue that is not there is refused, and nothing is given out', async () => {
  await add({ ...LIM, isActive: false })
  const refused = await nurse.post('/api/patients', { name: 'A', queueId: 1 })
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'Dr. Lim is not active', field: 'queueId' },
  })
  expect((await nurse.post('/api/patients', { name: 'A', queueId: 9 })).status).toBe(404)
  expect((await nurse.post('/api/patients', { name: 'A', queueId: 'x' })).status).toBe(400)
  expect((await register('B')).label).toBe('001')
})

test('a room calls its own queues by the longest wait, and General where it is asked to', async () => {
  await add(LIM)
  await add(BLOOD)
  for (const queueId of [null, 2, 1, null]) {
    await register('A', queueId)
    ctx.clock.advance(60_000)
  }
  expect(await callNext(ROOMS.two)).toBe('B001')
  expect(await callNext(ROOMS.one)).toBe('001')
  await nurse.step(2, { status: 'completed' })
  await nurse.step(1, { status: 'completed' })
  await change(1, { ...LIM, servesGeneral: true })
  expect(await callNext(ROOMS.two)).toBe('002')
  await nurse.step(3, { status: 'completed' })
  expect(await callNext(ROOMS.two)).toBe('003')
  // A room of its own does not make the other rooms call it.
  await register('A', 1)
  expect(await callNext(ROOMS.one)).toBeUndefined()
  expect((await nurse.call(5, ROOMS.one)).status).toBe(200)
})

test('who missed a call returns after calls of the same queue', async () => {
  await add({ ...LIM, roomIds: [ROOMS.two] })
  const [own, other] = [await register('A', 1), await register('B', 1)]
  const general = await register('C')
  await nurse.call(own.id, ROOMS.two)
  await nurse.step(own.id, { status: 'missed' })
  await nurse.call(general.id, ROOMS.one)
  expect((await find(own.id))?.hold).toEqual({ kind: 'missed', callsLeft: 3 })
  await nurse.call(other.id, ROOMS.two)
  expect((await find(own.id))?.hold).toEqual({ kind: 'missed', callsLeft: 2 })
})

test('in a small queue a hold also ends by calls of the rooms that call the queue', async () => {
  await add({ ...LIM, servesGeneral: true })
  const { id } = await register('ALONE', 1)
  await nurse.call(id, ROOMS.two)
  await nurse.step(id, { status: 'missed' })
  for (const callsLeft of [2, 1, 0]) {
    const general = await register('C')
    await nurse.call(general.id, ROOMS.two)
    await nurse.step(general.id, { status: 'completed' })
    expect((await find(id))?.hold).toEqual({ kind: 'missed', callsLeft })
  }
  await register('D')
  expect(await callNext(ROOMS.two)).toBe('001')
})

test('a day keeps the name of a queue, and minutes with a patient, when the queue changes', async () => {
  await add(LIM)
  const { id } = await register('A', 1)
  await nurse.call(id, ROOMS.two)
  await change(1, { ...LIM, name: 'Dr. Wong' })
  await register('B', 1)
  await change(1, { ...LIM, name: 'Dr. Wong', isActive: false })
  ctx.clock.advance(20 * 60_000)
  await nurse.step(id, { status: 'completed' })
  await change(1, { ...LIM, name: 'Dr. Wong' })
  await register('C', 1)
  const { id: medicine } = await register('D', 1)
  await nurse.call(medicine, ROOMS.two)
  await nurse.step(medicine, { status: 'dispensary' })
  await change(1, { ...LIM, name: 'Dr. Wong', isActive: false })
  await change(1, { ...LIM, name: 'Dr. Wong' })
  ctx.clock.set('2026-11-30T02:00:00.000Z')
  const later = await ctx.admin()
  await later.post('/api/patients', { name: 'NEXT' })
  await later.put('/api/queues/1', { ...LIM, name: 'Dr. Koh', isActive: false })
  const period = 'from=2026-11-20&to=2026-11-20'
  const { rows } = (await later(`/api/reports?${period}&by=queue`)).body
  expect(rows.map(({ key, n }: { key: string; n: number }) => [key, n])).toEqual([
    ['Dr. Lim', 1],
    ['Dr. Wong', 1],
    ['General', 2],
  ])
  const { body } = await later(`/api/reports/visits.csv?${period}`)
  const lines = String(body).trim().split('\r\n').slice(1)
  expect(lines.map(line => line.split(',').at(-1))).toEqual([
    'Dr. Lim',
    'General',
    'General',
    'Dr. Wong',
  ])
  expect(lines[0]?.split(',')[7]).toBe('20')
})

test('a move keeps waiting time and number, is in journey and audit, and is undone', async () => {
  await add(LIM)
  await add(BLOOD)
  const before = await register('A', 2)
  ctx.clock.advance(60_000)
  const moved = await move(before.id, 1, { seenSteps: 1 })
  expect(moved.body).toMatchObject({
    label: 'B001',
    registeredAt: before.registeredAt,
    queue: { id: 1, name: 'Dr. Lim' },
    trackingHistory: [{}, { action: 'moved', queueName: 'Dr. Lim' }],
  })
  expect((await move(before.id, null, { seenSteps: 1 })).body.error).toContain('already changed')
  expect((await move(before.id, 1)).body.error).toBe('This patient is already in Dr. Lim')
  expect((await move(before.id, 9)).status).toBe(404)
  const { entries } = (await admin('/api/audit?from=2026-11-20&to=2026-11-20')).body
  const line = entries.find(({ action }: { action: string }) => action === 'patient moved')
  expect(line).toMatchObject({ action: 'patient moved', subject: '#B001', detail: 'Dr. Lim' })
  await nurse.post(`/api/patients/${before.id}/undo`, { seenSteps: 2 })
  expect(await find(before.id)).toMatchObject({ queue: { id: 2 } })
  await move(before.id, null)
  expect(await find(before.id)).toMatchObject({ queue: null, label: 'B001' })
})

test('who is called, with the dispensary or gone is not moved', async () => {
  await add(LIM)
  const { id } = await register('A')
  await nurse.call(id, ROOMS.one)
  expect((await move(id, 1)).body.error).toBe('Complete or requeue this patient before moving them')
  await nurse.step(id, { status: 'dispensary' })
  expect((await move(id, 1)).body.error).toBe('This patient is already with the dispensary')
  await nurse.call(id, ROOMS.dispensary)
  await nurse.step(id, { status: 'completed' })
  expect((await move(id, 1)).status).toBe(409)
  await nurse.delete(`/api/patients/${id}`)
  expect((await move(id, 1)).status).toBe(404)
})

test.each(['deactivated', 'deleted'])(
  'nobody is lost in a queue that is %s, whatever they were doing or is undone',
  async how => {
    await add(LIM)
    const ids = []
    for (const name of ['WAITS', 'CALLED', 'HELD', 'DELETED', 'DONE']) {
      ids.push((await register(name, 1)).id)
    }
    const [waits = 0, called = 0, held = 0, gone = 0, done = 0] = ids
    await nurse.call(held, ROOMS.one)
    await nurse.step(held, { status: 'requeue', requeueReason: 'XRAY', holdMinutes: 30 })
    await nurse.call(done, ROOMS.one)
    await nurse.step(done, { status: 'completed' })
    await nurse.call(called, ROOMS.one)
    await nurse.delete(`/api/patients/${gone}`)
    if (how === 'deleted') await admin.delete('/api/queues/1')
    else await change(1, { ...LIM, isActive: false })
    await nurse.post(`/api/patients/${gone}/undo`, { seenSteps: 1 })
    const all = (await nurse('/api/patients')).body as PatientJson[]
    expect(all.map(({ id, queue }) => [id, queue?.name ?? null])).toEqual([
      [waits, null],
      [called, null],
      [held, null],
      [gone, null],
      [done, 'Dr. Lim'],
    ])
    expect(all[0]?.trackingHistory.at(-1)).toMatchObject({ action: 'moved', queueName: 'General' })
    expect(await callNext(ROOMS.two)).toBe('001')
  },
)

test('a move is not undone into a queue that ended', async () => {
  await add(LIM)
  const { id } = await register('A', 1)
  await move(id, null)
  await change(1, { ...LIM, isActive: false })
  const undo = () => nurse.post(`/api/patients/${id}/undo`, { seenSteps: 2 })
  expect((await undo()).body.error).toBe('This cannot be undone: Dr. Lim is not active')
  expect(await find(id)).toMatchObject({ queue: null, trackingHistory: [{}, {}] })
  await change(1, LIM)
  expect((await undo()).status).toBe(200)
  expect(await find(id)).toMatchObject({ queue: { id: 1 } })
})

test('a reset that is undone brings nobody back into a queue that ended', async () => {
  await add(LIM)
  await register('A', 1)
  await nurse.post('/api/patients/reset-queue')
  await change(1, { ...LIM, isActive: false })
  await nurse.post('/api/patients/reset-queue/undo')
  expect(await find(1)).toMatchObject({ queue: null, label: '001' })
})

const KINDS = [
  { name: 'Dr. Lim', roomIds: [] },
  { name: 'Dr. Tan', roomIds: [] },
  { name: 'Blood test', prefix: 'B', roomIds: [] },
  { name: 'Urine test', prefix: 'B', roomIds: [] },
  { name: 'X-ray', prefix: 'X', roomIds: [] },
]
const choices = fc.array(fc.integer({ min: 0, max: KINDS.length }), {
  minLength: 50,
  maxLength: 50,
})

test('fifty desks at once give no number twice, and leave none out', async () => {
  for (const kind of KINDS) await add(kind)
  await fc.assert(
    fc.asyncProperty(choices, async queueIds => {
      await nurse.post('/api/patients/reset-queue')
      const all = await Promise.all(queueIds.map(id => register('A', id || null)))
      const bySeries = Map.groupBy(all, ({ label }) => label.replace(/\d+$/, ''))
      for (const [prefix, ofSeries] of bySeries) {
        const numbers = ofSeries.map(({ number }) => number).sort((a, b) => a - b)
        expect(numbers).toEqual(ofSeries.map((_, index) => index + 1))
        expect(ofSeries.every(one => (one.queue?.prefix ?? '') === prefix)).toBe(true)
      }
    }),
    { numRuns: 5 },
  )
})
