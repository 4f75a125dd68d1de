import { expect, test } from 'bun:test'
import { getClinicNow } from '#domain/queue/lists'
import { listValues } from '#domain/settings/settings'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { getPatients, getRooms } from '../../server/queries/queue.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import {
  bringBack,
  callNext,
  changePatientStatus,
  registerPatient,
  saveSettings,
  undoStep,
} from '../support/server/actions.ts'
import { ROOMS, withTestClinic } from '../support/server/test-clinic.ts'

const ctx = withTestClinic()

async function register(name: string) {
  ctx.clock.advance(MINUTE_MS)
  return (await registerPatient(ctx.clinic, { name })).id
}
const call = async (roomId: number = ROOMS.one, finish: 'completed' | null = null) =>
  (await callNext(ctx.clinic, roomId, { finish })).next?.patient.name ?? null
const change = (id: number, to: Parameters<typeof changePatientStatus>[2]) =>
  changePatientStatus(ctx.clinic, id, to)
const sendAway = (id: number, more = {}) =>
  change(id, { status: 'requeue', requeueReason: 'XRAY', ...more })
const find = async (id: number) => {
  const patient = (await getPatients(ctx.clinic)).find(one => one.id === id)
  if (!patient) throw new Error(`there is no patient ${id}`)
  return patient
}

test('who is sent away is not called until Back, and then with the waiting time of before', async () => {
  const ali = await register('ali')
  await call()
  await sendAway(ali)
  expect(await find(ali)).toMatchObject({ status: 'requeue', hold: { kind: 'away' } })
  expect(await call()).toBeNull()
  await register('mei')
  expect(await call()).toBe('MEI')
  await register('raj')
  await bringBack(ctx.clinic, ali)
  expect(await find(ali)).toMatchObject({ status: 'requeue', hold: null, requeueReason: 'XRAY' })
  expect(await call(ROOMS.one, 'completed')).toBe('ALI')
})

test('no number of calls of others brings back who is away, unless the clinic says so', async () => {
  const ali = await register('ali')
  await call()
  await sendAway(ali)
  for (let other = 0; other < 25; other++) {
    await register(`other ${other}`)
    await call(ROOMS.one, 'completed')
  }
  expect((await find(ali)).hold).toEqual({ kind: 'away' })
})

test('by the setting, calls of others bring them back, and an undone call does not count', async () => {
  await saveSettings(ctx.clinic, listValues({ awayCalls: '2' }))
  const ali = await register('ali')
  await call()
  await sendAway(ali)
  const mei = await register('mei')
  await register('raj')
  await call()
  expect((await find(ali)).hold).toEqual({ kind: 'away', callsLeft: 1 })
  await undoStep(ctx.clinic, mei, { seenSteps: 2 })
  expect((await find(ali)).hold).toEqual({ kind: 'away', callsLeft: 2 })
  await call()
  await call(ROOMS.two)
  expect((await find(ali)).hold).toEqual({ kind: 'away', callsLeft: 0 })
  await register('siti')
  expect(await call(ROOMS.one, 'completed')).toBe('ALI')
})

test('who is away can be called to a room, and is counted as on hold', async () => {
  const ali = await register('ali')
  await call()
  await sendAway(ali)
  const now = async () => {
    const rooms = await getRooms(ctx.clinic)
    return getClinicNow(await getPatients(ctx.clinic), rooms, ctx.clock.now())
  }
  expect(await now()).toMatchObject({ onHold: 1, longestWait: null })
  await change(ali, { status: 'called', windowId: ROOMS.two })
  expect(await find(ali)).toMatchObject({ status: 'called', hold: null })
  expect(await now()).toMatchObject({ onHold: 0 })
})

test('the dispensary sends away too, and the patient comes back to it', async () => {
  const ali = await register('ali')
  await call()
  await change(ali, { status: 'dispensary' })
  expect(await call(ROOMS.dispensary)).toBe('ALI')
  await sendAway(ali)
  expect(await find(ali)).toMatchObject({ hold: { kind: 'away' }, readyForDispensary: true })
  expect([await call(ROOMS.dispensary), await call()]).toEqual([null, null])
  await bringBack(ctx.clinic, ali)
  expect([await call(), await call(ROOMS.dispensary)]).toEqual([null, 'ALI'])
})

test('a patient who is not away is not brought back', async () => {
  const [ali, mei] = [await register('ali'), await register('mei')]
  await call()
  const refusal = (id: number) => getRejectionMessage(bringBack(ctx.clinic, id))
  for (const id of [ali, mei])
    expect(await refusal(id)).toBe('Use Requeue to send this patient back to the queue')
  expect(await refusal(999)).toBe('This patient is no longer in the queue')
})

test('who is away when the day has ended was seen: no no-show, and no hold for ever', async () => {
  const [ali, mei] = [await register('ali'), await register('mei')]
  await call()
  await sendAway(ali)
  await call()
  await change(mei, { status: 'missed' })
  ctx.clock.advance(3 * DAY_MS)
  await register('raj')
  await cleanUp(ctx.clinic)
  const rows = await ctx.clinic.read(db => db.query.patients.findMany())
  const seen = rows.map(({ name, status, holdKind }) => [name, status, holdKind])
  expect(seen).toEqual([
    ['ALI', 'requeue', null],
    ['MEI', 'no-show', null],
    ['RAJ', 'waiting', null],
  ])
})
