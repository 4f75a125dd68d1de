import { expect, test } from 'bun:test'
import { findNext, getWaitedFor } from '#domain/queue/next-patient'
import { listValues } from '#domain/settings/settings'
import type { SettingTexts } from '#domain/settings-record'
import { MINUTE_MS } from '#domain/time'
import { getPatients, getRooms } from '../../server/queries/queue.ts'
import { readOrderRules } from '../../server/queries/settings.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import { aRoomInput } from '../support/samples.ts'
import {
  addRoom,
  callNext,
  changePatientStatus,
  registerPatient,
  saveSettings,
  toggleRoom,
  undoStep,
} from '../support/server/actions.ts'
import { ROOMS, withTestClinic } from '../support/server/test-clinic.ts'

const ONE = { windowId: ROOMS.one }

const ctx = withTestClinic()

async function register(name: string) {
  ctx.clock.advance(MINUTE_MS)
  return (await registerPatient(ctx.clinic, { name })).id
}
const call = (roomId: number, finish: 'completed' | 'dispensary' | null = null) =>
  callNext(ctx.clinic, roomId, { finish })
const change = (id: number, change: Parameters<typeof changePatientStatus>[2]) =>
  changePatientStatus(ctx.clinic, id, change)
const findNextOf = async (roomId: number = ROOMS.one) => {
  const patients = await getPatients(ctx.clinic)
  const room = (await getRooms(ctx.clinic)).find(({ id }) => id === roomId)
  const { next: rules } = await ctx.clinic.read(readOrderRules)
  return findNext(patients, {
    waitsFor: getWaitedFor(room ?? { name: '' }),
    now: ctx.clock.now(),
    rules,
  })
}
const nameOfNext = async (roomId?: number) => (await findNextOf(roomId))?.patient.name ?? null
const find = async (id: number) => {
  const patient = (await getPatients(ctx.clinic)).find(one => one.id === id)
  if (!patient) throw new Error(`there is no patient ${id}`)
  return patient
}

test('the next patient is called, and then the one in the room is closed with it', async () => {
  await register('ali')
  await register('mei')
  const first = await call(ROOMS.one)
  expect(first).toMatchObject({
    finished: null,
    next: { patient: { name: 'ALI', status: 'called' } },
  })
  const second = await call(ROOMS.one, 'completed')
  expect(second).toMatchObject({
    finished: { name: 'ALI', status: 'completed' },
    next: { patient: { name: 'MEI', status: 'called', room: { id: ROOMS.one } } },
  })
  expect(ctx.published.map(({ event }) => event).slice(-2)).toEqual([
    'patient:updated',
    'patient:called',
  ])
  expect(await call(ROOMS.one, 'dispensary')).toMatchObject({
    finished: { name: 'MEI', readyForDispensary: true },
    next: null,
  })
})

test('a room that serves somebody is not taken, and another desk’s patient is not closed', async () => {
  const ali = await register('ali')
  await register('mei')
  await call(ROOMS.one)
  expect(await getRejectionMessage(call(ROOMS.one))).toBe('This room is serving another patient')
  const seen = (seenPatientId: number | null) =>
    callNext(ctx.clinic, ROOMS.one, { finish: 'completed', seenPatientId })
  for (const stale of [null, 99]) {
    expect(await getRejectionMessage(seen(stale))).toBe('Another desk already changed this room')
  }
  expect((await find(ali)).status).toBe('called')
  expect((await seen(ali)).next?.patient.name).toBe('MEI')
})

test('an inactive room and one that is gone call nobody', async () => {
  await register('ali')
  await toggleRoom(ctx.clinic, ROOMS.one)
  expect(await getRejectionMessage(call(ROOMS.one))).toBe('Room 1 is not active')
  expect(await getRejectionMessage(call(999))).toBe('This room no longer exists')
})

test('twenty desks at once get twenty patients, each once', async () => {
  const rooms = [ROOMS.one, ROOMS.two]
  for (let n = 3; n <= 20; n++) rooms.push((await addRoom(ctx.clinic, aRoomInput(`Room ${n}`))).id)
  for (let n = 0; n < 25; n++) await register(`patient ${n}`)
  const results = await Promise.all(rooms.map(room => call(room)))
  const ids = results.map(({ next }) => next?.patient.id)
  expect(new Set(ids).size).toBe(20)
  expect(ids.every(id => id !== undefined)).toBe(true)
})

test('who misses a call returns after three first calls of others, before them', async () => {
  const ali = await register('ali')
  for (const name of ['b', 'c', 'd', 'e']) await register(name)
  await call(ROOMS.one)
  await change(ali, { status: 'missed' })
  expect(await find(ali)).toMatchObject({
    status: 'requeue',
    requeueReason: 'Missed',
    room: null,
    hold: { kind: 'missed', callsLeft: 3 },
    missedCount: 1,
  })
  for (const name of ['B', 'C', 'D']) {
    const { next } = await call(ROOMS.one, 'completed')
    expect(next?.patient.name).toBe(name)
    // A repeated call brings nobody nearer.
    await change(next?.patient.id ?? 0, { status: 'called', ...ONE })
  }
  expect((await findNextOf())?.sentence).toBe('#001 missed a call and is next again.')
  expect((await call(ROOMS.one, 'completed')).next?.patient).toMatchObject({ id: ali, hold: null })
})

test('calls to those who missed theirs, and calls of the dispensary, bring nobody nearer', async () => {
  const [ali, mei, ravi] = [await register('ali'), await register('mei'), await register('ravi')]
  for (const id of [ali, mei]) {
    await change(id, { status: 'called', ...ONE })
    await change(id, { status: 'missed' })
  }
  expect((await find(ali)).hold).toEqual({ kind: 'missed', callsLeft: 2 })
  await change(mei, { status: 'called', ...ONE })
  await change(ravi, { status: 'called', windowId: ROOMS.two })
  await change(ravi, { status: 'dispensary' })
  expect((await find(ali)).hold).toEqual({ kind: 'missed', callsLeft: 1 })
  await change(ravi, { status: 'called', windowId: ROOMS.dispensary })
  expect((await find(ali)).hold).toEqual({ kind: 'missed', callsLeft: 1 })
})

test('no-show closes a visit after two missed calls, and not before', async () => {
  const ali = await register('ali')
  const miss = async () => {
    await change(ali, { status: 'called', ...ONE })
    await change(ali, { status: 'missed' })
  }
  await miss()
  const refused = 'You can mark a no-show after 2 missed calls'
  expect(await getRejectionMessage(change(ali, { status: 'no-show' }))).toBe(refused)
  await miss()
  await change(ali, { status: 'no-show' })
  expect(await find(ali)).toMatchObject({ status: 'no-show', hold: null, missedCount: 2 })
  expect(await nameOfNext()).toBeNull()
  expect(await getRejectionMessage(change(ali, { status: 'called', ...ONE }))).toBe(
    'This visit was closed as no-show',
  )
})

test('who comes in has missed nothing any more', async () => {
  const ali = await register('ali')
  await change(ali, { status: 'called', ...ONE })
  await change(ali, { status: 'missed' })
  await change(ali, { status: 'called', ...ONE })
  await change(ali, { status: 'in-progress' })
  expect((await find(ali)).missedCount).toBe(0)
  expect(await getRejectionMessage(change(ali, { status: 'missed' }))).toBe(
    'This patient is already in progress',
  )
})

test('a patient on hold is called or brought back at any time', async () => {
  const ali = await register('ali')
  await change(ali, { status: 'called', ...ONE })
  await change(ali, { status: 'requeue', requeueReason: 'Drip', holdMinutes: 60 })
  await change(ali, { status: 'waiting' })
  expect(await find(ali)).toMatchObject({ status: 'requeue', hold: null })
  expect(await nameOfNext()).toBe('ALI')
  expect(await getRejectionMessage(change(ali, { status: 'waiting' }))).toBe(
    'Use Requeue to send this patient back to the queue',
  )
})

test("the clinic's own order is used: the weight, the limit, and the calls after a missed one", async () => {
  await register('ali')
  const registration = { name: 'mei', isPriority: true, priorityReason: 'old' }
  ctx.clock.advance(10 * MINUTE_MS)
  const mei = (await registerPatient(ctx.clinic, registration)).id
  const save = (values: Partial<SettingTexts>) => saveSettings(ctx.clinic, listValues(values))
  expect(await nameOfNext()).toBe('ALI')
  await save({ orderWeight: 'always' })
  expect(await nameOfNext()).toBe('MEI')
  await save({ orderLimitMinutes: '5' })
  expect(await nameOfNext()).toBe('ALI')
  await save({ missedCalls: '1' })
  await change(mei, { status: 'called', ...ONE })
  await change(mei, { status: 'missed' })
  expect((await find(mei)).hold).toEqual({ kind: 'missed', callsLeft: 1 })
})

test.each([0, -1, 1.5, 721, Number.NaN])('%d minutes are no hold', async holdMinutes => {
  const ali = await register('ali')
  await change(ali, { status: 'called', ...ONE })
  const held = change(ali, { status: 'requeue', requeueReason: 'Drip', holdMinutes })
  expect(await getRejectionMessage(held)).toBe('Minutes must be a whole number from 1 to 720')
})

test('a patient who is chosen is called in place of the one in the room, undone as one', async () => {
  const [ali, mei, siti] = [await register('ali'), await register('mei'), await register('siti')]
  await call(ROOMS.one)
  const chosen = { id: siti, seenSteps: 1, seenRegisteredAt: (await find(siti)).registeredAt }
  const { next } = await callNext(ctx.clinic, ROOMS.one, { finish: 'completed', chosen })
  expect(next).toMatchObject({ patient: { name: 'SITI' }, why: { reason: 'chosen' } })
  const states = async () => Promise.all([ali, mei, siti].map(async id => (await find(id)).status))
  expect(await states()).toEqual(['completed', 'waiting', 'called'])
  await undoStep(ctx.clinic, siti, { seenSteps: 2 })
  expect(await states()).toEqual(['called', 'waiting', 'waiting'])

  // Another desk has called them since.
  await change(siti, { status: 'called', windowId: ROOMS.two })
  const late = callNext(ctx.clinic, ROOMS.one, { finish: 'completed', chosen })
  expect(await getRejectionMessage(late)).toBe(
    'Another desk already changed this patient: called to Room 2',
  )
  expect(await states()).toEqual(['called', 'waiting', 'called'])
})
