import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { BEFORE_ALL_CALLS } from '#domain/events'
import { getCallsAfter, getCurrentCall, getPatients, getRooms } from '../../server/queries/queue.ts'
import { getShownCalls } from '../../server/queries/shown-calls.ts'
import { getStats } from '../../server/queries/stats.ts'
import { aRoomInput } from '../support/samples.ts'
import {
  changePatientStatus,
  deletePatient,
  deleteRoom,
  registerPatient,
  renameRoom,
  resetQueue,
} from '../support/server/actions.ts'
import { ADMIN, ROOMS, withTestClinic } from '../support/server/test-clinic.ts'

const HOUR = 60 * 60_000
const ctx = withTestClinic()

const register = (name: string | null) => registerPatient(ctx.clinic, { name })
const take = (id: number, change: Parameters<typeof changePatientStatus>[2]) =>
  changePatientStatus(ctx.clinic, id, change)
const call = (id: number, windowId: number) => take(id, { status: 'called', windowId })

test('fifty receptions at once hand out fifty different numbers without a gap', async () => {
  const made = await Promise.all(Array.from({ length: 50 }, (_, index) => register(`p${index}`)))
  const numbers = made.map(patient => patient.number).sort((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
})

test('a deleted patient leaves every list, and their number is not used again', async () => {
  await register('a')
  const last = await register('b')
  await call(last.id, ROOMS.one)
  await deletePatient(ctx.clinic, last.id)

  expect((await getPatients(ctx.clinic)).map(patient => patient.name)).toEqual(['A'])
  expect((await getRooms(ctx.clinic)).every(room => room.currentPatientId === null)).toBe(true)
  expect(await getCurrentCall(ctx.clinic)).toBeNull()
  expect(await getCallsAfter(ctx.clinic, BEFORE_ALL_CALLS)).toEqual([])
  expect((await register('c')).number).toBe(3)
  const saved = await ctx.database.read(db => db.all(sql`select name from patients order by id`))
  expect(saved).toHaveLength(3)
})

test('the next morning starts at 1, and yesterday is off the lists', async () => {
  await register('yesterday')
  ctx.clock.advance(22 * HOUR)
  expect(await getPatients(ctx.clinic)).toEqual([])
  expect((await register('today')).number).toBe(1)
})

test('a 24-hour clinic keeps its patients at midnight', async () => {
  ctx.clock.set('2026-11-20T15:50:00.000Z') // ten to midnight in Kuala Lumpur
  const late = await register('late')
  const done = await register('done')
  await call(done.id, ROOMS.two)
  await take(done.id, { status: 'completed' })
  ctx.clock.set('2026-11-20T16:10:00.000Z') // ten past

  const early = await register('early')
  expect(early.number).toBe(1)
  const listed = await getPatients(ctx.clinic)
  expect(listed.map(({ name, day }) => [name, day])).toEqual([
    ['LATE', '2026-11-20'],
    ['EARLY', '2026-11-21'],
  ])
  expect(await getStats(ctx.clinic)).toMatchObject({ totalWaiting: 2, totalCompleted: 0 })
  expect((await call(late.id, ROOMS.one)).status).toBe('called')
})

test('a room whose patient was never completed is free the next day', async () => {
  const forgotten = await register('forgotten')
  await call(forgotten.id, ROOMS.one)
  ctx.clock.advance(26 * HOUR)
  const next = await register('next')

  const room = (await getRooms(ctx.clinic)).find(({ id }) => id === ROOMS.one)
  expect(room?.currentPatientId).toBeNull()
  expect((await call(next.id, ROOMS.one)).room?.name).toBe('Room 1')
})

test('a call names its room as every list does, also after the room is renamed or deleted', async () => {
  const [ali, mei] = [await register('ali'), await register('mei')]
  await call(ali.id, ROOMS.one)
  ctx.clock.advance(1_000)
  await call(mei.id, ROOMS.two)
  ctx.clock.advance(1_000)
  await call(ali.id, ROOMS.one)
  await renameRoom(ctx.clinic, ROOMS.one, aRoomInput('X-Ray'))
  await take(mei.id, { status: 'completed' })
  await deleteRoom(ctx.clinic, ROOMS.two)
  const rooms = (await getCallsAfter(ctx.clinic, BEFORE_ALL_CALLS)).map(({ room }) => room.name)
  expect(rooms).toEqual(['X-Ray', 'Room 2', 'X-Ray'])
  expect((await getCurrentCall(ctx.clinic))?.room?.name ?? null).toBe('X-Ray')
})

test('rows of the history keep the name of a room that was deleted', async () => {
  const [ali, mei] = [await register('ali'), await register('mei')]
  await call(ali.id, ROOMS.two)
  await take(ali.id, { status: 'completed' })
  await call(mei.id, ROOMS.two)
  await take(mei.id, { status: 'requeue', requeueReason: 'XRAY' })
  await deleteRoom(ctx.clinic, ROOMS.two)
  const gone = { id: null, name: 'Room 2' }
  const { history } = await getShownCalls(ctx.clinic, DEFAULT_TV_OPTIONS, 10)
  expect(history.map(({ lastRoom }) => lastRoom)).toEqual([gone, gone])
  const listed = (await getPatients(ctx.clinic)).map(({ lastRoom }) => lastRoom)
  expect(listed).toEqual([gone, gone])
})

test('twenty desks call into one room at once: one succeeds, and one event is published', async () => {
  const patients = await Promise.all(Array.from({ length: 20 }, (_, n) => register(`p${n}`)))
  ctx.published.length = 0
  const results = await Promise.allSettled(patients.map(({ id }) => call(id, ROOMS.one)))

  const errors = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
  expect(errors).toHaveLength(19)
  expect(new Set(errors.map(no => no.message))).toEqual(
    new Set(['This room is serving another patient']),
  )
  expect(ctx.published.map(({ event }) => event)).toEqual(['patient:called'])
  expect((await getPatients(ctx.clinic)).filter(p => p.room !== null)).toHaveLength(1)
})

test('Reset Queue hides all patients, empties the rooms, starts at 1 again and records the user', async () => {
  const first = await register('a')
  await register('b')
  await call(first.id, ROOMS.one)

  expect(await resetQueue(ctx.clinic)).toBe(2)
  expect(await getPatients(ctx.clinic)).toEqual([])
  expect((await getRooms(ctx.clinic)).every(room => room.currentPatientId === null)).toBe(true)
  expect((await register('c')).number).toBe(1)
  const record = await ctx.database.read(db =>
    db.all<{ by: number; n: number }>(
      sql`select by_user_id as "by", deleted_count as n from queue_resets`,
    ),
  )
  expect(record).toEqual([{ by: ADMIN.id, n: 2 }])
})
