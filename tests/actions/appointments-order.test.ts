import { expect, test } from 'bun:test'
import { validateRegistration } from '#domain/patients/registration'
import { countAppointmentsInRow, findNext, listNext } from '#domain/queue/next-patient'
import { getServed } from '#domain/queues/patient-queue'
import { toTicketViews } from '#domain/tickets/ticket-view'
import { MINUTE_MS } from '#domain/time'
import { addPatient } from '../../server/actions/patients.ts'
import { getPatients, getQueues } from '../../server/queries/queue.ts'
import { readOrderRules } from '../../server/queries/settings.ts'
import { write } from '../../server/write.ts'
import {
  callNext,
  changePatientStatus,
  deletePatient,
  registerPatient,
} from '../support/server/actions.ts'
import { ROOMS, withTestClinic } from '../support/server/test-clinic.ts'

const ctx = withTestClinic()
const RECEPTION = { user: null, address: null }

async function expected(name: string, inMinutes = 0) {
  const appointmentAt = new Date(Date.parse(ctx.clock.now()) + inMinutes * MINUTE_MS).toISOString()
  const { patient } = await write(ctx.clinic, RECEPTION, tx =>
    addPatient(tx, validateRegistration({ name }), { queue: null, appointmentAt }),
  )
  return patient.id
}

async function serve(id: number, status: 'completed' | 'dispensary') {
  await changePatientStatus(ctx.clinic, id, { status: 'called', windowId: ROOMS.one })
  await changePatientStatus(ctx.clinic, id, { status })
}

/** Two appointments were called, and a third and a walk-in wait over the limit. */
async function twoInRow() {
  const called = [await expected('first'), await expected('second')]
  ctx.clock.advance(MINUTE_MS)
  await expected('third')
  ctx.clock.advance(MINUTE_MS)
  await registerPatient(ctx.clinic, { name: 'walk-in' })
  ctx.clock.advance(60 * MINUTE_MS)
  for (const id of called) await serve(id, 'completed')
  return called
}

/** What the desk of Room 1, a program and the tickets say, and whom Call next calls then. */
async function whoIsNext() {
  const now = ctx.clock.now()
  const patients = await getPatients(ctx.clinic)
  const { next: rules } = await ctx.clinic.read(readOrderRules)
  const served = getServed(await getQueues(ctx.clinic), { id: ROOMS.one })
  const appointmentsInRow = countAppointmentsInRow(patients, served)
  const turn = { waitsFor: 'consultation', served, now, rules, appointmentsInRow } as const
  const desk = findNext(patients, turn)?.patient.name
  const program = listNext(patients, now, rules)[0]?.name
  const views = toTicketViews(patients, { now, rules, getRange: () => null })
  const ticket = patients.find(({ id }) => views.get(id)?.state === 'next')?.name
  const called = (await callNext(ctx.clinic, ROOMS.one, { finish: null })).next?.patient.name
  return { desk, program, ticket, called }
}

test('desk, tickets and programs name whom Call next calls after two appointments', async () => {
  await twoInRow()
  const name = 'WALK-IN'
  expect(await whoIsNext()).toEqual({ desk: name, program: name, ticket: name, called: name })
})

test('they also agree when one of the two was deleted', async () => {
  const [, second = 0] = await twoInRow()
  await deletePatient(ctx.clinic, second)
  const name = 'THIRD'
  expect(await whoIsNext()).toEqual({ desk: name, program: name, ticket: name, called: name })
})

test('at the dispensary an appointment counts no more, had it been later', async () => {
  const early = await expected('early', 120)
  await serve(early, 'dispensary')
  ctx.clock.advance(20 * MINUTE_MS)
  const walkIn = await registerPatient(ctx.clinic, { name: 'walk-in' })
  ctx.clock.advance(5 * MINUTE_MS)
  await serve(walkIn.id, 'dispensary')
  const { next } = await callNext(ctx.clinic, ROOMS.dispensary, { finish: null })
  expect(next?.sentence).toBe('#001: 25 min, the longest wait.')
  // The appointment itself stays.
  expect(next?.patient.appointmentAt).toBe('2026-11-20T04:00:00.000Z')
})
