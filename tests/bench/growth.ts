import { saveAuditEntry } from '#db/repositories/audit-entries'
import { keepReportDays } from '../../server/actions/reports.ts'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { createHistory } from '../support/database/history.ts'
import { createTestApp } from '../support/server/test-app.ts'
import { ADMIN, confirmDate, ROOMS } from '../support/server/test-clinic.ts'
import { saveTable } from './measurements.ts'
import { median, timed } from './program.ts'

/**
 * `bun run bench:growth`: the same requests on a clinic's first day, after one year and after ten,
 * each after a write, so that nothing comes from the cache. All have the same 300 patients of
 * today.
 */
const YEARS = [0, 1, 10]
const PATIENTS_PER_DAY = 300
const ROUNDS = 15
const TEN_YEARS = 'from=2016-11-23&to=2026-11-20'
const READS = [
  ['GET /api/patients', '/api/patients'],
  ['GET /api/windows', '/api/windows'],
  ['GET /api/patients/next-number', '/api/patients/next-number'],
  ['GET /api/dashboard/stats', '/api/dashboard/stats'],
  ['GET /api/dashboard/current-call', '/api/dashboard/current-call'],
  ['GET /api/dashboard/history', '/api/dashboard/history'],
  ['report of a year, by day', '/api/reports?from=2025-11-21&to=2026-11-20&by=day'],
  ['report of ten years, by hour', `/api/reports?${TEN_YEARS}&by=hour`],
  ['report of ten years, by room', `/api/reports?${TEN_YEARS}&by=room`],
] as const
const AUDIT_ENTRY = {
  at: '2026-11-20T02:00:00.000Z',
  userId: ADMIN.id,
  username: ADMIN.username,
  address: '127.0.0.1',
  action: 'patient called',
  subject: '#001',
  detail: 'Room 1',
} as const
/** Lines of the audit that are measured together: one takes too little. */
const LINES = 100

const clinics = []
for (const years of YEARS) clinics.push(await openClinic(years))
// In turns, so that other load on this machine affects all of them.
for (let round = 0; round < ROUNDS; round++) {
  for (const clinic of clinics) await measureRound(clinic)
}
for (const { close } of clinics) await close()

const columns = clinics.map(({ times }) => times)
const rows = [...(columns[0]?.keys() ?? [])].map(what => {
  const times = columns.map(column => median(column.get(what) ?? []))
  const ratios = times.map(time => time / (times[0] ?? 1))
  return [what, ...times.map((time, n) => `${time.toFixed(2)} ms (${ratios[n]?.toFixed(2)})`)]
})
const header = ['request', 'first day', 'after 1 year (ratio)', 'after 10 years (ratio)']
saveTable('growth', header, rows)
process.exit(0)

async function openClinic(years: number) {
  const { clinic, database, admin: signIn, close } = await createTestApp()
  if (years > 0) {
    const history = { days: 365 * years, patientsPerDay: PATIENTS_PER_DAY, before: '2026-11-20' }
    await clinic.write(tx => createHistory(tx, history))
    await confirmDate({ clinic, database })
    await keepReportDays(clinic)
  }
  const admin = await signIn()
  const register = async (): Promise<number> =>
    (await admin.post('/api/patients', { name: 'ali' })).body.id
  for (let n = 1; n < PATIENTS_PER_DAY; n++) await register()
  return { clinic, admin, register, close, times: new Map<string, number[]>() }
}

async function measureRound(opened: Awaited<ReturnType<typeof openClinic>>) {
  const { clinic, admin, register, times } = opened
  async function time(what: string, work: () => Promise<unknown>) {
    times.set(what, [...(times.get(what) ?? []), await timed(work)])
  }
  const move = (json: object) => admin.patch(`/api/patients/${id}/status`, json)

  let id = 0
  await time('register', async () => {
    id = await register()
  })
  await time('call', () => move({ status: 'called', windowId: ROOMS.one }))
  for (const [what, path] of READS) {
    await register()
    await time(what, () => admin(path))
  }
  await time(`${LINES} lines of the audit`, () =>
    clinic.write(async tx => {
      for (let n = 0; n < LINES; n++) await saveAuditEntry(tx, AUDIT_ENTRY)
    }),
  )
  await time('complete', () => move({ status: 'completed' }))
  await confirmDate({ clinic })
  await time('cleanup', () => cleanUp(clinic))
}
