import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changePatientStatus, registerPatient } from '../../server/actions/patients.ts'
import { checkAnnouncements } from '../chaos/load-scenario/checks/announcements.ts'
import type { View } from '../chaos/load-scenario/checks/expected-view.ts'
import { runFinalChecks, type ScenarioRecord } from '../chaos/load-scenario/checks/final-checks.ts'
import {
  getOfflineSpan,
  mergeSpans,
  toWallClock,
} from '../chaos/load-scenario/checks/offline-spans.ts'
import { createFaultPlan } from '../chaos/load-scenario/fault-plan.ts'
import { createLedger } from '../chaos/stress/ledger.ts'
import { ADMIN, createTestClinic, ROOMS } from '../support/server/test-clinic.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A correct evening: Ali is in Room 1, called twice; Ben waits for medicine. */
async function anEvening(): Promise<ScenarioRecord> {
  const { clinic, folder, clock, close } = await createTestClinic()
  ends.push(close)
  const ledger = createLedger()
  const [ali, ben] = [
    await registerPatient(clinic, { name: 'ali' }, ADMIN.id),
    await registerPatient(clinic, { name: 'ben', isPriority: true, priorityReason: 'f' }, ADMIN.id),
  ]
  const { one, two } = ROOMS
  await changePatientStatus(clinic, ben.id, { status: 'called', windowId: two }, ADMIN.id)
  const last = await changePatientStatus(clinic, ben.id, { status: 'dispensary' }, ADMIN.id)
  await changePatientStatus(clinic, ali.id, { status: 'called', windowId: one }, ADMIN.id)
  clock.advance(60_000)
  await changePatientStatus(clinic, ali.id, { status: 'called', windowId: one }, ADMIN.id)
  const { id, number, day } = last
  ledger.patients.set(id, { name: 'BEN', number, day, steps: 3, unanswered: 0 })
  ledger.calls.push({ sequence: 1, patientId: id })

  const queue: View = {
    'Priority Patients': [],
    'Active Patients': ['#001 ALI, called, Room 1'],
    'Waiting Patients': [],
    'rooms to call from': ['Room 1 (#001)', 'Room 2'],
  }
  const dispensary: View = {
    'Dispensary, priority': ['#002 BEN, waiting'],
    'Dispensary, waiting': [],
  }
  const register: View = {
    'next number': ['#003'],
    'total registered': ['2'],
    'recent registrations': ['#002 BEN', '#001 ALI'],
  }
  const tv: View = { 'current call': ['ALI, Room 1'], 'history on TV': ['BEN, Room 2'] }
  return {
    dataDir: folder,
    ledger,
    arrivalCount: 2,
    views: new Map(Object.entries({ queue, dispensary, register, tv })),
    announced: new Map([['tv', ['BEN, Room 2', 'ALI, Room 1', 'ALI, Room 1']]]),
    offlineSpans: new Map(),
    clocks: [],
  }
}

const wrong = (evening: ScenarioRecord) =>
  runFinalChecks(evening).checks.flatMap(({ error }) => error ?? [])

test('a correct evening has no errors', async () => {
  const evening = await anEvening()
  expect(wrong(evening)).toEqual([])
  expect(runFinalChecks(evening).checks.length).toBeGreaterThan(15)
})

test.each<[string, (evening: ScenarioRecord) => void]>([
  [
    'queue, Active Patients: line 1 is "missing", and should be "#001 ALI, called, Room 1"',
    ctx => setView(ctx, 'queue', 'Active Patients', []),
  ],
  [
    'queue, Waiting Patients: line 1 is "#003 CARA, waiting", and should be "missing"',
    ctx => setView(ctx, 'queue', 'Waiting Patients', ['#003 CARA, waiting']),
  ],
  [
    'dispensary, Dispensary, priority: line 1 is "#002 BEN, called", and should be "#002 BEN, waiting"',
    ctx => setView(ctx, 'dispensary', 'Dispensary, priority', ['#002 BEN, called']),
  ],
  [
    'register, next number: line 1 is "#002", and should be "#003"',
    ctx => setView(ctx, 'register', 'next number', ['#002']),
  ],
  [
    'tv, current call: line 1 is "N/A", and should be "ALI, Room 1"',
    ctx => setView(ctx, 'tv', 'current call', ['N/A']),
  ],
  [
    'tv, history on TV: line 1 is "missing", and should be "BEN, Room 2"',
    ctx => setView(ctx, 'tv', 'history on TV', []),
  ],
  ['tv: call 1 was not announced: BEN, Room 2', ctx => ctx.announced.get('tv')?.shift()],
  [
    'tv: announced twice or out of order: BEN, Room 2',
    ctx => ctx.announced.get('tv')?.push('BEN, Room 2'),
  ],
  [
    'call 4 was acknowledged and is lost',
    ctx => ctx.ledger.calls.push({ sequence: 4, patientId: 1 }),
  ],
  ['3 came, 2 rows of 2 names are there', ctx => ctx.arrivalCount++],
])('the error is found: %s', async (error, plant) => {
  const evening = await anEvening()
  plant(evening)
  expect(wrong(evening)).toEqual([error])
})

function setView({ views }: ScenarioRecord, who: string, place: string, lines: string[]) {
  views.set(who, { ...views.get(who), [place]: lines })
}

test('a call may be missed only by a TV that was offline for 30 s after it', () => {
  const calls = [{ sequence: 1, label: 'ALI, Room 1', atMs: 100_000 }]
  const errors = (fromMs: number, toMs: number, clocks: number[] = []) =>
    checkAnnouncements(
      'tv',
      [],
      calls,
      mergeSpans(
        [{ fromMs, toMs }],
        clocks.map(atMs => ({ atMs, aheadMs: 0 })),
      ),
    ).checks.filter(({ error }) => error !== null).length
  expect(errors(90_000, 120_000)).toBe(1)
  expect(errors(101_000, 140_000)).toBe(0)
  expect(errors(104_000, 140_000)).toBe(1)
  expect(errors(90_000, 135_000)).toBe(0)
  // The clock was set while it was offline, so the age of that call is unknown.
  expect(errors(90_000, 120_000, [0, 110_000])).toBe(0)
})

test('a connection that died silently is offline for longer than one that was cut', () => {
  const span = { fromMs: 0, toMs: 2_000 }
  expect(getOfflineSpan('cut', span).toMs).toBeLessThan(27_000)
  expect(getOfflineSpan('silent', span).toMs).toBeGreaterThan(45_000)
})

test('the times of a clock that was set forward and back are converted to real time', () => {
  const HOUR_MS = 3_600_000
  const start = Date.parse('2026-11-20T02:00:00.000Z')
  const clocks = [
    { atMs: start, aheadMs: 0 },
    { atMs: start + 60_000, aheadMs: HOUR_MS },
    { atMs: start + 120_000, aheadMs: 0 },
  ]
  const time = (atMs: number, aheadMs: number) => new Date(start + atMs + aheadMs).toISOString()
  for (const [atMs, aheadMs] of [
    [30_000, 0],
    [90_000, HOUR_MS],
    [150_000, 0],
  ] as const) {
    expect(toWallClock(time(atMs, aheadMs), clocks)).toBe(start + atMs)
  }
})

test('the same seed makes the same plan, with two kills, two clock changes and a full disk', () => {
  const [one, again, other] = [7, 7, 8].map(seed =>
    createFaultPlan(seed, 600_000, ['Room 1', 'TV']),
  )
  expect(one).toEqual(again ?? [])
  expect(one).not.toEqual(other ?? [])
  const counts = Object.entries(Object.groupBy(one ?? [], ({ what }) => what))
  expect(Object.fromEntries(counts.map(([what, those]) => [what, those.length]))).toEqual({
    killed: 2,
    clock: 2,
    disk: 1,
    wifi: 40,
  })
})

test('a program with a clock one hour ahead sends that time in its responses and their Date header', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-clock-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const clock = join(folder, 'clock')
  writeFileSync(clock, '3600000')
  const program = `const server = Bun.serve({ port: 0, fetch: async () => Response.json(new Date()) })
    const response = await fetch(server.url)
    console.log(JSON.stringify([await response.json(), response.headers.get('date'), Date.now(), new Date(0)]))
    server.stop(true)`
  const preload = join(import.meta.dirname, '../chaos/load-scenario/shifted-clock.ts')
  const { stdout } = Bun.spawnSync([process.execPath, '--preload', preload, '-e', program], {
    env: { CLOCK_FILE: clock },
  })
  const [body, header, now, epoch] = JSON.parse(stdout.toString())
  for (const time of [body, header, now]) {
    const ahead = new Date(time).getTime() - Date.now()
    expect(Math.abs(ahead - 3_600_000)).toBeLessThan(60_000)
  }
  expect(epoch).toBe('1970-01-01T00:00:00.000Z')
})
