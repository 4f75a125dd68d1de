import { beforeEach, expect, test } from 'bun:test'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'

const ctx = withTestApp()
let nurse: Client

beforeEach(async () => {
  nurse = await ctx.nurse()
})

const post = (json: unknown, headers = {}) => nurse.post('/api/patients', json, { headers })

test('a registered patient is returned complete', async () => {
  const response = await post({ name: ' ali ', number: 99, type: 'name' })
  expect(response.status).toBe(201)
  expect(response.body).toEqual({
    id: 1,
    name: 'ALI',
    number: 1,
    label: '001',
    queue: null,
    day: '2026-11-20',
    type: 'name',
    status: 'waiting',
    registeredAt: '2026-11-20T02:00:00.000Z',
    calledAt: null,
    callSequence: null,
    room: null,
    lastRoom: null,
    windowId: null,
    windowName: null,
    lastWindowId: null,
    lastWindowName: null,
    requeueReason: null,
    isPriority: false,
    priorityReason: null,
    isDiscreet: false,
    readyForDispensary: false,
    hold: null,
    missedCount: 0,
    trackingHistory: [
      {
        action: 'registered',
        timestamp: '2026-11-20T02:00:00.000Z',
        roomName: null,
        requeueReason: null,
        fromRoom: null,
      },
    ],
  })
  expect((await nurse('/api/patients')).body).toEqual([response.body])
  expect((await nurse('/api/patients/next-number')).body).toEqual({ nextNumber: 2 })
})

test('a call returns the patient, and is on the dashboard', async () => {
  // Nobody is called: that is no error.
  expect(await nurse('/api/dashboard/current-call')).toMatchObject({ status: 200, body: null })
  const { body: ali } = await post({ name: 'ali' })
  const response = await nurse.call(ali.id, ROOMS.one)
  expect(response.status).toBe(200)
  expect(response.body).toMatchObject({ status: 'called', windowName: 'Room 1', callSequence: 1 })

  expect((await nurse('/api/dashboard/current-call?t=1')).body).toEqual(response.body)
  expect((await nurse('/api/dashboard/history')).body).toEqual([])
  expect((await nurse('/api/dashboard/calls?after=0')).body).toHaveLength(1)
  expect((await nurse('/api/dashboard/calls?after=1')).body).toEqual([])
  expect((await nurse('/api/dashboard/stats')).body).toEqual({
    totalWaiting: 0,
    totalCalled: 1,
    totalCompleted: 0,
    totalMissed: 0,
    totalNoShow: 0,
    activeWindows: 3,
    totalWindows: 3,
    now: expect.objectContaining({ longestWait: null, onHold: 0 }),
  })

  // From there to another room: the first is empty at once.
  await nurse.call(ali.id, ROOMS.two)
  const rooms = (await nurse('/api/windows')).body
  expect(rooms).toMatchObject([
    { id: ROOMS.one, currentPatientId: null },
    { id: ROOMS.two, currentPatientId: ali.id },
    { id: ROOMS.dispensary, currentPatientId: null },
  ])
})

test('a step that breaks a rule is 409 with a sentence, and no event', async () => {
  const { body: ali } = await post({ name: 'ali' })
  const { body: mei } = await post({ name: 'mei' })
  await nurse.call(ali.id, ROOMS.one)
  ctx.published.length = 0
  const taken = await nurse.call(mei.id, ROOMS.one)
  expect([taken.status, taken.body]).toEqual([
    409,
    { error: 'This room is serving another patient' },
  ])
  expect((await nurse.step(mei.id, { status: 'completed' })).status).toBe(409)
  expect((await nurse.step(mei.id, { status: 'waiting' })).status).toBe(409)
  const noRoom = await nurse.step(mei.id, { status: 'called' })
  expect([noRoom.status, noRoom.body]).toEqual([
    400,
    { error: 'Please select room first', field: 'windowId' },
  ])
  expect((await nurse.call(mei.id, 99)).status).toBe(404)
  expect((await nurse.step(99, { status: 'completed' })).status).toBe(404)
  expect(ctx.published).toEqual([])
})

test('two desks act on one patient at once: one wins, the other reads why not', async () => {
  await post({ name: 'ali' })
  const seenSteps = 1
  const calls = await Promise.all([
    nurse.step(1, { status: 'called', windowId: ROOMS.one, seenSteps }),
    nurse.step(1, { status: 'called', windowId: ROOMS.two, seenSteps }),
  ])
  const [winner, loser] = calls.toSorted((one, other) => one.status - other.status)
  expect([winner?.status, loser?.status]).toEqual([200, 409])
  const where = winner?.body.windowName
  expect(loser?.body.error).toBe(`Another desk already changed this patient: called to ${where}`)
  expect((await nurse('/api/dashboard/calls')).body).toHaveLength(1)

  const ends = await Promise.all([
    nurse.step(1, { status: 'dispensary', seenSteps: 2 }),
    nurse.step(1, { status: 'completed', seenSteps: 2 }),
  ])
  expect(ends.map(response => response.status).toSorted()).toEqual([200, 409])
  const refused = ends.find(response => response.status === 409)
  expect(refused?.body.error).toMatch(/waiting for the dispensary|completed/)
})

test('a step, its undo and a deletion meant for another patient with this id are refused', async () => {
  const { id, registeredAt } = (await post({ name: 'ali' })).body
  const other = '2026-11-20T01:59:59.000Z'
  const call = (seenRegisteredAt: string) =>
    nurse.step(id, { status: 'called', windowId: ROOMS.one, seenSteps: 1, seenRegisteredAt })
  expect([(await call(other)).status, (await call(registeredAt)).status]).toEqual([409, 200])
  const next = (seenRegisteredAt: string) => {
    const json = { finish: 'completed', seenPatientId: id, seenRegisteredAt }
    return nurse.post(`/api/windows/${ROOMS.one}/call-next`, json)
  }
  expect([(await next(other)).body.error, (await next(registeredAt)).status]).toEqual([
    'Another desk already changed this room',
    200,
  ])
  const undo = (seenRegisteredAt: string) =>
    nurse.post(`/api/patients/${id}/undo`, { seenSteps: 3, seenRegisteredAt })
  expect([(await undo(other)).status, (await undo(registeredAt)).status]).toEqual([409, 200])
  const remove = (seenRegisteredAt: string) =>
    nurse.delete(`/api/patients/${id}?seenSteps=4&seenRegisteredAt=${seenRegisteredAt}`)
  expect([(await remove(other)).status, (await remove(registeredAt)).status]).toEqual([409, 200])
})

test('a desk that deletes by an old state learns that another desk was faster', async () => {
  await post({ name: 'ali' })
  await nurse.call(1, ROOMS.one)
  const stale = await nurse.delete('/api/patients/1?seenSteps=1')
  expect([stale.status, stale.body]).toEqual([
    409,
    { error: 'Another desk already changed this patient: called to Room 1' },
  ])
  expect((await nurse.delete('/api/patients/1?seenSteps=2')).status).toBe(200)
})

test("a patient registered before midnight and called after it is in today's history", async () => {
  ctx.clock.set('2026-11-20T15:50:00.000Z') // ten to midnight in Kuala Lumpur
  nurse = await ctx.nurse()
  await post({ name: 'late' })
  ctx.clock.set('2026-11-20T16:10:00.000Z') // ten past
  await nurse.call(1, ROOMS.one)
  await nurse.step(1, { status: 'completed' })
  const [late] = (await nurse('/api/dashboard/history')).body
  expect(late).toMatchObject({ name: 'LATE', status: 'completed' })
  expect(late.trackingHistory).toHaveLength(3)
})

test('a patient is deleted once, and Reset Queue returns how many of the others were', async () => {
  // Control characters are dropped.
  for (const name of ['\u0000A\u0007LI', 'mei', 'siti']) await post({ name })
  const [ali] = (await nurse('/api/patients')).body
  expect(ali.name).toBe('ALI')
  const remove = () => nurse.delete(`/api/patients/${ali.id}`)
  expect(await remove()).toMatchObject({ status: 200, body: { success: true } })
  expect((await remove()).status).toBe(404)
  const response = await nurse.post('/api/patients/reset-queue')
  expect([response.status, response.body]).toEqual([200, { deletedCount: 2 }])
  expect((await nurse('/api/patients/next-number')).body).toEqual({ nextNumber: 1 })
})

test('a client that has the newest list gets 304, until something changes', async () => {
  await post({ name: 'ali' })
  const first = await nurse('/api/patients')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await nurse('/api/patients', { headers })
  expect([again.status, again.bytes.length]).toEqual([304, 0])

  await post({ name: 'mei' })
  const changed = await nurse('/api/patients', { headers })
  expect([changed.status, changed.body.length]).toEqual([200, 2])
})

test('what is known of a patient is changed later, and each field alone', async () => {
  const admin = await ctx.admin()
  const { body } = await post({ name: 'ali', isDiscreet: true })
  const change = (json: unknown) => nurse.patch(`/api/patients/${body.id}`, json)
  const answer = await change({ isPriority: true, priorityReason: ' pain ' })
  expect(answer.status).toBe(200)
  const changed = { isPriority: true, priorityReason: 'PAIN' }
  expect(answer.body).toEqual({ ...body, ...changed })
  expect((await change({ isDiscreet: false, name: 'mei  ling' })).body).toEqual({
    ...body,
    ...changed,
    isDiscreet: false,
    name: 'MEI LING',
  })
  expect((await change({ isPriority: false })).body).toMatchObject({ priorityReason: null })
  expect((await change({ isPriority: true })).body).toMatchObject({
    error: 'Priority reason is required',
    field: 'priorityReason',
  })
  expect((await change({ name: 'x'.repeat(101) })).status).toBe(400)
  expect((await change({ number: 7 })).body).toMatchObject({ number: 1, name: 'MEI LING' })
  expect((await nurse('/api/patients')).body).toMatchObject([{ name: 'MEI LING' }])
  const { entries } = (await admin('/api/audit?from=2026-11-20&to=2026-11-20')).body
  const about = entries.filter((entry: { action: string }) => entry.action === 'patient changed')
  expect(about.length).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(about)).not.toMatch(/ALI|MEI|PAIN/)
})

test('a deleted patient is not changed', async () => {
  await post({ name: 'ali' })
  await nurse.delete('/api/patients/1')
  for (const id of [1, 99]) {
    expect((await nurse.patch(`/api/patients/${id}`, { name: 'mei' })).status).toBe(404)
  }
})

test('Change and Forget name leave another person alone whom other data have under this id', async () => {
  const admin = await ctx.admin()
  const { body } = await admin.post('/api/patients', { name: 'ali' })
  const seenRegisteredAt = '2026-11-01T01:00:00.000Z'
  const changed = await admin.patch(`/api/patients/${body.id}`, { name: 'mei', seenRegisteredAt })
  const query = `seenRegisteredAt=${seenRegisteredAt}`
  const forgotten = await admin.post(`/api/patients/${body.id}/forget?${query}`)
  expect([changed.status, forgotten.status]).toEqual([409, 409])
  expect((await admin('/api/patients')).body).toMatchObject([{ id: body.id, name: 'ALI' }])
})
