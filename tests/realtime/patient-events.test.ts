import { afterEach, expect, test } from 'bun:test'
import type { LiveEvents, WithPatient } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import { fromPatientJson, toPatientJson } from '#domain/patients/patient-json'
import { withChanged, withSaved } from '../../islands/data/patients-query.ts'
import { getInvalidated } from '../../islands/data/query-keys.ts'
import { syncClock } from '../../islands/data/server-clock.ts'
import { aPatient } from '../support/samples.ts'
import { ROOMS } from '../support/server/test-clinic.ts'
import { connectSocket, startTestServer, until } from '../support/server/test-server.ts'

// As a page that was loaded now.
afterEach(() => syncClock(new Date().toISOString()))

test('a list kept up to date by the events alone is the list of the server, after every step', async () => {
  const ctx = await startTestServer()
  const desk = await ctx.admin()
  syncClock(ctx.clinic.now())
  const { socket, received } = connectSocket(ctx.url, { cookie: desk.cookie })
  await until('the desk has joined', () => received.length === 1)
  const fetchList = async () => (await desk.send('GET', '/api/patients')).body.map(fromPatientJson)
  let list: Patient[] = []
  let fetches = 0

  async function makeStep(events: number, act: () => Promise<unknown>) {
    received.length = 0
    await act()
    await until(`${events} events are received`, () => received.length >= events)
    for (const [event, payload] of received) {
      const { patient } = payload as WithPatient
      const name = event as 'patient:updated'
      if (!getInvalidated(name, payload as LiveEvents[typeof name]).includes('patients')) continue
      const applied = patient ? withChanged(list, patient) : null
      if (!applied) fetches++
      list = applied ?? (await fetchList())
    }
    expect(list).toEqual(await fetchList())
  }
  const patch = (id: number, json: object) => () =>
    desk.send('PATCH', `/api/patients/${id}/status`, json)
  const call = (id: number, windowId: number = ROOMS.one) =>
    patch(id, { status: 'called', windowId })
  const undo = (id: number, seenSteps: number) => () =>
    desk.send('POST', `/api/patients/${id}/undo`, { seenSteps })

  for (const name of ['ali', 'mei', 'raj', 'siti']) await makeStep(1, () => desk.register(name))
  await makeStep(1, call(1))
  await makeStep(1, call(1))
  await makeStep(1, patch(1, { status: 'in-progress' }))
  await makeStep(1, patch(1, { status: 'requeue', requeueReason: 'Blood test' }))
  await makeStep(1, undo(1, 5))
  await makeStep(1, patch(1, { status: 'dispensary' }))
  await makeStep(1, call(1, ROOMS.dispensary))
  await makeStep(1, patch(1, { status: 'completed' }))
  expect(fetches).toBe(0)

  // What changes others, or somebody who is not in the list, is fetched.
  await makeStep(1, call(2))
  await makeStep(1, patch(2, { status: 'missed' }))
  await makeStep(2, call(3))
  expect(list.find(({ number }) => number === 2)?.hold).toEqual({ kind: 'missed', callsLeft: 2 })
  await makeStep(3, () =>
    desk.send('POST', `/api/windows/${ROOMS.one}/call-next`, { finish: 'completed' }),
  )
  await makeStep(3, undo(4, 2))
  await makeStep(1, () => desk.send('DELETE', '/api/patients/4'))
  await makeStep(1, undo(4, 3))
  await makeStep(1, () => desk.send('POST', '/api/patients/reset-queue'))
  await makeStep(1, () => desk.send('POST', '/api/patients/reset-queue/undo'))
  socket.close()
  await ctx.close()
})

test('an event that was overtaken by a newer one changes nothing', () => {
  const entry = { timestamp: '', roomName: null, requeueReason: null, fromRoom: null }
  const journey = (...actions: ('registered' | 'called' | 'completed')[]) =>
    actions.map(action => ({ ...entry, action }))
  const done = aPatient({ id: 1, journey: journey('registered', 'called', 'completed') })
  const older = toPatientJson({ ...done, journey: journey('registered', 'called') })
  expect(withChanged([done], older)).toEqual([done])
  // Nor does a desk's own answer that comes late.
  expect(withSaved([done], fromPatientJson(older))).toEqual([done])
  // One who was deleted meanwhile does not come back either.
  expect(withChanged([], { ...older, id: 2 })).toBeNull()
})

test('after the clock of the server was set, a step is fetched, and so is the time', () => {
  const entry = {
    action: 'registered',
    roomName: null,
    requeueReason: null,
    fromRoom: null,
  } as const
  const patient = (timestamp: string) =>
    toPatientJson(aPatient({ id: 1, journey: [{ ...entry, timestamp }] }))
  syncClock('2026-11-20T02:00:00.000Z')
  expect(withChanged([], patient('2026-11-20T02:00:14.000Z'))).toHaveLength(1)
  expect(withChanged([], patient('2026-11-20T15:59:00.000Z'))).toBeNull()
})
