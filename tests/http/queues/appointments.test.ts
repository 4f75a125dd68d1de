import { describe, expect, test } from 'bun:test'
import { findMark } from '#db/repositories/settings'
import { appointments } from '#db/schema/index'
import type { Appointment } from '#domain/appointments/appointment'
import type { PatientJson } from '#domain/patients/patient-json'
import { DAY_MS } from '#domain/time'
import { keepReportDays } from '../../../server/actions/reports.ts'
import { cleanUp } from '../../../server/actions/system/cleanup.ts'
import { clientPerTest, withTestApp } from '../../support/server/test-app.ts'
import { confirmDate, ROOMS } from '../../support/server/test-clinic.ts'
import { settingsBody } from '../../support/settings.ts'

/** Friday, 10:00 in Kuala Lumpur. */
const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())
const nurse = clientPerTest(() => ctx.nurse())

const DAY = '2026-11-20'
const CSV = { 'content-type': 'text/csv' }

const upload = (text: string | Uint8Array<ArrayBuffer>, day = DAY) =>
  nurse(`/api/appointments/${day}`, { method: 'PUT', body: text, headers: CSV })
const check = (text: string) =>
  nurse(`/api/appointments/${DAY}?check=1`, { method: 'PUT', body: text, headers: CSV })
const list = async (day?: string) =>
  (await nurse(`/api/appointments${day ? `?day=${day}` : ''}`)).body as Appointment[]
const times = async (day?: string) => (await list(day)).map(({ time, name }) => `${time} ${name}`)
const checkIn = (id: number) => nurse.post(`/api/appointments/${id}/check-in`)
const callNext = async () =>
  (await nurse.post(`/api/windows/${ROOMS.one}/call-next`, { finish: null })).body

test('a list is checked, uploaded, and read in the order of its times', async () => {
  await admin.post('/api/queues', { name: 'Blood test', prefix: 'B', roomIds: [] })
  const text = 'Masa;Nama;Queue\r\n09.30;Siti;\r\n9:05 AM;ahmad bin ismail;blood TEST\r\n'
  expect((await check(text)).body).toMatchObject({
    columns: { time: 'Masa', name: 'Nama', queue: 'Queue' },
    count: 2,
    from: '09:05',
    to: '09:30',
    cut: 0,
    first: [{ line: 2 }, { line: 3, name: 'AHMAD BIN ISMAIL', queueName: 'Blood test' }],
    problems: [],
  })
  expect(await list()).toEqual([])
  expect((await upload(text)).body).toEqual({ expected: 2, checkedIn: 0 })
  expect(await list()).toMatchObject([
    { day: DAY, time: '09:05', name: 'AHMAD BIN ISMAIL', queue: { prefix: 'B' }, patient: null },
    { day: DAY, time: '09:30', at: '2026-11-20T01:30:00.000Z', queue: null },
  ])
  expect(await list('2026-11-21')).toEqual([])
})

test('with a faulty row nothing is changed, and each one is named', async () => {
  await upload('time,name\n9:00,A\n')
  const faulty = 'time,name\n9:10,B\n25:10,C\n,D\n'
  const refused = await upload(faulty)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    error: expect.stringMatching(
      /^2 rows cannot be read, so nothing was changed\. Line 3: "25:10"/,
    ),
    problems: [{ line: 3 }, { line: 4 }],
  })
  expect((await check(faulty)).body.problems).toMatchObject([{ line: 3 }, { line: 4 }])
  expect(await times()).toEqual(['09:00 A'])
})

test('the declared charset decides how a file is read', async () => {
  const send = (bytes: string, charset: string) =>
    nurse(`/api/appointments/${DAY}`, {
      method: 'PUT',
      body: Uint8Array.from(`time,name\n9:00,${bytes}\n`, one => one.charCodeAt(0)),
      headers: { 'content-type': `text/csv; charset="${charset}"` },
    })
  expect((await send('\xb3\xc2\xc3\xc0\xc1\xe1', 'GB18030')).status).toBe(200)
  expect(await times()).toEqual(['09:00 陈美玲'])
  expect((await send('A', 'utf-7')).status).toBe(415)
  const refused = await send('J\xfcrgen', 'utf-8')
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/^Line 2 /)])
  expect(await times()).toEqual(['09:00 陈美玲'])
})

test('a check says what is left out, which days are meant and which names are cut', async () => {
  const long = 'MUHAMMAD AMIRUL HAKIM BIN ABDULLAH'
  const text = `Date,Time,Name,Status\n20/11/2026,9:00,${long},\n20/11/2026,9:10,B,Cancelled\n20/11/2026,9:20,,\n`
  expect((await check(text)).body).toMatchObject({
    columns: { dates: ['Date'], statuses: ['Status'] },
    hasHeading: true,
    skipped: [
      { reason: 'cancelled', count: 1 },
      { reason: 'free', count: 1 },
    ],
    cut: 1,
    cutRows: [{ line: 2, name: 'MUHAMMAD AMIRUL HAKIM BIN' }],
  })
  expect((await upload(text)).body).toEqual({ expected: 1, checkedIn: 0 })
})

test('a list of another day does not replace the list, whatever its heading', async () => {
  await upload('time,name\n9:00,A\n')
  const other = await upload('Appt,Time,Name\n11/30/2026,9:00,B\n')
  expect([other.status, other.body.problems]).toMatchObject([400, [{ line: 2 }]])
  expect(await times()).toEqual(['09:00 A'])
})

test('a time at night is asked about while the kiosk is closed then', async () => {
  await admin.put('/api/settings', settingsBody({ kioskFrom: '08:00', kioskTo: '17:00' }))
  expect((await upload('time,name\n2:30,A\n')).body.problems).toMatchObject([{ line: 2 }])
  expect((await upload('time,name\n2:30 pm,A\n')).status).toBe(200)
})

test.each([
  ['', 400, 'The list is empty.'],
  ['hello', 400, /no heading/],
])('%j is refused in a sentence', async (text, status, error) => {
  const refused = await upload(text)
  expect(refused.status).toBe(status)
  expect(refused.body.error).toMatch(error)
})

test('a day that is none, a list that is too large, and JSON of another shape are refused', async () => {
  expect((await upload('time,name\n9:00,A', 'today')).status).toBe(404)
  expect((await upload(new Uint8Array(1_000_001))).status).toBe(413)
  for (const json of [{}, [{}], [{ time: '9:00' }], [{ time: 9, name: 'A' }], 'x', null]) {
    expect((await nurse.put(`/api/appointments/${DAY}`, json)).status).toBe(400)
  }
  await admin.post('/api/queues', { name: 'Dr. Lim', prefix: null, roomIds: [], isActive: false })
  const unknown = [9, 1, null].map(queueId => ({ time: '9:00', name: `A${queueId}`, queueId }))
  const refused = await nurse.put(`/api/appointments/${DAY}`, unknown)
  expect([refused.status, refused.body.problems]).toEqual([
    400,
    [
      { line: 1, sentence: 'There is no queue 9.' },
      { line: 2, sentence: 'Dr. Lim is not active.' },
    ],
  ])
})

test('a list of a day that is over, or too far, is refused', async () => {
  expect((await upload('time,name\n9:00,A', '2026-11-19')).body).toEqual({
    error: '19 Nov 2026 is over. A list is for today, or for a later day.',
    field: 'day',
  })
  for (const day of ['1900-01-01', '2027-12-26', '9999-12-31']) {
    expect((await upload('time,name\n9:00,A', day)).status).toBe(400)
    expect((await nurse.put(`/api/appointments/${day}?check=1`, [])).status).toBe(400)
  }
  expect((await upload('time,name\n9:00,A', '2027-12-25')).status).toBe(200)
})

test('a second upload replaces who has not come, and leaves those who have', async () => {
  await upload('time,name\n9:00,A\n9:10,B\n9:20,C\n')
  const [first] = await list()
  await checkIn(first?.id ?? 0)
  expect((await upload('time,name\n9:00,a\n9:10,D\n')).body).toEqual({ expected: 1, checkedIn: 1 })
  expect(await times()).toEqual(['09:00 A', '09:10 D'])
  expect((await list())[0]?.patient).toEqual({ id: 1, label: '001' })
})

test('who is listed for a queue that has ended is shown, and waits, in General', async () => {
  const lim = { name: 'Dr. Lim', prefix: 'L', roomIds: [], isActive: true }
  await admin.post('/api/queues', lim)
  await upload('time,name,queue\n9:00,A,Dr. Lim\n')
  expect((await list())[0]?.queue).toMatchObject({ name: 'Dr. Lim' })
  await admin.put('/api/queues/1', { ...lim, isActive: false })
  expect((await list())[0]?.queue).toBeNull()
  expect((await checkIn(1)).body).toMatchObject({ queue: null, label: '001' })
})

test('who has checked in again does not come back by the undo of a deletion', async () => {
  await upload('time,name\n9:00,A\n')
  const { body: first } = await checkIn(1)
  await nurse.delete(`/api/patients/${first.id}`)
  expect((await checkIn(1)).body).toMatchObject({ label: '002' })
  const undone = await nurse.post(`/api/patients/${first.id}/undo`, { seenSteps: 1 })
  expect([undone.status, undone.body.error]).toEqual([409, 'This can no longer be undone'])
})

test('a list with a heading alone removes who has not come', async () => {
  await upload('time,name\n9:00,A\n9:10,B\n')
  await checkIn(1)
  expect((await check('time,name\n')).body).toMatchObject({ count: 0, first: [], problems: [] })
  expect((await upload('time,name\n')).body).toEqual({ expected: 0, checkedIn: 1 })
  expect(await times()).toEqual(['09:00 A'])
})

test('a check-in gives a number once, with the time of the appointment', async () => {
  await admin.post('/api/queues', { name: 'Blood test', prefix: 'B', roomIds: [] })
  await upload('time,name,queue\n10:30,Ahmad,Blood test\n')
  const both = await Promise.all([checkIn(1), checkIn(1)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const { body } = both.find(({ status }) => status === 201) ?? { body: null }
  expect(body).toMatchObject({
    name: 'AHMAD',
    label: 'B001',
    appointmentAt: '2026-11-20T02:30:00.000Z',
    registeredAt: '2026-11-20T02:00:00.000Z',
  })
  expect((await checkIn(1)).body.error).toBe('AHMAD has checked in as #B001')
  expect((await checkIn(99)).status).toBe(404)
  const all = (await nurse('/api/patients')).body as PatientJson[]
  expect(all.length).toBe(1)
})

test('whoever is deleted after the check-in is expected again', async () => {
  await upload('time,name\n9:00,A\n')
  await checkIn(1)
  await nurse.delete('/api/patients/1')
  expect((await list())[0]?.patient).toBeNull()
  expect((await checkIn(1)).body.label).toBe('002')
  await nurse.post('/api/patients/reset-queue')
  expect((await list())[0]?.patient).toBeNull()
})

test('a list between a deletion and its undo leaves one row for one person', async () => {
  await upload('time,name\n9:00,A\n9:10,B\n')
  const [{ id = 0 } = {}] = await list()
  const registered = (await checkIn(id)).body as PatientJson
  await nurse.delete(`/api/patients/${registered.id}`)
  expect((await upload('time,name\n9:00,A\n9:10,B\n')).body).toEqual({ expected: 2, checkedIn: 0 })
  const steps = { seenSteps: registered.trackingHistory.length }
  expect((await nurse.post(`/api/patients/${registered.id}/undo`, steps)).status).toBe(200)
  expect(await times()).toEqual(['09:00 A', '09:10 B'])
  expect((await list()).map(({ patient }) => patient?.label)).toEqual(['001', undefined])
})

test('an appointment of another day gives no number', async () => {
  await upload('time,name\n9:00,A\n', '2026-11-21')
  expect((await checkIn(1)).body.error).toBe('This appointment is not of today')
})

test('Call next takes by the later of arrival and appointment', async () => {
  await upload('time,name\n10:10,EARLY\n9:00,LATE\n')
  const [late, early] = await list()
  await checkIn(early?.id ?? 0)
  ctx.clock.advance(5 * 60_000)
  await nurse.post('/api/patients', { name: 'BEFORE' })
  ctx.clock.advance(10 * 60_000)
  await checkIn(late?.id ?? 0)
  ctx.clock.advance(60_000)
  await nurse.post('/api/patients', { name: 'LAST' })
  const order = []
  for (;;) {
    const { patient } = await callNext()
    if (!patient) break
    order.push(patient.name)
    await nurse.step(patient.id, { status: 'completed' })
  }
  expect(order).toEqual(['BEFORE', 'EARLY', 'LATE', 'LAST'])
})

test('a program sends the list with the same checks', async () => {
  await admin.post('/api/queues', { name: 'Dr. Lim', roomIds: [] })
  const { token } = (await admin.post('/api/tokens', { name: 'CAL', scopes: ['register'] })).body
  const headers = { authorization: `Bearer ${token}` }
  const put = (body: unknown) => admin.put(`/api/v1/appointments/${DAY}`, body, { headers })
  const rows = [
    { time: '9:05', name: 'Ali', queueId: 1 },
    { time: '2:30 PM', name: 'Mei' },
  ]
  expect((await put(rows)).body).toEqual({ expected: 2, checkedIn: 0 })
  expect((await put([{ time: '9:65', name: 'Ali' }])).body.problems).toMatchObject([{ line: 1 }])
  const misspelt = [{ time: '9:05', name: 'Ali', queue: 'Dr. Lim' }]
  expect((await put(misspelt)).body).toEqual({
    error: 'Unknown field: queue. Allowed fields: time, name, queueId',
    field: 'queue',
  })
  const asked = await admin.put(`/api/v1/appointments/${DAY}?check=1`, rows, { headers })
  expect(asked.status).toBe(400)
  expect(await times()).toEqual(['09:05 ALI', '14:30 MEI'])
})

describe('a forgotten name does not come back', () => {
  async function forget() {
    await upload('time,name\n9:00,Siti Aminah\n9:10,BEN\n')
    const { body } = await checkIn(1)
    await admin.post(`/api/patients/${body.id}/forget`)
    return body.id as number
  }

  test.each(['9:00,Siti Aminah', '9:45,siti  aminah', '9:45,Síti Aminah', '9:45,SITI-AMINAH.'])(
    'with %s',
    async row => {
      await forget()
      expect((await upload(`time,name\n${row}\n9:10,BEN\n`)).body).toEqual({
        ...{ expected: 1, checkedIn: 1 },
      })
      expect(await times()).toEqual(['09:00 null', '09:10 BEN'])
    },
  )

  test('in another queue, from a program, or after the patient was deleted', async () => {
    await admin.post('/api/queues', { name: 'Dr. Lim', roomIds: [] })
    const id = await forget()
    const rows = [{ time: '11:00', name: 'SITI AMINAH', queueId: 1 }]
    expect((await nurse.put(`/api/appointments/${DAY}`, rows)).body.expected).toBe(0)
    await nurse.delete(`/api/patients/${id}`)
    expect((await nurse.put(`/api/appointments/${DAY}`, [])).body.expected).toBe(0)
    expect((await nurse.put(`/api/appointments/${DAY}`, rows)).body.expected).toBe(0)
    expect(await list()).toEqual([])
  })

  test('after a restore of a backup that is older than the list', async () => {
    await forget()
    await ctx.database.write(tx => tx.delete(appointments))
    const rows = 'time,name\n9:00,SITI AMINAH\n9:10,BEN\n'
    expect((await upload(rows)).body).toEqual({ expected: 1, checkedIn: 0 })
    expect(await times()).toEqual(['09:10 BEN'])
  })

  test('but another one of the name is expected, and the next day has both', async () => {
    await forget()
    await upload('time,name\n9:00,SITI AMINAH\n11:00,SITI AMINAH\n')
    expect(await times()).toEqual(['09:00 null', '11:00 SITI AMINAH'])
    await upload('time,name\n9:00,SITI AMINAH\n', '2026-11-21')
    expect(await times('2026-11-21')).toEqual(['09:00 SITI AMINAH'])
  })

  test('and what stands for it is deleted after the day', async () => {
    const find = () => ctx.database.read(db => findMark(db, 'forgotten-appointments'))
    await forget()
    expect(await find()).toContain(DAY)
    ctx.clock.advance(2 * DAY_MS)
    await cleanUp(ctx.clinic)
    expect(await find()).toBeNull()
  })
})

test('who came is no no-show after a reset of the queue', async () => {
  await upload('time,name\n9:00,A\n9:10,B\n')
  await checkIn(1)
  await nurse.post('/api/patients/reset-queue')
  ctx.clock.set('2026-11-21T02:00:00.000Z')
  const tomorrow = await ctx.nurse()
  await tomorrow.post('/api/patients', { name: 'NEXT' })
  const { body } = await (await ctx.admin())(`/api/reports?from=${DAY}&to=${DAY}&by=day`)
  expect(body.rows).toMatchObject([{ n: 1, noShow: 1 }])
})

test('who does not come is a no-show in the reports of the day, once it is over', async () => {
  await upload('time,name\n9:00,A\n9:10,B\n14:00,C\n')
  await checkIn(1)
  const report = async (by: string) => {
    // The session of before has ended meanwhile.
    const reader = await ctx.admin()
    const { body } = await reader(`/api/reports?from=${DAY}&to=${DAY}&by=${by}`)
    return body.rows.map(({ key, n, noShow }: Record<string, unknown>) => [key, n, noShow])
  }
  expect(await report('hour')).toEqual([['10', 1, 0]])
  ctx.clock.set('2026-11-21T02:00:00.000Z')
  const tomorrow = await ctx.nurse()
  await tomorrow.post('/api/patients', { name: 'NEXT' })
  expect(await report('hour')).toEqual([
    ['9', 0, 1],
    ['10', 1, 0],
    ['14', 0, 1],
  ])
  expect(await report('queue')).toEqual([['General', 1, 2]])
})

test('a queue that is renamed in the morning has no no-show of the day before', async () => {
  const queue = { name: 'Dr. Lim', prefix: null, roomIds: [], isActive: true }
  await admin.post('/api/queues', queue)
  const tomorrow = '2026-11-21'
  for (const day of [DAY, tomorrow]) await upload('time,name,queue\n9:00,A,Dr. Lim\n', day)
  ctx.clock.set('2026-11-21T01:00:00.000Z')
  await (await ctx.admin()).put('/api/queues/1', { ...queue, name: 'Dr. Tan' })
  ctx.clock.set('2026-11-23T01:00:00.000Z')
  await (await ctx.nurse()).post('/api/patients', { name: 'NEXT' })
  const read = async (day: string) => {
    const { body } = await (await ctx.admin())(`/api/reports?from=${day}&to=${day}&by=queue`)
    return body.rows.map(({ key, noShow }: Record<string, unknown>) => [key, noShow])
  }
  expect(await read(DAY)).toEqual([['Dr. Lim', 1]])
  expect(await read(tomorrow)).toEqual([['Dr. Tan', 1]])
})

test('a day on which nobody came at all is in the reports, and one that is still to come is not', async () => {
  const [monday, later] = ['2026-11-23', '2026-11-30']
  for (const day of [DAY, monday, later]) await upload('time,name\n9:00,A\n9:10,B\n', day)
  ctx.clock.set('2026-11-24T02:00:00.000Z')
  await (await ctx.nurse()).post('/api/patients', { name: 'NEXT' })
  const read = async () => {
    const { body } = await (await ctx.admin())(`/api/reports?from=${DAY}&to=2026-12-31&by=day`)
    return body.rows.map(({ key, n, noShow }: Record<string, unknown>) => [key, n, noShow])
  }
  const days = [
    [DAY, 0, 2],
    [monday, 0, 2],
    ['2026-11-24', 1, 0],
  ]
  expect(await read()).toEqual(days)
  await confirmDate(ctx)
  await keepReportDays(ctx.clinic)
  expect(await read()).toEqual(days)
})
