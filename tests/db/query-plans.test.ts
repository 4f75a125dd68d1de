import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createClient, type InArgs, type Client as LibsqlClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { SCREENS } from '../../routes/index.tsx'
import { keepReportDays } from '../../server/actions/reports.ts'
import { cleanUp, dropEndedSessions } from '../../server/actions/system/cleanup.ts'
import { createApp } from '../../server/app.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { saveHistory } from '../support/database/history.ts'
import { perFile } from '../support/server/per-test.ts'
import { createSignedInClient, createTestApp } from '../support/server/test-app.ts'
import { ADMIN, confirmDate, ROOMS } from '../support/server/test-clinic.ts'
import { register, sendOnce, WRITE_REQUESTS } from '../support/server/write-requests.ts'

/** These grow for as long as the clinic works; every other table expires or is counted in tens. */
const GROWING = ['patients', 'journey', 'calls', 'queue_resets', 'idempotency_keys']
const ALIASES: Record<string, string> = {
  taken: 'patients',
  own: 'patients',
  last: 'patients',
  other: 'patients',
  newest: 'calls',
}

const ctx = perFile(() =>
  createTestApp({ onStatement: (text, params) => statements.set(text, params) }),
)
const statements = new Map<string, unknown[]>()

beforeAll(async () => {
  await ctx.database.write(tx =>
    saveHistory(tx, { days: 365, patientsPerDay: 30, before: '2026-11-20' }),
  )
  statements.clear()
  await runWholeDay()
})

/**
 * Every route and page, with patients in every state, and the cleanup. A backup copies the file.
 */
async function runWholeDay() {
  const app = createApp(ctx.clinic, { assets: loadAssets() })
  const admin = await createSignedInClient(app, ADMIN)
  const tv = (await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })).body
  for (const status of ['called', 'in-progress', 'requeue', 'called', 'dispensary', 'completed']) {
    const json = { status, windowId: ROOMS.two, requeueReason: 'XRAY' }
    await admin.patch(`/api/patients/${await register(admin)}/status`, json)
  }
  const paths = [...app.routes.values()]
    .filter(({ method, path }) => method === 'GET' && !/events|file|metrics/.test(path))
    .map(({ path }) => path.replace(':token', tv.token).replace(/:\w+/, '1'))
  for (const path of new Set([...paths, ...SCREENS.map(page => page.path)])) {
    await admin(`${path}?after=0&userId=1`)
  }
  for (const [route, prepare] of Object.entries(WRITE_REQUESTS)) {
    if (route.includes('/backups')) continue
    const request = await prepare(admin, ctx)
    const [method = ''] = route.split(' ')
    await sendOnce(admin, method, request, { 'idempotency-key': route })
  }
  await confirmDate(ctx)
  await cleanUp(ctx.clinic)
  await keepReportDays(ctx.clinic)
  await dropEndedSessions(ctx.clinic)
}

/** As `PRAGMA optimize` estimated them in a clinic of ten years. */
const WRONG_STATISTICS = `analyze; delete from sqlite_stat1 where tbl in ('patients', 'calls', 'journey');
  insert into sqlite_stat1 values
    ('patients', 'patients_called_at', '4301186 2'),
    ('patients', 'patients_registered_at', '1183200 1'),
    ('patients', 'patients_day_number_unique', '1218000 201 201 1'),
    ('calls', 'calls_patient', '3355695 2 1'),
    ('journey', 'journey_patient', '9713760 6');
  analyze sqlite_schema`

test.each([
  ['without statistics', ''],
  ['with statistics', 'analyze'],
  ['with estimated statistics', 'pragma analysis_limit = 400; analyze'],
  ['with wrong statistics', WRONG_STATISTICS],
])('after a year, %s, every statement of a day uses an index', async (_, preparation) => {
  const client = await openCopy()
  await client.executeMultiple(preparation)
  const slow: string[] = []
  for (const [text, params] of statements) {
    const step = isExplainable(text) ? await findSlowStep(client, text, params) : undefined
    if (step) slow.push(`${step}: ${text}`)
  }
  expect(slow).toEqual([])
})

test('the statements of a day are recorded', () => {
  const texts = [...statements.keys()].join('\n')
  for (const table of GROWING) expect(texts).toContain(`"${table}"`)
  expect(statements.size).toBeGreaterThan(60)
})

/** Deleting a room or a user looks for their references once; both are rare. */
const isExplainable = (text: string) =>
  /^\s*(select|insert|update|delete|with)/i.test(text) &&
  !/^(insert into|delete from) "(rooms|users)"/.test(text)

/** Of its own, because SQLite cannot commit beside a plan that was not read to its end. */
async function openCopy() {
  const path = join(ctx.folder, `${crypto.randomUUID()}.db`)
  await ctx.database.read(db => db.run(sql`vacuum into ${path}`))
  return createClient({ url: `file:${path}`, concurrency: 1 })
}

/** The first step of the plan that reads more than an index leads to. */
async function findSlowStep(client: LibsqlClient, text: string, params: unknown[]) {
  const args = params as InArgs
  const { rows } = await client.execute({ sql: `explain query plan ${text}`, args })
  const isOfGrowing = GROWING.some(table => text.includes(`"${table}"`))
  return rows.map(row => String(row.detail)).find(detail => isSlow(detail, isOfGrowing))
}

function isSlow(detail: string, isOfGrowing: boolean) {
  if (PARTIAL.test(detail)) return false
  const [, name = ''] = /^SCAN (\w+)/.exec(detail) ?? []
  return (
    GROWING.includes(ALIASES[name] ?? name) ||
    OPEN_TO_THE_PAST.test(detail) ||
    (isOfGrowing && detail.includes('TEMP B-TREE'))
  )
}

/** Partial indices: only of the patients whose names are kept, and of each once, or phone numbers. */
const PARTIAL = /INDEX patients_(remembered|phone)\b/

/**
 * Such a range holds the whole history. Answers are not here: they are deleted when they expire.
 */
const OPEN_TO_THE_PAST = /^SEARCH (patients|journey|calls|queue_resets) .*\(\w+<\?\)$/
