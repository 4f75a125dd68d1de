import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createDataFolder, type DataFolder } from '../support/server/program.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
import { signIn } from '../support/server/test-server.ts'
import { saveTable } from './measurements.ts'
import { median, percentile } from './program.ts'

/**
 * Part of `bun run bench:growth`: the real program on clinics of different ages. Its start,
 * `doctor`, a backup while 20 desks work (their waits beside those without a backup), and a
 * restore.
 */
const YEARS = [0, 1, 10]
const STARTS = 5
const DESKS = 20
const DESK_PAUSE_MS = 500
const WITHOUT_BACKUP_MS = 5_000
const PAGES = 10
const ALL_DAYS = `from=2010-01-01&to=${new Date().toISOString().slice(0, 10)}`
const CREATE_DATABASE = join(import.meta.dirname, '../support/server/create-database-main.ts')

type Send = Awaited<ReturnType<typeof signIn>>['send']

const columns: string[][] = []
for (const years of YEARS) columns.push(await measure(years))
const names = [
  'size of the database',
  'start to the first response, median of 5',
  'doctor',
  '20 desks without a backup: median, 99 of 100, worst wait',
  '20 desks during a backup: median, 99 of 100, worst wait',
  '20 desks beside an export and a page of all reports a second: median, 99 of 100, worst wait',
  'page of all reports, median',
  'backup',
  'size of the backup',
  'restore',
]
const rows = names.map((name, row) => [name, ...columns.map(column => column[row] ?? '')])
saveTable('growth-program', ['', 'first day', 'after 1 year', 'after 10 years'], rows)
process.exit(0)

async function measure(years: number) {
  const data = createDataFolder()
  const { folder } = data
  try {
    await runToEnd([CREATE_DATABASE, folder, String(365 * years)])
    const size = statSync(join(folder, 'clinic.db')).size
    const starts: number[] = []
    for (let n = 0; n < STARTS; n++) starts.push(await timeStart(data))
    const doctor = await timeCommand(['server/main.ts', 'doctor', '--data-dir', folder])
    await runToEnd(['server/main.ts', 'rebuild-reports', '--data-dir', folder])
    const work = await measureBackup(data)
    const backup = join(folder, 'backups', readdirSync(join(folder, 'backups'))[0] ?? '')
    const backupSize = statSync(backup).size
    const restore = await timeCommand(['server/main.ts', 'restore', backup, '--data-dir', folder])
    const ms = `${median(starts).toFixed(0)} ms`
    const { without, during, besideReports, page } = work
    const waits = [without, during, besideReports, page]
    return [toMB(size), ms, doctor, ...waits, work.took, toMB(backupSize), restore]
  } finally {
    data.close()
  }
}

async function timeStart(data: DataFolder) {
  const started = performance.now()
  const program = data.start()
  await fetch(await program.url())
  const took = performance.now() - started
  await program.end()
  return took
}

async function timeCommand(args: string[]) {
  const started = performance.now()
  await runToEnd(args)
  return toSeconds(performance.now() - started)
}

async function measureBackup(data: DataFolder) {
  const program = data.start()
  const url = await program.url()
  const { send, cookie } = await signIn(url, ADMIN)
  await runDesks(send, () => Bun.sleep(1_000))
  const without = await runDesks(send, () => Bun.sleep(WITHOUT_BACKUP_MS))
  let took = 0
  const during = await runDesks(send, async () => {
    const started = performance.now()
    await send('POST', '/api/backups')
    while ((await send('GET', '/api/backups')).body.work.step !== 'idle') await Bun.sleep(50)
    took = performance.now() - started
  })
  const { waits, pages } = await measureReports(send, path => readWhole(url + path, cookie))
  await program.end()
  return {
    without: describeWaits(without),
    during: describeWaits(during),
    besideReports: describeWaits(waits),
    page: `${median(pages).toFixed(0)} ms`,
    took: toSeconds(took),
  }
}

/** Somebody exports all visits and turns the pages of all reports meanwhile. */
async function measureReports(send: Send, read: (path: string) => Promise<void>) {
  const pages: number[] = []
  const waits = await runDesks(send, async () => {
    const exporting = read(`/api/reports/visits.csv?${ALL_DAYS}`)
    for (let n = 0; n < PAGES; n++) {
      const started = performance.now()
      await read(`/reports?${ALL_DAYS}`)
      pages.push(performance.now() - started)
      await Bun.sleep(1_000)
    }
    await exporting
  })
  return { waits, pages }
}

async function readWhole(url: string, cookie: string) {
  const response = await fetch(url, { headers: { cookie } })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  await response.arrayBuffer()
}

/** Milliseconds of every request that the desks made while `work` ran. */
async function runDesks(send: Send, work: () => Promise<unknown>) {
  const waits: number[] = []
  let isWorking = true
  const desks = Array.from({ length: DESKS }, async () => {
    await Bun.sleep(DESK_PAUSE_MS * Math.random())
    async function timed(method: string, path: string, json?: unknown) {
      const started = performance.now()
      const { status, body } = await send(method, path, json)
      if (status >= 400) throw new Error(`${method} ${path}: ${status}`)
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
