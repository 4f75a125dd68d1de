import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changePatientStatus, registerPatient } from '../../server/actions/patients.ts'
import { checkAnnouncements } from '../chaos/day/checks/announcements.ts'
import { checkTurns, watchTurn } from '../chaos/day/checks/day-turn.ts'
import { getExpectedView, type View } from '../chaos/day/checks/expected-view.ts'
import { runFinalChecks, type ScenarioRecord } from '../chaos/day/checks/final-checks.ts'
import { getOfflineSpan, mergeSpans, toWallClock } from '../chaos/day/checks/offline-spans.ts'
import { checkTooLate } from '../chaos/day/checks/too-late.ts'
import { createFaultPlan } from '../chaos/day/fault-plan.ts'
import { createWriteLog } from '../chaos/day/write-log.ts'
import { createLedger } from '../chaos/kills/ledger.ts'
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
    requests: [
      { patientId: ben.id, seenSteps: 1, status: 'called', windowId: two, outcome: 'done' },
      { patientId: ben.id, seenSteps: 2, status: 'dispensary', windowId: null, outcome: 'done' },
      { patientId: ali.id, seenSteps: 1, status: 'called', windowId: one, outcome: 'done' },
      { patientId: ali.id, seenSteps: 2, status: 'called', windowId: one, outcome: 'unknown' },
    ],
    arrivalCount: 2,
    views: new Map(Object.entries({ queue, dispensary, register, tv })),
    announced: new Map([['tv', ['BEN, Room 2', 'ALI, Room 1', 'ALI, Room 1']]]),
    offlineSpans: new Map(),
    clocks: [],
    time: { nowMs: Date.parse(clock.now()), offsetMs: 8 * 60 * 60_000 },
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
  [
    'patient 1, step 1, called to Room 1: a desk was told that it was refused',
    ctx => setOutcome(ctx, 2, 'refused'),
  ],
  [
    'patient 1, step 2, called again to Room 1: no desk asked for it',
    ctx => ctx.requests.splice(3, 1),
  ],
  [
    'patient 1, step 3, completed: acknowledged and lost',
    ctx => ctx.requests.push({ ...STEP, patientId: 1, seenSteps: 3, outcome: 'done' }),
  ],
  [
    'patient 2 is not deleted, and a desk was told otherwise',
    ctx => ctx.requests.push({ ...STEP, status: 'deleted', outcome: 'done' }),
  ],
])('the error is found: %s', async (error, plant) => {
  const evening = await anEvening()
  plant(evening)
  expect(wrong(evening)).toEqual([error])
})

const STEP = { patientId: 2, seenSteps: 3, status: 'completed', windowId: null }

function setOutcome(
  { requests }: ScenarioRecord,
  index: number,
  outcome: ScenarioRecord['requests'][number]['outcome'],
) {
  const [request] = requests.splice(index, 1)
  if (request) requests.push({ ...request, outcome })
}

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
  expect(getOfflineSpan('cut', span).toMs).toBe(10_000)
  // A request that was sent meanwhile gives up after 10 s.
  expect(getOfflineSpan('silent', span).toMs).toBe(20_000)
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

test('the same seed makes the same plan, with kills, hangs, clock changes, a full disk and a midnight', () => {
  const [one, again, other] = [7, 7, 8].map(seed =>
    createFaultPlan(seed, 600_000, ['Room 1', 'TV']),
  )
  expect(one).toEqual(again ?? [])
  expect(one).not.toEqual(other ?? [])
  const counts = Object.entries(Object.groupBy(one ?? [], ({ what }) => what))
  expect(Object.fromEntries(counts.map(([what, those]) => [what, those.length]))).toEqual({
    killed: 2,
    hung: 2,
    clock: 3,
    midnight: 1,
    disk: 1,
    wifi: 40,
  })
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'the day of seed %i turns after every other clock change',
  seed => {
    const plan = createFaultPlan(seed, 48_000, ['Room 1', 'TV'])
    const midnight = plan.findIndex(({ what }) => what === 'midnight')
    expect(plan.findLastIndex(({ what }) => what === 'clock')).toBeLessThan(midnight)
    // Also in a short run.
    expect(plan.some(fault => fault.what === 'wifi' && fault.how === 'silent')).toBe(true)
  },
)

test('the server hangs for longer than a page waits for a write', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const hangs = createFaultPlan(seed, 600_000, ['TV']).filter(fault => fault.what === 'hung')
    expect(Math.max(...hangs.map(({ lastsMs }) => lastsMs))).toBeGreaterThan(11_000)
  }
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
  const preload = join(import.meta.dirname, '../chaos/day/shifted-clock.ts')
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

test('a write with several attempts is refused only if none of them was carried out', () => {
  const { record, finish, ledger } = createWriteLog()
  const attempt = (key: string, status: number) =>
    record(
      {
        method: 'PATCH',
        path: '/api/patients/2/status',
        key,
        status,
        step: STEP,
        patient: null,
      },
      'desk',
    )
  ledger.patients.set(2, { name: 'BEN', number: 2, day: '2026-11-20', steps: 3, unanswered: 0 })
  for (const [key, statuses] of Object.entries({
    late: [0, 408, 408],
    stale: [0, 409],
    'full disk': [507],
    repeated: [0, 0, 200],
    'too late, then with a new deadline': [408, 200],
    lost: [0, 0],
    broken: [500],
  })) {
    for (const status of statuses) attempt(key, status)
  }
  const outcomes = finish().map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['refused', 'refused', 'refused', 'done', 'done', 'unknown', 'unknown'])
  expect(ledger.patients.get(2)?.unanswered).toBe(2)
  expect(ledger.refused).toBe(6)
})

test('after midnight a view has the new numbers, and of the day before only the unfinished of 12 hours', () => {
  const patient = {
    series: 0,
    windowId: null,
    isPriority: 0,
    isForDispensary: 0,
    steps: 1,
  } as const
  const rows = {
    patients: [
      ['MORNING', 1, '2026-11-20', '2026-11-20T09:30:00.000Z', 'waiting'] as const,
      ['AFTERNOON', 2, '2026-11-20', '2026-11-20T13:30:00.000Z', 'waiting'] as const,
      ['FINISHED', 3, '2026-11-20', '2026-11-20T13:31:00.000Z', 'completed'] as const,
      ['NIGHT', 1, '2026-11-21', '2026-11-21T00:00:02.000Z', 'waiting'] as const,
    ].map(([name, number, day, registeredAt, status], n) => ({
      ...patient,
      id: n + 1,
      name,
      number,
      day,
      registeredAt,
      status,
      deletedAt: null,
    })),
    rooms: [],
    calls: [{ sequence: 1, patientId: 3, room: 'Room 1', calledAt: '2026-11-20T13:32:00.000Z' }],
  }
  const viewAt = (instant: string) =>
    getExpectedView(rows, { nowMs: Date.parse(instant), offsetMs: 0 })
  expect(viewAt('2026-11-21T00:00:05.000Z')).toMatchObject({
    allPatients: ['#002 AFTERNOON, waiting', '#001 NIGHT, waiting'],
    'next number': ['#002'],
    'total registered': ['1'],
    'recent registrations': ['#001 NIGHT'],
    history: [],
  })
  expect(viewAt('2026-11-20T23:59:59.000Z').history).toEqual(['FINISHED, Room 1'])
})

test('a screen has turned when it shows the new number and nobody who is gone', async () => {
  const api: View = { 'next number': ['#001'], allPatients: ['#002 BEN, waiting'] }
  const turnOf = async (views: View[]) => {
    let reads = 0
    const getView = async () => views[reads++] ?? {}
    await watchTurn({ name: 'desk', getView }, ['ALI', 'BEN'], async () => api)
    return reads
  }
  expect(await turnOf([{ 'Waiting Patients': ['#001 ALI', '#002 BEN'] }, {}])).toBe(2)
  expect(await turnOf([{ 'Waiting Patients': ['#002 BEN'] }])).toBe(1)
  expect(await turnOf([{ 'next number': ['#003'] }, { 'next number': ['#001'] }])).toBe(2)
})

test('a screen may turn late only if it was offline', () => {
  const turns = [{ viewer: 'desk', turnedAtMs: 120_000 }]
  const errors = (spans: { fromMs: number; toMs: number }[]) =>
    checkTurns(turns, 100_000, new Map([['desk', spans]])).flatMap(({ error }) => error ?? [])
  expect(errors([])).toEqual(['desk showed the new day 20 s late'])
  expect(errors([{ fromMs: 99_000, toMs: 112_000 }])).toEqual([])
  expect(errors([{ fromMs: 80_000, toMs: 90_000 }])).toHaveLength(1)
})

test('a write is too late only after a hang, a broken network or a change of the clock', () => {
  const tooLate = [100_000, 130_000, 160_000].map(atMs => ({ device: 'desk', atMs }))
  const errors = checkTooLate(
    tooLate,
    [{ atMs: 95_000, aheadMs: 0 }],
    new Map([['desk', [{ fromMs: 110_000, toMs: 125_000 }]]]),
  ).filter(({ error }) => error !== null)
  expect(errors).toHaveLength(1)
})

test('a call may be silent if the clock was set forward while it was saved', () => {
  const errors = (clockSetInMs: number) =>
    checkAnnouncements(
      'tv',
      [],
      [{ sequence: 1, label: 'ALI, Room 1', atMs: 0, clockSetInMs }],
      [],
    ).checks.flatMap(({ error }) => error ?? [])
  expect(errors(500)).toEqual([])
  expect(errors(2_000)).toEqual([
    'tv: call 1 was not announced: ALI, Room 1, 2000 ms before a new time',
  ])
})
