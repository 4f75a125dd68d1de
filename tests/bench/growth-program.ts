import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createDataFolder, type DataFolder } from '../support/server/program.ts'
import { saveTable } from './measurements.ts'
import { median, openClient, percentile, timed, timeStart } from './program.ts'

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

type Client = Awaited<ReturnType<typeof openClient>>

const columns: Record<string, string>[] = []
for (const years of YEARS) columns.push(await measure(years))
const rows = Object.keys(columns[0] ?? {}).map(name => [
  name,
  ...columns.map(column => column[name] ?? ''),
])
saveTable('growth-program', ['', 'first day', 'after 1 year', 'after 10 years'], rows)
process.exit(0)

async function measure(years: number) {
  const data = createDataFolder()
  const created = [process.execPath, CREATE_DATABASE, data.folder, String(365 * years)]
  Bun.spawnSync(created, { stderr: 'inherit' })
  const size = toMB(join(data.folder, 'clinic.db'))
  const starts: number[] = []
  for (let n = 0; n < STARTS; n++) starts.push(await timeStart(data.start))
  const doctor = await timed(() => data.run(['doctor']))
  const work = await measureWork(data)
  const backups = join(data.folder, 'backups')
  const backup = join(backups, readdirSync(backups)[0] ?? '')
  const backupSize = toMB(backup)
  const restore = await timed(() => data.run(['restore', backup]))
  data.close()
  return {
    'size of the database': size,
    'start to the first response, median of 5': `${median(starts).toFixed(0)} ms`,
    doctor: toSeconds(doctor),
    ...work,
    'size of the backup': backupSize,
    restore: toSeconds(restore),
  }
}

async function measureWork(data: DataFolder) {
  const program = data.start()
  const url = await program.url()
  const client = await openClient(url)
  await runDesks(client, () => Bun.sleep(1_000))
  const without = await runDesks(client, () => Bun.sleep(WITHOUT_BACKUP_MS))
  let backup = 0
  const during = await runDesks(client, async () => {
    backup = await timed(() => makeBackup(client))
  })
  const pages: number[] = []
  const besideReports = await runDesks(client, () => readReports(url, client, pages))
  await program.end()
  const waits = 'median, 99 of 100, worst wait'
  return {
    [`20 desks without a backup: ${waits}`]: without,
    [`20 desks during a backup: ${waits}`]: during,
    [`20 desks beside an export and a page of all reports a second: ${waits}`]: besideReports,
    'page of all reports, median': `${median(pages).toFixed(0)} ms`,
    backup: toSeconds(backup),
  }
}

async function makeBackup({ send }: Client) {
  await send('POST', '/api/backups')
  while ((await send('GET', '/api/backups')).work.step !== 'idle') await Bun.sleep(50)
}

/** Exports all visits and turns the pages of all reports meanwhile. */
async function readReports(url: string, { cookie }: Client, pages: number[]) {
  async function read(path: string) {
    const response = await fetch(`${url}${path}?${ALL_DAYS}`, { headers: { cookie } })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await response.arrayBuffer()
  }
  const exporting = read('/api/reports/visits.csv')
  for (let n = 0; n < PAGES; n++) {
    pages.push(await timed(() => read('/reports')))
    await Bun.sleep(1_000)
  }
  await exporting
}

/** The waits of every request that the desks make while `work` runs. */
async function runDesks({ send }: Client, work: () => Promise<unknown>) {
  const waits: number[] = []
  let isWorking = true
  const desks = Array.from({ length: DESKS }, async () => {
    await Bun.sleep(DESK_PAUSE_MS * Math.random())
    while (isWorking) {
      let id = 0
      const register = async () => {
        id = (await send('POST', '/api/patients', { name: 'ali' })).id
      }
      waits.push(await timed(register))
      waits.push(await timed(() => send('GET', '/api/patients')))
      // So that the list stays as short as it is.
      waits.push(await timed(() => send('DELETE', `/api/patients/${id}`)))
      await Bun.sleep(DESK_PAUSE_MS)
    }
  })
  await work()
  isWorking = false
  await Promise.all(desks)
  const times = [median(waits), percentile(waits, 99), Math.max(...waits)]
  return `${times.map(ms => ms.toFixed(1)).join(', ')} ms (${waits.length})`
}

function toSeconds(ms: number) {
  return `${(ms / 1000).toFixed(2)} s`
}

function toMB(file: string) {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`
}
