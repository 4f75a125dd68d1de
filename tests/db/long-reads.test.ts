import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '../../server/domain/time.ts'
import { createLongReads, LONG_READS_COMMAND } from '../../server/long-reads/client.ts'
import { saveHistory } from '../support/database/history.ts'
import { registerPatient } from '../support/server/actions.ts'
import { PROGRAM } from '../support/server/compiled-binary.ts'
import { createTestClinic, type TestClinic } from '../support/server/test-clinic.ts'
import { until } from '../support/server/test-server.ts'

const TODAY = '2026-11-20'
const PERIOD = { from: addDays(TODAY, -30), to: TODAY }
const REPORT = { ...PERIOD, by: 'day' as const, targetMinutes: 60 }

let ctx: TestClinic
let reads: ReturnType<typeof createLongReads>
let freezes = 0

beforeEach(async () => {
  ctx = await createTestClinic()
  freezes = 0
  const { database, clinic } = ctx
  reads = createLongReads({
    database: {
      read: database.read,
      freezeFile() {
        freezes++
        return database.freezeFile()
      },
    },
    timeZone: clinic.config.timeZone,
    log: clinic.log,
    command: [...PROGRAM, LONG_READS_COMMAND],
    frozenMs: 200,
  })
})
afterEach(async () => {
  await reads.close()
  await ctx.close()
})

const fill = (days: number) =>
  ctx.database.write(tx => saveHistory(tx, { days, patientsPerDay: 40, before: TODAY }))
const register = () => registerPatient(ctx.clinic, { name: 'ali' })
const countVisits = async () => {
  const days = { from: TODAY, to: TODAY, separator: 'comma' } as const
  const { results } = await reads.readLong('visitLines', days, { isNewest: true })
  return results.flatMap(day => ('value' in day ? day.value.trim().split('\n') : [])).length
}

test('another process reads the same as this one', async () => {
  await fill(7)
  const separator = 'comma' as const
  const period = PERIOD
  const page = { period, before: period, unit: 'day' as const, targetMinutes: 60 }
  const { readLong } = ctx.clinic
  expect(await reads.readLong('report', REPORT)).toEqual(await readLong('report', REPORT))
  expect(await reads.readLong('reportPage', page)).toEqual(await readLong('reportPage', page))
  const days = PERIOD
  const counted = await readAll(from => reads.readLong('countDays', { ...days, from }))
  expect(counted).toEqual(await readAll(from => readLong('countDays', { ...days, from })))
  const lines = { ...PERIOD, separator }
  const written = await readAll(from => reads.readLong('visitLines', { ...lines, from }))
  expect(written).toEqual(await readAll(from => readLong('visitLines', { ...lines, from })))
  const audit = { from: '2020', to: '2030', separator }
  expect(await reads.readLong('auditLines', audit)).toEqual(await readLong('auditLines', audit))
})

/** A slow computer needs more slices. */
async function readAll<T>(read: (from: string) => Promise<{ results: T[]; next: string | null }>) {
  const all: T[] = []
  for (let from: string | null = PERIOD.from; from !== null; ) {
    const { results, next }: { results: T[]; next: string | null } = await read(from)
    all.push(...results)
    from = next
  }
  return all
}

test('each read finds what was saved before it, while desks save all the time', async () => {
  let isWorking = true
  let saved = 0
  const desk = (async () => {
    while (isWorking) {
      await register()
      saved++
      await Bun.sleep(1)
    }
  })()
  for (let n = 0; n < 20; n++) {
    const before = saved
    const found = await countVisits()
    expect(found).toBeGreaterThanOrEqual(before)
    expect(found).toBeLessThanOrEqual(saved)
  }
  isWorking = false
  await desk
  expect(await countVisits()).toBe(saved)
  const [numbers] = await ctx.database.read(db =>
    db.all<{ n: number }>('select count(*) as n from patients'),
  )
  expect(numbers).toEqual({ n: saved })
})

test.skipIf(process.platform !== 'linux')('the file is closed after each read', async () => {
  await register()
  await countVisits()
  expect(listOpenFiles(findWorker()).filter(path => path.includes('clinic.db'))).toEqual([])
})

test('a read that its browser has given up ends, and one that waits is not begun', async () => {
  await register()
  const asked = join(mkdtempSync(join(tmpdir(), 'long-read-')), 'asked')
  const answersNothing = `process.on('message', () => require('fs').appendFileSync(${JSON.stringify(asked)}, '.'))`
  const { database, clinic } = ctx
  const options = { database, timeZone: clinic.config.timeZone, log: clinic.log }
  const stuck = createLongReads({ ...options, command: [process.execPath, '-e', answersNothing] })
  const [running, waiting] = [new AbortController(), new AbortController()]
  const read = ({ signal }: AbortController) =>
    stuck.readLong('report', REPORT, { signal }).catch(cause => cause.name)
  const results = [read(running), read(waiting)]
  await until('it is asked', () => existsSync(asked))
  waiting.abort()
  running.abort()
  expect(await Promise.all(results)).toEqual(['AbortError', 'AbortError'])
  expect(readFileSync(asked, 'utf8')).toBe('.')
  expect(ctx.logged.filter(line => line.includes('long read'))).toEqual([])
  await stuck.close()
})

test.skipIf(process.platform !== 'linux')(
  'a process that dies fails its read alone, and the next one starts another',
  async () => {
    await register()
    await countVisits()
    const first = findWorker()
    process.kill(first, 'SIGSTOP')
    const failing = countVisits().catch(cause => cause)
    const next = countVisits()
    while (freezes < 2) await Bun.sleep(1)
    process.kill(first, 'SIGKILL')
    expect(await failing).toMatchObject({
      status: 503,
      message: 'This could not be read. Please try again.',
    })
    expect(await next).toBe(1)
    expect(findWorker()).not.toBe(first)
    expect(ctx.logged.filter(line => line.includes('long read failed'))).toHaveLength(1)

    process.kill(findWorker(), 'SIGKILL')
    // Until this process knows of its end, a read fails, too.
    await until('it is read', () =>
      countVisits().then(
        n => n === 1,
        () => false,
      ),
    )
  },
)

test('a backup and a read take turns, and neither keeps the journal from the file', async () => {
  await register()
  const frozen = await ctx.database.freezeFile()
  let isRead = false
  const reading = countVisits().then(rows => {
    isRead = true
    return rows
  })
  await register()
  expect(isRead).toBe(false)
  await frozen.release()
  expect(await reading).toBe(2)
  await (await ctx.database.freezeFile()).release()
})

test('where the file cannot be frozen, as on a full disk, it is read here', async () => {
  await register()
  const { readLong } = createLongReads({
    database: { read: ctx.database.read, freezeFile: () => Promise.reject(new Error('full')) },
    timeZone: ctx.clinic.config.timeZone,
    log: ctx.clinic.log,
    command: ['/nonexistent'],
  })
  const { rows } = await readLong('report', { ...REPORT, from: TODAY })
  expect(rows).toMatchObject([{ key: TODAY, n: 1 }])
})

test('where no other process can read, this one does, and says so once', async () => {
  await register()
  for (const command of [['/nonexistent'], [process.execPath, '-e', 'process.exit(1)']]) {
    ctx.logged.length = 0
    const { database, clinic } = ctx
    const { readLong, close } = createLongReads({
      database,
      timeZone: clinic.config.timeZone,
      log: clinic.log,
      command,
    })
    for (let n = 0; n < 2; n++) {
      const { rows } = await readLong('report', { ...REPORT, from: TODAY })
      expect(rows).toMatchObject([{ key: TODAY, n: 1 }])
    }
    expect(ctx.logged.filter(line => line.includes('stay in this process'))).toHaveLength(1)
    await close()
  }
})

function findWorker() {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
  const found = children
    .split(' ')
    .map(Number)
    .find(
      pid => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(LONG_READS_COMMAND),
    )
  if (found === undefined) throw new Error('no process reads')
  return found
}

function listOpenFiles(pid: number) {
  return readdirSync(`/proc/${pid}/fd`).map(name => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`)
    } catch {
      return ''
    }
  })
}
