import { expect, test } from 'bun:test'
import { MINUTE_MS } from '#domain/time'
import { changePatientStatus, registerPatient } from '../../support/server/actions.ts'
import { withTestApp } from '../../support/server/test-app.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { settingsBody } from '../../support/settings.ts'

const NONE = { general: null, dispensary: null, coverage: { count: 0, inside: 0, longer: 0 } }

const ctx = withTestApp()

const getEstimates = async () => (await (await ctx.nurse())('/api/estimates')).body

const register = () => registerPatient(ctx.clinic, { name: null })

/** Two rooms call one patient each every five minutes. Twelve others wait at any time. */
async function runMorning(calls = 40) {
  const waiting: number[] = []
  for (let n = 0; n < 12; n++) waiting.push((await register()).id)
  const present = new Map<number, number>()
  for (let n = 0; n < calls; n++) {
    waiting.push((await register()).id)
    const windowId = n % 2 === 0 ? ROOMS.one : ROOMS.two
    const last = present.get(windowId)
    if (last) await step(last, { status: 'completed' })
    const [id = 0] = waiting.splice(0, 1)
    await step(id, { status: 'called', windowId })
    present.set(windowId, id)
    ctx.clock.advance(2.5 * MINUTE_MS)
  }
}

function step(id: number, change: Parameters<typeof changePatientStatus>[2]) {
  return changePatientStatus(ctx.clinic, id, change)
}

test('a new clinic has no range, and one that calls tells what comes next', async () => {
  expect(await getEstimates()).toEqual(NONE)
  await runMorning()
  const { general, dispensary } = await getEstimates()
  // Twelve wait, and each of two rooms calls every five minutes.
  expect(general.low).toBeWithin(20, 31)
  expect(general.high).toBeWithin(30, 41)
  expect(dispensary).toBeNull()
})

test("the phone has the range of its patient's place, and the first one less than the last", async () => {
  const nurse = await ctx.nurse()
  await nurse.put('/api/settings', settingsBody({ ticketMode: 'screen' }))
  await runMorning()
  const view = async (id: number) => {
    const { ticket } = (await nurse(`/api/patients/${id}/ticket`)).body
    return (await ctx.signedOut(`/api/t/${ticket}`)).body
  }
  const [first, last, called] = [await view(41), await view(52), await view(40)]
  expect([first.ahead, last.ahead]).toEqual([0, 11])
  expect(first.range.high).toBeLessThan(last.range.low)
  expect(called).toMatchObject({ state: 'called', range: null })
})

test('the next morning knows the day before, and nobody is forecast until somebody calls', async () => {
  await runMorning()
  ctx.clock.advance(20 * 60 * MINUTE_MS)
  expect(await getEstimates()).toEqual(NONE)
  await runMorning(2)
  const { general, coverage } = await getEstimates()
  expect([general !== null, coverage.count]).toEqual([true, 0])
})
