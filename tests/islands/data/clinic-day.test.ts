import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { clinicDay, watchClinicDay } from '../../../islands/data/clinic-day.ts'
import { query } from '../../../islands/data/query.ts'
import { syncClock } from '../../../islands/data/server-clock.ts'
import { createRegisterModel, type InitialData } from '../../../islands/register/register-model.ts'
import { flushPromises, replaceGlobals } from '../../support/fakes/browser-globals.ts'
import { aPatient, KUALA_LUMPUR } from '../../support/samples.ts'

/** Ten seconds before midnight in Kuala Lumpur. */
const LATE = '2026-11-20T15:59:50.000Z'

const EMPTY: Omit<InitialData, 'patients'> = {
  nextNumbers: { nextNumber: 2 },
  queues: [],
  ticketMode: 'off',
  asksPhone: false,
  now: LATE,
  timeZone: KUALA_LUMPUR,
}

let restoreGlobals: () => void
beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(LATE) })
  syncClock(LATE)
  restoreGlobals = replaceGlobals({ document: { hidden: false, body: { dataset: {} } } })
})
afterEach(() => {
  restoreGlobals()
  jest.useRealTimers()
  syncClock(new Date().toISOString())
  clinicDay.value = ''
})

test('when the day turns, everything is fetched again at once', () => {
  let fetchCount = 0
  const stopQuery = query('stats', async () => ++fetchCount, 0, { every: 3_600_000 }).watch()
  const stop = watchClinicDay(() => KUALA_LUMPUR)
  jest.advanceTimersByTime(9_000)
  expect([clinicDay.value, fetchCount]).toEqual(['2026-11-20', 0])
  jest.advanceTimersByTime(6_000)
  expect([clinicDay.value, fetchCount]).toEqual(['2026-11-21', 1])
  stop()
  stopQuery()
})

test("a register that is left open shows no registrations of yesterday as today's", () => {
  const patients = [aPatient({ day: '2026-11-20' })]
  const model = createRegisterModel({ ...EMPTY, patients })
  const stop = watchClinicDay(() => KUALA_LUMPUR)
  expect([model.total.value, model.recent.value.length]).toEqual([1, 1])
  jest.advanceTimersByTime(15_000)
  expect([model.total.value, model.recent.value.length]).toEqual([0, 0])
  stop()
})

test('after midnight a register asks who is expected on the new day, whatever day the server has yet', async () => {
  const asked: string[] = []
  const restore = replaceGlobals({
    async fetch(input: RequestInfo) {
      asked.push(new URL(String(input), 'http://clinic.example').search)
      return Response.json([])
    },
  })
  const model = createRegisterModel({ ...EMPTY, patients: [] })
  const stopQuery = model.appointments.watch()
  const stop = watchClinicDay(() => KUALA_LUMPUR)
  jest.advanceTimersByTime(15_000)
  await flushPromises()
  expect(asked).toContain('?around=2026-11-21')
  stop()
  stopQuery()
  restore()
})
