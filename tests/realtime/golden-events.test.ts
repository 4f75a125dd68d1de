import { expect, test } from 'bun:test'
import type { ChannelEvent } from '../../server/realtime/channel.ts'
import { type Client, type TestApp, withTestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'
import { sendOnce, WRITE_REQUESTS } from '../support/server/write-requests.ts'
import golden from './golden-events.json'

const ctx = withTestApp()

/** What differs with each run: tokens, ids and hashes. */
const RANDOM = /[0-9a-f]{8}-[0-9a-f-]{27}|(?<=["/])[\w-]{24,}(?=["/.])(?!":)/g

const toText = (value: unknown) => (JSON.stringify(value) ?? '').replaceAll(RANDOM, '*')

/** The specified events of an action, each with who receives it, and its answer last. */
async function record(test: TestApp, act: () => Promise<{ status: number; body: unknown }>) {
  const lines: string[] = []
  const onEvent = ({ name, payload, audience }: ChannelEvent) => {
    const isSpecified = name !== 'change' && !/^(tv|qr):/.test(name)
    if (isSpecified) lines.push(`${name} to ${audience} ${toText(payload)}`)
  }
  const unsubscribe = test.clinic.channel.subscribe({ onEvent })
  const { status, body } = await act()
  unsubscribe()
  return [...lines, `${status} ${toText(body)}`]
}

const EVENTS: Record<string, string[]> = golden.routes

// Other programs rely on these. Version 1.1.0 recorded them, and only the day of a number was added.
test.each(Object.keys(WRITE_REQUESTS).filter(route => route in EVENTS))(
  'the events and the answer of %s are as ever',
  async route => {
    const admin = await ctx.admin()
    const request = await WRITE_REQUESTS[route]?.(admin, ctx)
    if (!request) throw new Error(`no request for ${route}`)
    const [method = ''] = route.split(' ')
    const send = () => sendOnce(admin, method, request)
    expect(await record(ctx, send)).toEqual(EVENTS[route] ?? [])
  },
)

type Step = [name: string, act: (admin: Client) => Promise<{ status: number; body: unknown }>]

const send = (method: string, path: string, json?: object) => (admin: Client) =>
  admin(path, { method, json })
const post = (path: string, json?: object) => send('POST', path, json)
const toStatus = (id: number, json: object) => send('PATCH', `/api/patients/${id}/status`, json)

/** Desks send how many steps they have seen. */
const undo = (id: number) => async (admin: Client) => {
  const patients: { id: number; trackingHistory: unknown[] }[] = (await admin('/api/patients')).body
  const seenSteps = patients.find(patient => patient.id === id)?.trackingHistory.length ?? 1
  return admin.post(`/api/patients/${id}/undo`, { seenSteps })
}

const READS = ['patients', 'dashboard/current-call', 'dashboard/history', 'windows'].map(
  path => `/api/${path}`,
)

const DAY: Step[] = [
  ['register', post('/api/patients', { name: 'ali' })],
  ['register another', post('/api/patients', { name: 'mei' })],
  ['call', toStatus(1, { status: 'called', windowId: ROOMS.one })],
  ['call again', toStatus(1, { status: 'called', windowId: ROOMS.one })],
  ['serve', toStatus(1, { status: 'in-progress' })],
  ['call next', post(`/api/windows/${ROOMS.one}/call-next`, { finish: 'completed' })],
  ['undo call next', undo(2)],
  ['call next again', post(`/api/windows/${ROOMS.one}/call-next`, { finish: 'completed' })],
  ['did not come', toStatus(2, { status: 'no-show' })],
  ['call the missing one', toStatus(2, { status: 'called', windowId: ROOMS.two })],
  ['send away', toStatus(2, { status: 'requeue', requeueReason: 'Blood test' })],
  ['back', post('/api/patients/2/back')],
  ['undo back', undo(2)],
  ['call from the test', toStatus(2, { status: 'called', windowId: ROOMS.two })],
  ['to the dispensary', toStatus(2, { status: 'dispensary' })],
  ['call to the counter', toStatus(2, { status: 'called', windowId: ROOMS.dispensary })],
  ['finish', toStatus(2, { status: 'completed' })],
  ['undo finish', undo(2)],
  ['add a queue', post('/api/queues', { name: 'Blood', prefix: 'B', roomIds: [], isActive: true })],
  ['register in the queue', post('/api/patients', { name: 'siti', queueId: 1 })],
  ['call in the queue', toStatus(3, { status: 'called', windowId: ROOMS.two })],
  ...READS.map(path => [path, send('GET', path)] satisfies Step),
  ['hold', toStatus(3, { status: 'requeue', requeueReason: 'Toilet', holdMinutes: 5 })],
  ['stop the hold', undo(3)],
  ['change the name', send('PATCH', '/api/patients/3', { name: 'SITI A' })],
  ['move', send('PATCH', '/api/patients/3/queue', { queueId: null })],
  ['delete', send('DELETE', '/api/patients/3')],
  ['undo delete', undo(3)],
  ['forget', post('/api/patients/3/forget')],
  ['reset', post('/api/patients/reset-queue')],
  ['undo reset', post('/api/patients/reset-queue/undo')],
]

test('the events and the answers of a day are as ever', async () => {
  const admin = await ctx.admin()
  const events: Record<string, string[]> = {}
  for (const [name, act] of DAY) {
    ctx.clock.advance(1_000)
    events[name] = await record(ctx, () => act(admin))
  }
  expect(events).toEqual(golden.day)
})
