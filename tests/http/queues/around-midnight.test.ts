import { afterEach, expect, test } from 'bun:test'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { addDays, formatShortDay, getClinicDay, MINUTE_MS } from '#domain/time'
import { getShownCalls } from '../../../server/queries/shown-calls.ts'
import { createTestApp, type TestApp } from '../../support/server/test-app.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { storeSettings } from '../../support/settings.ts'

let ctx: TestApp
afterEach(() => ctx.close())

/** In Cairo clocks skip the hour after this midnight. */
const NIGHTS = [
  ['Asia/Kuala_Lumpur', '2026-11-20T15:50:00.000Z', '00:30'],
  ['Africa/Cairo', '2026-04-23T21:50:00.000Z', '01:30'],
] as const

/** A clinic at 23:50 that gives tickets, and has a queue with a prefix. */
async function openAt(timeZone: string, at: string) {
  ctx = await createTestApp({ timeZone, at })
  const admin = await ctx.admin()
  await storeSettings(ctx, { ticketMode: 'screen' })
  const queue = { name: 'Blood', prefix: 'B', roomIds: [ROOMS.one, ROOMS.two] }
  const { body } = await admin.post('/api/queues', queue)
  const day = getClinicDay(at, ctx.clinic.config.timeZone)
  return { admin, queueId: body.id as number, day, next: addDays(day, 1) }
}

test.each(NIGHTS)(
  'appointments of both days are listed around midnight in %s',
  async (...night) => {
    const [timeZone, at, afterMidnight] = night
    const { admin, day, next } = await openAt(timeZone, at)
    const lists = {
      [day]: [
        { time: '08:00', name: 'early' },
        { time: '23:30', name: 'mei' },
      ],
      [next]: [
        { time: afterMidnight, name: 'ravi' },
        { time: '13:30', name: 'far' },
      ],
    }
    for (const [day, list] of Object.entries(lists))
      expect((await admin.put(`/api/appointments/${day}`, list)).status).toBe(200)
    const listed = async () =>
      (await admin('/api/appointments')).body.map((one: { name: string }) => one.name)
    const ids = new Map<string, number>()
    for (const of of [day, next])
      for (const { id, name } of (await admin(`/api/appointments?day=${of}`)).body)
        ids.set(name, id)
    const checkIn = (name: string) => admin.post(`/api/appointments/${ids.get(name)}/check-in`)

    expect(await listed()).toEqual(['EARLY', 'MEI', 'RAVI'])
    expect((await checkIn('FAR')).body.error).toBe('This appointment is not of today')
    expect((await checkIn('RAVI')).body).toMatchObject({ day, label: '001', name: 'RAVI' })

    ctx.clock.advance(14 * MINUTE_MS)
    expect(await listed()).toEqual(['MEI', 'RAVI', 'FAR'])
    expect((await checkIn('EARLY')).status).toBe(409)
    expect((await checkIn('MEI')).body).toMatchObject({ day: next, label: '001', name: 'MEI' })
    expect(await listed()).toEqual(['RAVI', 'FAR'])
    expect((await checkIn('MEI')).status).toBe(409)

    const report = await admin(`/api/reports?from=${day}&to=${day}&by=day`)
    expect(report.body.rows).toMatchObject([{ key: day, n: 1, noShow: 1 }])
    expect((await admin.put(`/api/appointments/${day}`, [])).status).toBe(400)
  },
)

test.each(NIGHTS)('two numbers of two days are told apart by their day in %s', async (...night) => {
  const [timeZone, at] = night
  const { admin, queueId, day, next } = await openAt(timeZone, at)
  const old = await admin.register('siti', { queueId })
  ctx.clock.advance(14 * MINUTE_MS)
  const today = await admin.register('ravi', { queueId })
  expect([old, today]).toMatchObject([
    { label: 'B001', day },
    { label: 'B001', day: next },
  ])
  await admin.call(today.id, ROOMS.one)
  const { body } = await admin(`/api/patients/${old.id}/ticket`)
  expect((await ctx.signedOut(`/api/t/${body.ticket}`)).body).toMatchObject({
    day,
    label: 'B001',
    lastCalled: { day: next, label: 'B001' },
  })

  await admin.call(old.id, ROOMS.two)
  const shown = () => getShownCalls(ctx.clinic, { ...DEFAULT_TV_OPTIONS, showsMissed: true }, 10)
  expect(await shown()).toMatchObject({
    today: next,
    current: { id: old.id, day },
    history: [{ id: today.id, day: next }],
  })
  const calls = (await admin('/api/dashboard/calls?after=0')).body
  expect(calls.map((one: { day: string }) => one.day)).toEqual([next, day])
  for (const { id } of [today, old]) await admin.step(id, { status: 'missed' })
  const mark = formatShortDay(day)
  expect((await shown()).queueTexts).toEqual([
    `Missed: B001 · ${mark}, B001 - please tell the counter`,
  ])
})
