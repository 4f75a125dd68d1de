import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type FactJson, getChangedQueries } from '#domain/change'
import { toCallJson } from '#domain/events'
import { toPatientJson } from '#domain/patients/patient-json'
import type { QueryKey } from '#domain/query-keys'
import { toOrderRules } from '#domain/queue/order-rules'
import { toSettingFact } from '#domain/settings/settings'
import { SETTING_KEYS } from '#domain/settings/settings-schema'
import type { Settings, SettingTexts } from '#domain/settings-record'
import { getInvalidated } from '../../islands/data/tv-stream.ts'
import { recordEventStream } from '../support/realtime/event-recorder.ts'
import { aCall, aPatient } from '../support/samples.ts'
import { NURSE } from '../support/server/test-clinic.ts'
import {
  connectSocket,
  startTestServer,
  type TestServer,
  until,
} from '../support/server/test-server.ts'
import { settingsBody } from '../support/settings.ts'

type Received = [string, unknown][]
let ctx: TestServer
let admin: Awaited<ReturnType<TestServer['admin']>>
let desk: ReturnType<typeof connectSocket>
let tv: ReturnType<typeof recordEventStream>

beforeEach(async () => {
  ctx = await startTestServer()
  admin = await ctx.admin()
  const input = { userId: NURSE.id, name: 'Hall' }
  const { token } = (await admin.post('/api/tv-devices', input)).body
  desk = connectSocket(ctx.url, { cookie: admin.cookie })
  tv = recordEventStream(`${ctx.url}/api/tv/${token}/events`)
  await until('both are greeted', () => desk.received.length + tv.received.length === 2)
  const version = expect.any(String)
  expect(desk.received).toEqual([['clinic:joined', { username: 'admin', version }]])
  expect(tv.received).toEqual([['tv:connected', { name: 'Hall', version }]])
})
afterEach(() => {
  desk.socket.close()
  tv.close()
  return ctx.close()
})

/** The specified events of an action, the same for another program's desk and the TV. */
async function getEventsOf(act: () => Promise<unknown>, count = 1): Promise<Received> {
  desk.received.length = 0
  tv.received.length = 0
  await act()
  const both = () => Math.min(desk.received.length, tv.received.length)
  await until(`${count} are received, not ${JSON.stringify(desk.received)}`, () => both() >= count)
  expect(tv.received).toEqual(desk.received)
  return [...tv.received]
}

async function settings(values: Partial<SettingTexts>) {
  const saved = await admin.put('/api/settings', settingsBody(values))
  expect(saved.status).toBe(200)
}

test('only settings that changed are in the event, with the views that they affect', async () => {
  const keys = (...keys: string[]): Received[number] => ['settings:updated', { keys }]
  const theme: Received[number] = ['themes:updated', {}]
  const groups: Received[number] = ['text-groups:updated', {}]
  const blue = { headerBackgroundColor: '#112233' }
  const name = { clinicName: 'KLINIK BARU' }
  const events = await getEventsOf(() => settings(blue), 3)
  expect(events).toEqual([keys('headerBackgroundColor'), theme, groups])
  expect(await getEventsOf(() => settings({ ...blue, ...name }), 2)).toEqual([
    keys('clinicName'),
    groups,
  ])
  expect(await getEventsOf(() => settings({ latitude: '3.1' }))).toEqual([keys('latitude')])
  await settings(blue)
  const registered: Received = [['queue:updated', { patientId: 1 }]]
  expect(await getEventsOf(() => admin.register('ali'))).toEqual(registered)
})

const SHOWN: QueryKey[] = ['shown-calls']

test.each<[...Parameters<typeof getInvalidated>, QueryKey[]]>([
  ['patient:called', toCallJson(aCall()), SHOWN],
  ['call:skipped', { sequence: 1, calledAt: '' }, SHOWN],
  ['patient:updated', { patientId: 1 }, SHOWN],
  ['queue:updated', { patientId: 1 }, []],
  ['queue:updated', { patientId: 1, isGone: true }, SHOWN],
  ['queue:updated', { patientId: null, isGone: true }, SHOWN],
  ['queue:updated', { patientId: null }, SHOWN],
  ['settings:updated', { keys: ['tvLanguages'] }, ['settings', 'shown-calls']],
  ['settings:updated', { keys: ['media'] }, ['media']],
  ['settings:updated', { keys: ['media', 'clinicLogo'] }, ['media', 'settings']],
  ['themes:updated', {}, []],
  ['text-groups:updated', {}, []],
])(
  'on a TV, %s with %j fetches the queries that it affects, and no other',
  (name, payload, keys) => {
    expect(getInvalidated(name, payload).toSorted()).toEqual(keys.toSorted())
  },
)

const PATIENT: QueryKey[] = [...SHOWN, 'patients', 'room-patients', 'stats']
const patient = toPatientJson(aPatient({ id: 1 }))
const next = { prefix: null, number: 2 }
const setting = (key: (typeof SETTING_KEYS)[number]) => toSettingFact({ key, value: '' })

test.each<[FactJson, QueryKey[]]>([
  [{ kind: 'stepped', patient }, PATIENT],
  [{ kind: 'called', patient, call: aCall() }, PATIENT],
  [{ kind: 'withdrawn', patientId: 1, patient }, PATIENT],
  [{ kind: 'registered', patient, next }, ['next-number', 'patients', 'stats']],
  [{ kind: 'gone', patientId: 1 }, PATIENT],
  [{ kind: 'reset' }, [...PATIENT, 'next-number']],
  [{ kind: 'rooms' }, [...PATIENT, 'rooms']],
  [{ kind: 'queues' }, [...PATIENT, 'queues', 'next-number']],
  [{ kind: 'appointments' }, ['appointments']],
  [{ kind: 'tvs' }, ['stats', 'tv-devices']],
  [{ kind: 'media' }, ['media']],
  [setting('clinicName'), ['clinic-name', 'settings']],
  [setting('tvLanguages'), ['settings', 'shown-calls']],
  [setting('ticketMode'), ['settings', 'ticket-mode']],
  [setting('theme'), ['settings']],
])(
  'on a staff page, %j makes the queries that it affects out of date, and no other',
  (fact, keys) => {
    expect([...getChangedQueries([fact])].toSorted()).toEqual(keys.toSorted())
  },
)

test('every setting of the order of calling is applied at open desks', () => {
  const read = new Set<string>()
  const record = (_: object, key: string) => {
    read.add(key)
    return '1'
  }
  // Safe: whatever is read has a value.
  toOrderRules(new Proxy({}, { get: record }) as Settings)
  const shown = SETTING_KEYS.filter(key => setting(key).shows.includes('order-rules'))
  expect(shown.toSorted()).toEqual([...read].toSorted() as typeof shown)
})
