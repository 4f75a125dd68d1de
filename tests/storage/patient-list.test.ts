import { afterEach, beforeEach, expect, test } from 'bun:test'
import { listCalledSince, listPatients } from '#db/repositories/patients'
import { findCurrentCall, getCalledOn } from '#domain/queue/lists'
import { getClinicDayStart, MINUTE_MS } from '#domain/time'
import { forgetPatient } from '../../server/actions/forget.ts'
import { createSeededRandom, type SeededRandom } from '../../server/cli/demo/seeded-random.ts'
import { getCurrentDays } from '../../server/context.ts'
import { getCallHistory, getPatients } from '../../server/queries/queue.ts'
import { write } from '../../server/write.ts'
import * as act from '../support/server/actions.ts'
import { ADMIN, createTestClinic, ROOMS, type TestClinic } from '../support/server/test-clinic.ts'

const STEPS = 400
const SEEDS = [1, 2]

let ctx: TestClinic
let statements = 0
beforeEach(async () => {
  ctx = await createTestClinic({ onStatement: () => statements++ })
})
afterEach(() => ctx.close())

/** Who is listed, and who was called today, as the database has them. */
async function readAll() {
  const days = getCurrentDays(ctx.clinic)
  const { timeZone } = ctx.clinic.config
  return ctx.clinic.read(async db => {
    const called = await listCalledSince(db, getClinicDayStart(days.today, timeZone))
    return {
      listed: await listPatients(db, days),
      called: getCalledOn(called, days.today, timeZone),
    }
  })
}

async function doSomething(random: SeededRandom) {
  const { clinic, clock } = ctx
  const patients = await getPatients(clinic)
  const patient = patients[Math.floor(random.next() * patients.length)]
  const room = random.oneOf(...Object.values(ROOMS))
  clock.advance(MINUTE_MS * random.between(0, 12))
  const to = (json: object) =>
    act.changePatientStatus(clinic, patient?.id ?? 0, json as { status: 'called' })
  const actions = [
    () => act.registerPatient(clinic, { name: 'ali', isDiscreet: random.happens(0.3) }),
    () => act.registerPatient(clinic, { name: 'mei', isPriority: true, priorityReason: 'FEVER' }),
    () => to({ status: 'called', windowId: room }),
    () => act.callNext(clinic, room, { finish: random.oneOf('completed', 'dispensary') }),
    () => act.callNext(clinic, room, { finish: null }),
    () => to({ status: 'completed' }),
    () => to({ status: 'missed' }),
    () => to({ status: 'dispensary' }),
    () => to({ status: 'no-show' }),
    () => to({ status: 'requeue', requeueReason: 'X-ray', holdMinutes: 20 }),
    () => act.undoStep(clinic, patient?.id ?? 0, { seenSteps: patient?.journey.length ?? 0 }),
    () => random.happens(0.3) && act.deletePatient(clinic, patient?.id ?? 0),
    () => random.happens(0.1) && act.resetQueue(clinic),
    () => random.happens(0.3) && act.undoReset(clinic),
    () =>
      random.happens(0.2) &&
      act.renameRoom(clinic, ROOMS.two, {
        name: `Room ${random.between(4, 9).toFixed()}`,
      }),
  ]
  // Most of the refusals are of steps that do not follow from the patient's state.
  await Promise.resolve(random.oneOf(...actions)()).catch(() => {})
}

test.each(SEEDS)(
  'the list in memory is that of the database after any steps, seed %d',
  async seed => {
    const random = createSeededRandom(seed)
    for (let n = 0; n < STEPS; n++) {
      await doSomething(random)
      const { listed, called } = await readAll()
      expect(await getPatients(ctx.clinic)).toEqual(listed)
      const current = findCurrentCall(listed)
      expect(await getCallHistory(ctx.clinic)).toEqual(
        called.filter(({ id }) => id !== current?.id),
      )
    }
  },
)

test('steps of the queue read no list again', async () => {
  const { clinic } = ctx
  const ali = await act.registerPatient(clinic, { name: 'ali' })
  await act.registerPatient(clinic, { name: 'mei' })
  await getPatients(clinic)
  await act.callNext(clinic, ROOMS.one, { finish: null })
  await act.changePatientStatus(clinic, ali.id, { status: 'missed' })
  await act.callNext(clinic, ROOMS.one, { finish: null })
  await act.registerPatient(clinic, { name: 'siti' })
  statements = 0
  expect((await getPatients(clinic)).map(({ status }) => status)).toEqual([
    'requeue',
    'called',
    'waiting',
  ])
  expect(statements).toBe(0)
})

test('a name that is forgotten leaves the list of calls, also if its patient is no longer listed', async () => {
  const { clinic, clock } = ctx
  clock.set('2026-11-20T15:50:00.000Z')
  const { id } = await act.registerPatient(clinic, { name: 'ali' })
  clock.set('2026-11-20T16:10:00.000Z')
  await act.changePatientStatus(clinic, id, { status: 'called', windowId: ROOMS.one })
  await act.changePatientStatus(clinic, id, { status: 'completed' })
  const names = async () => (await getCallHistory(clinic)).map(({ name }) => name)
  expect([await getPatients(clinic), await names()]).toEqual([[], ['ALI']])
  await write(clinic, { user: ADMIN, address: null }, tx => forgetPatient(tx, id))
  expect(await names()).toEqual([null])
})

test('after the clock was set back, those are listed again who had left the list', async () => {
  const { clinic, clock } = ctx
  const HOUR_MS = 60 * MINUTE_MS
  clock.advance(10 * HOUR_MS)
  await act.registerPatient(clinic, { name: 'ali' })
  clock.advance(12.5 * HOUR_MS)
  expect(await getPatients(clinic)).toEqual([])
  clock.advance(-HOUR_MS)
  expect(await getPatients(clinic)).toHaveLength(1)
})
