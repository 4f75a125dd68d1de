import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN } from '../support/server/test-clinic.ts'
import { saveTable } from './measurements.ts'
import { median, percentile, run } from './program.ts'

/**
 * Part of `bun run bench:growth`: the real program on clinics of different ages. Its start, `doctor`, a backup
 * while 20 desks work (their waits beside those without a backup), and a restore.
 */
const YEARS = [0, 1, 10]
const STARTS = 5
const DESKS = 20
const DESK_PAUSE_MS = 500
const WITHOUT_BACKUP_MS = 5_000
const CREATE_DATABASE = join(import.meta.dirname, '../support/server/create-database-main.ts')
const MAIN = ['server/main.ts', '--port', '0', '--data-dir']

type Clinic = Awaited<ReturnType<typeof signIn>>

const columns: string[][] = []
for (const years of YEARS) columns.push(await measure(years))
const names = [
  'size of the database',
  'start to the first response, median of 5',
  'doctor',
  '20 desks without a backup: median, 99 of 100, worst wait',
  '20 desks during a backup: median, 99 of 100, worst wait',
  'backup',
  'size of the backup',
  'restore',
]
const rows = names.map((name, row) => [name, ...columns.map(column => column[row] ?? '')])
saveTable('growth-program', ['', 'first day', 'after 1 year', 'after 10 years'], rows)
process.exit(0)

async function measure(years: number) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-bench-'))
  try {
    await runToEnd([CREATE_DATABASE, folder, String(365 * years)])
    const size = statSync(join(folder, 'clinic.db')).size
    const starts: number[] = []
    for (let n = 0; n < STARTS; n++) starts.push(await timeStart(folder))
    const doctor = await timeCommand(['server/main.ts', 'doctor', '--data-dir', folder])
    const work = await measureBackup(folder)
    const backup = join(folder, 'backups', readdirSync(join(folder, 'backups'))[0] ?? '')
    const backupSize = statSync(backup).size
    const restore = await timeCommand(['server/main.ts', 'restore', backup, '--data-dir', folder])
    const ms = `${median(starts).toFixed(0)} ms`
    return [toMB(size), ms, doctor, work.without, work.during, work.took, toMB(backupSize), restore]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function timeStart(folder: string) {
  const started = performance.now()
  const { url, stop } = await run([...MAIN, folder])
  await fetch(url)
  const took = performance.now() - started
  stop()
  return took
}

async function timeCommand(args: string[]) {
  const started = performance.now()
  await runToEnd(args)
  return toSeconds(performance.now() - started)
}

async function measureBackup(folder: string) {
  const { url, stop } = await run([...MAIN, folder])
  const clinic = await signIn(url)
  await runDesks(clinic, () => Bun.sleep(1_000))
  const without = await runDesks(clinic, () => Bun.sleep(WITHOUT_BACKUP_MS))
  let took = 0
  const during = await runDesks(clinic, async () => {
    const started = performance.now()
    await clinic('POST', '/api/backups')
    while ((await clinic('GET', '/api/backups')).work.step !== 'idle') await Bun.sleep(50)
    took = performance.now() - started
  })
  stop()
  return { without: describeWaits(without), during: describeWaits(during), took: toSeconds(took) }
}

/** Milliseconds of every request that the desks made while `work` ran. */
async function runDesks(clinic: Clinic, work: () => Promise<unknown>) {
  const waits: number[] = []
  let isWorking = true
  const desks = Array.from({ length: DESKS }, async () => {
    await Bun.sleep(DESK_PAUSE_MS * Math.random())
    async function timed(method: string, path: string, json?: unknown) {
      const started = performance.now()
      const body = await clinic(method, path, json)
      waits.push(performance.now() - started)
      return body
    }
    while (isWorking) {
      const { id } = await timed('POST', '/api/patients', { name: 'ali' })
      await timed('GET', '/api/patients')
      // So that the list stays as short as it is.
      await timed('DELETE', `/api/patients/${id}`)
      await Bun.sleep(DESK_PAUSE_MS)
    }
  })
  await work()
  isWorking = false
  await Promise.all(desks)
  return waits
}

async function signIn(url: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.username, password: ADMIN.password }),
  })
  const cookie = response.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''

  return async function send(method: string, path: string, json?: unknown) {
    const headers = { cookie, 'content-type': 'application/json' }
    const body = json === undefined ? null : JSON.stringify(json)
    const response = await fetch(url + path, { method, headers, body })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
    return response.json()
  }
}

async function runToEnd(args: string[]) {
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  await Bun.spawn([process.execPath, ...args], { stdio: [...stdio] }).exited
}

function describeWaits(waits: number[]) {
  const ms = (value: number) => value.toFixed(1)
  return `${ms(median(waits))}, ${ms(percentile(waits, 99))}, ${ms(Math.max(...waits))} ms (${waits.length})`
}

function toSeconds(ms: number) {
  return `${(ms / 1000).toFixed(2)} s`
}

function toMB(bytes: number) {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
