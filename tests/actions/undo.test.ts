import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { BEFORE_ALL_CALLS } from '#domain/events'
import { getStats } from '#domain/queue/lists'
import { MINUTE_MS } from '#domain/time'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import {
  getCallsAfter,
  getCurrentCall,
  getNextNumbers,
  getPatients,
} from '../../server/queries/queue.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import { aRoomInput } from '../support/samples.ts'
import {
  addRoom,
  callNext,
  changePatientStatus,
  deletePatient,
  deleteRoom,
  registerPatient,
  resetQueue,
  undoReset,
  undoStep,
} from '../support/server/actions.ts'
import { ROOMS, withTestClinic } from '../support/server/test-clinic.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const RUNS = 1_000
const TOO_LATE = 'This can no longer be undone'

const ctx = withTestClinic()

type Change = Parameters<typeof changePatientStatus>[2]

const register = async (name: string) => (await registerPatient(ctx.clinic, { name })).id
const change = (id: number, change: Change) => changePatientStatus(ctx.clinic, id, change)
const callTo = (id: number, windowId: number = ROOMS.one) =>
  change(id, { status: 'called', windowId })
const list = () => getPatients(ctx.clinic)
const find = async (id: number) => (await list()).find(patient => patient.id === id)
const countSteps = async (id: number) => (await find(id))?.journey.length ?? 0
const undo = async (id: number, seenSteps?: number) =>
  undoStep(ctx.clinic, id, { seenSteps: seenSteps ?? (await countSteps(id)) })

test('a wrong call is withdrawn: from the room, the TVs and the list of calls', async () => {
  const [ali, mei] = [await register('ali'), await register('mei')]
  await callTo(ali)
  const undone = await callTo(mei, ROOMS.two)
  expect(await undo(mei)).toMatchObject({ status: 'waiting', room: null, calledAt: null })
  expect((await find(mei))?.journey.map(({ action }) => action)).toEqual([
    'registered',
    'called',
    'undone',
  ])
  expect((await getCurrentCall(ctx.clinic))?.id).toBe(ali)
  expect(
    (await getCallsAfter(ctx.clinic, BEFORE_ALL_CALLS)).map(({ patientId }) => patientId),
  ).toEqual([ali])
  const again = await callTo(mei, ROOMS.two)
  expect(again.callSequence).toBe((undone.callSequence ?? 0) + 1)
})

test('the undo of a call leaves a hold that began after it as it is', async () => {
  const [ali, mei] = [await register('ali'), await register('mei')]
  const miss = async () => {
    await callTo(ali, ROOMS.two)
    await change(ali, { status: 'missed' })
  }
  await miss()
  await callTo(mei)
  expect((await find(ali))?.hold).toEqual({ kind: 'missed', callsLeft: 2 })
  await miss()
  await undo(mei)
  expect((await find(ali))?.hold).toEqual({ kind: 'missed', callsLeft: 3 })
  await callTo(mei)
  await undo(mei)
  expect((await find(ali))?.hold).toEqual({ kind: 'missed', callsLeft: 3 })
})

test('the undo of a deletion leaves the journey and the missed call before it as they were', async () => {
  const ali = await register('ali')
  await callTo(ali)
  const { journey } = await change(ali, { status: 'missed' })
  await deletePatient(ctx.clinic, ali)
  expect((await undo(ali, 3)).journey).toEqual(journey)
  const { totalMissed } = getStats(await list(), [], '2026-11-20')
  expect(totalMissed).toBe(1)
})

test('calling the next and closing the last are undone as one, from either', async () => {
  for (const who of ['ali', 'mei'] as const) {
    const ids = { ali: await register('ali'), mei: await register('mei') }
    await callTo(ids.ali)
    const finish = 'completed'
    await callNext(ctx.clinic, ROOMS.one, { finish })
    await undo(ids[who])
    expect(await find(ids.ali)).toMatchObject({ status: 'called', room: { id: ROOMS.one } })
    expect(await find(ids.mei)).toMatchObject({ status: 'waiting', room: null })
    expect(await getRejectionMessage(undo(ids.mei))).toBe(TOO_LATE)
    await resetQueue(ctx.clinic)
  }
})

test('of two undos one wins, and the other is told', async () => {
  const ali = await register('ali')
  await callTo(ali)
  const outcomes = await Promise.allSettled([undo(ali, 2), undo(ali, 2)])
  const reasons = outcomes.flatMap(one => (one.status === 'rejected' ? one.reason.message : []))
  expect(reasons).toEqual([TOO_LATE])
  expect(await countSteps(ali)).toBe(3)
})

test('nothing is undone after a later step, a late press, or for a room that was taken', async () => {
  const [ali, mei] = [await register('ali'), await register('mei')]
  expect(await getRejectionMessage(undo(ali))).toBe(TOO_LATE)
  await callTo(ali)
  await change(ali, { status: 'in-progress' })
  expect(await getRejectionMessage(undo(ali, 2))).toBe(TOO_LATE)
  await change(ali, { status: 'completed' })
  await callTo(mei)
  expect(await getRejectionMessage(undo(ali))).toBe(
    'This cannot be undone: Room 1 is serving another patient',
  )
  await change(mei, { status: 'completed' })
  ctx.clock.advance(10 * MINUTE_MS)
  await undo(ali)
  expect(await find(ali)).toMatchObject({ status: 'in-progress', room: { id: ROOMS.one } })
  await change(ali, { status: 'completed' })
  ctx.clock.advance(10 * MINUTE_MS + 1)
  expect(await getRejectionMessage(undo(ali))).toBe(TOO_LATE)
  await cleanUp(ctx.clinic)
  expect(await getRejectionMessage(undo(ali))).toBe(TOO_LATE)
})

test('a reset is taken back whole, with its rooms, until the next registration', async () => {
  const [ali, , gone] = [await register('ali'), await register('mei'), await register('gone')]
  await callTo(ali)
  await deletePatient(ctx.clinic, gone)
  const before = await list()
  await resetQueue(ctx.clinic)
  expect(await list()).toEqual([])
  expect(await undoReset(ctx.clinic)).toBe(2)
  expect(await list()).toEqual(before)
  expect(await getNextNumbers(ctx.clinic)).toEqual({ nextNumber: 4 })
  expect(await getRejectionMessage(undoReset(ctx.clinic))).toBe(TOO_LATE)

  await resetQueue(ctx.clinic)
  await register('later')
  expect(await getRejectionMessage(undoReset(ctx.clinic))).toBe(TOO_LATE)
  expect((await list()).map(({ name }) => name)).toEqual(['LATER'])
})

test('after a reset nobody of before comes back alone, and the reset can be taken back', async () => {
  const ali = await register('ali')
  await callTo(ali)
  const gone = await register('gone')
  await deletePatient(ctx.clinic, gone)
  await resetQueue(ctx.clinic)
  for (const id of [ali, gone]) {
    expect(await getRejectionMessage(undo(id, id === ali ? 2 : 1))).toBe(TOO_LATE)
  }
  expect(await undoReset(ctx.clinic)).toBe(1)
  expect((await list()).map(({ name, room }) => [name, room?.name])).toEqual([['ALI', 'Room 1']])
})

test('a patient in a room that was deleted after the reset waits again', async () => {
  const ali = await register('ali')
  const { id: temporary } = await addRoom(ctx.clinic, aRoomInput('Temporary'))
  await callTo(ali, temporary)
  await resetQueue(ctx.clinic)
  await deleteRoom(ctx.clinic, temporary)
  await undoReset(ctx.clinic)
  expect(await find(ali)).toMatchObject({ status: 'waiting', room: null })
  expect(await callTo(ali)).toMatchObject({ status: 'called', room: { id: ROOMS.one } })
})

test('a step and a reset are taken back after midnight', async () => {
  const [ali, mei] = [await register('ali'), await register('mei')]
  // 23:58 in Kuala Lumpur.
  ctx.clock.advance((13 * 60 + 58) * MINUTE_MS)
  const late = await register('late')
  await callTo(ali)
  await callNext(ctx.clinic, ROOMS.one, { finish: 'completed' })
  ctx.clock.advance(3 * MINUTE_MS)
  await undo(mei, 2)
  expect((await list()).map(({ name, status }) => [name, status])).toEqual([['LATE', 'waiting']])
  ctx.clock.advance(-3 * MINUTE_MS)
  expect(await find(ali)).toMatchObject({ status: 'called', room: { id: ROOMS.one } })

  await resetQueue(ctx.clinic)
  ctx.clock.advance(3 * MINUTE_MS)
  expect(await undoReset(ctx.clinic)).toBe(3)
  expect(await find(late)).toMatchObject({ status: 'waiting' })
})

test('a step is undone although the room of an earlier call is gone', async () => {
  const ali = await register('ali')
  const { id: temporary } = await addRoom(ctx.clinic, aRoomInput('Temporary'))
  await callTo(ali, temporary)
  await change(ali, { status: 'requeue', requeueReason: 'XRAY' })
  await callTo(ali)
  await deleteRoom(ctx.clinic, temporary)
  expect(await undo(ali)).toMatchObject({ status: 'requeue', room: null })
})

const PATIENTS = 4
const STEPS: Change[] = [
  { status: 'called', windowId: ROOMS.one },
  { status: 'called', windowId: ROOMS.two },
  { status: 'called', windowId: ROOMS.dispensary },
  { status: 'in-progress' },
  { status: 'dispensary' },
  { status: 'requeue', requeueReason: 'XRAY' },
  { status: 'requeue', requeueReason: 'MGTT', holdMinutes: 120 },
  { status: 'missed' },
  { status: 'waiting' },
  { status: 'no-show' },
  { status: 'completed' },
]

test('any step and its undo give an equal state', async () => {
  const ids: number[] = []
  for (let n = 0; n < PATIENTS; n++) ids.push(await register(`patient ${n}`))
  const step = fc.record({
    who: fc.nat(PATIENTS - 1),
    change: fc.constantFrom<Change | 'delete' | 'next'>(...STEPS, 'delete', 'next'),
  })
  let undone = 0
  await fc.assert(
    fc.asyncProperty(step, async ({ who, change }) => {
      const id = ids[who] ?? 0
      const before = await list()
      const calls = (await getCallsAfter(ctx.clinic, BEFORE_ALL_CALLS)).length
      const changed = await tryStep(id, change)
      if (changed === null) return
      const seenSteps = change === 'delete' ? await countStepsIn(before, id) : undefined
      // Every other step stays, so that the next one begins somewhere else.
      if (undone++ % 2 === 0 && change !== 'delete') return
      await undo(changed, seenSteps)
      expect(withoutSteps(await list())).toEqual(withoutSteps(before))
      expect((await getCallsAfter(ctx.clinic, BEFORE_ALL_CALLS)).length).toBe(calls)
      await replaceFinished(ids)
    }),
    { numRuns: RUNS },
  )
  expect(undone).toBeGreaterThan(RUNS / 10)
})

const withoutSteps = (patients: Awaited<ReturnType<typeof list>>) =>
  patients.map(({ journey: _, ...patient }) => patient)
const countStepsIn = (patients: Awaited<ReturnType<typeof list>>, id: number) =>
  patients.find(patient => patient.id === id)?.journey.length ?? 0

/** Returns whose step it was; null when the rules refuse it. */
async function tryStep(id: number, step: Change | 'delete' | 'next') {
  try {
    if (step === 'delete') await deletePatient(ctx.clinic, id)
    else if (step === 'next') {
      const input = { finish: 'completed' } as const
      const { next, finished } = await callNext(ctx.clinic, ROOMS.one, input)
      return next?.patient.id ?? finished?.id ?? null
    } else await change(id, step)
    return id
  } catch {
    return null
  }
}

/** Whoever has left for good makes room for somebody new. */
async function replaceFinished(ids: number[]) {
  for (const [index, id] of ids.entries()) {
    const status = (await find(id))?.status
    if (status !== 'completed' && status !== 'no-show') continue
    await deletePatient(ctx.clinic, id)
    ids[index] = await register('new')
  }
}
