import { Database } from 'bun:sqlite'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDatabase } from '#db/connection/open'
import { checkBackups, checkCopies } from '../../server/cli/doctor/backups.ts'
import { checkClock } from '../../server/cli/doctor/clock.ts'
import { checkFreeSpace } from '../../server/cli/doctor/data-folder.ts'
import { getMountProblem, mountSmallDisk } from '../support/files/small-disk.ts'
import { getStartError, runAsNobody, runProgram } from '../support/server/program.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'
import { rootProblem, testUnless } from '../support/unless.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const DAY_MS = 24 * 60 * 60_000
/** With an empty database in it. */
let template: string
let folder: string

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'clinic-template-'))
  const database = await openDatabase(`file:${join(template, 'clinic.db')}`)
  await database.close()
})
afterAll(() => rmSync(template, { recursive: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function doctor(...args: string[]) {
  const program = runProgram({ args: ['doctor', '--data-dir', folder, ...args] })
  const code = await program.exit()
  return { code, output: program.printed.text }
}

/** With SQLite itself: an opened libSQL file stays locked until its process ends. */
function inTheDatabase(...statements: string[]) {
  const file = join(folder, 'clinic.db')
  if (!existsSync(file)) copyFileSync(join(template, 'clinic.db'), file)
  const database = new Database(file)
  for (const statement of statements) database.run(statement)
  database.close()
  // As the program leaves it.
  writeFileSync(`${file}-wal`, '')
}

const AN_ADMIN = `insert into users (username, folded, password_hash, role, is_active, created_at)
  values ('admin', 'admin', 'x', 'admin', 1, '2026-01-01T00:00:00.000Z')`

test('a healthy clinic: every line is ok, and no file is changed or left behind', async () => {
  inTheDatabase(AN_ADMIN)
  const before = readdirSync(folder).toSorted()
  const { code, output } = await doctor()
  const lines = output.trimEnd().split('\n')
  expect(lines.map(line => line.slice(0, 9).trim())).toEqual(Array(10).fill('ok'))
  const checked = [
    'data folder',
    'disk',
    'size',
    'database',
    'schema',
    'users',
    'backups',
    'off-site copy',
    'port',
    'clock',
  ]
  for (const topic of checked) expect(output).toContain(`ok       ${topic}`)
  expect(code).toBe(0)
  expect(readdirSync(folder).toSorted()).toEqual(before)
})

test('the size names every part, largest first, and how fast the database grows', async () => {
  const aYearAgo = new Date(Date.now() - 365 * DAY_MS).toISOString()
  inTheDatabase(`insert into patients
    (day, series, number, type, status, registered_at, is_priority, ready_for_dispensary)
    values ('${aYearAgo.slice(0, 10)}', 0, 1, 'number', 'completed', '${aYearAgo}', 0, 0)`)
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', 'clinic.db.gz'), new Uint8Array(3_000_000))
  writeFileSync(join(folder, 'clinic-before-0001_x.db'), new Uint8Array(2_000_000))
  const { output } = await doctor()
  const size = statSync(join(folder, 'clinic.db')).size
  const bytes = `${Math.round(size / 1000)} kB`
  expect(output).toContain(
    `size: ${((5e6 + size) / 1e6).toFixed(1)} MB: backups 3.0 MB, copies from before an update 2.0 MB, ` +
      `database ${bytes} (growing by ${bytes} a year)`,
  )
})

test('a running program is queried instead of its file', async () => {
  const program = runProgram({ args: ['--data-dir', folder] })
  const url = await program.url()
  const running = await doctor('--port', new URL(url).port)
  expect(running.output).toContain('ok       database: in use by the running program')
  expect(running.output).toContain('the clinic queue responds')
  expect(running.code).toBe(0)

  const elsewhere = await doctor()
  expect(elsewhere.output).toContain('problem  database: in use by a program')
  expect(elsewhere.output).toContain('add --port')
  expect(elsewhere.code).toBe(1)
  program.process.kill('SIGKILL')
})

test('a port of another program is reported', async () => {
  const other = Bun.serve({ port: 0, fetch: () => Response.json({ ok: true }) })
  const { code, output } = await doctor('--port', String(other.port))
  expect(output).toContain(`problem  port ${other.port}: used by another program`)
  other.stop(true)
  expect(code).toBe(1)
})

test('broken references and a row from the future are reported', async () => {
  const future = '2099-01-01T00:00:00.000Z'
  inTheDatabase(
    'pragma foreign_keys = off',
    `insert into calls (patient_id, room_name, called_at) values (9, 'x', '${future}')`,
  )
  const { code, output } = await doctor()
  expect(output).toContain('problem  database: 1 broken references')
  expect(output).toContain(`but the newest entry is from ${future}`)
  expect(code).toBe(1)
})

test('a file that is not a database and a missing folder are reported', async () => {
  writeFileSync(join(folder, 'clinic.db'), 'not a database, but long enough to look at'.repeat(50))
  const damaged = await doctor()
  expect(damaged.output).toContain('problem  database: it cannot be opened')
  expect(damaged.code).toBe(1)
  const nowhere = await doctor('--data-dir', join(folder, 'nowhere'))
  expect(nowhere.output).toMatch(/^problem {2}data folder: .* does not exist\n/)
  expect(nowhere.code).toBe(1)
})

test('an empty database beside a backup is called lost, and stays empty for the start to refuse', async () => {
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', 'clinic-2026-01-01-030000-nightly.db.gz'), '')
  const file = join(folder, 'clinic.db')
  writeFileSync(file, '')
  const { code, output } = await doctor()
  expect(code).toBe(1)
  expect(output).toContain('problem  database: missing or empty, but there are backups')
  expect(statSync(file).size).toBe(0)
})

test('data from before the first release is not called newer, and is left unchanged', async () => {
  inTheDatabase(AN_ADMIN, 'update __drizzle_migrations set created_at = created_at - 1')
  const { code, output } = await doctor()
  expect(output).toContain(
    'problem  schema: not created by this program, or before its first release',
  )
  expect(code).toBe(1)
  const started = runProgram({ args: ['--data-dir', folder] })
  expect(await started.exit()).toBe(1)
  expect(getStartError(started)).toContain('or before its first release. Nothing was changed.')
})

test('a database without a user is reported', async () => {
  inTheDatabase('delete from users')
  const { code, output } = await doctor()
  expect(output).toContain('problem  users: there are none, so nobody can sign in')
  expect(code).toBe(1)
})

test('a file in place of the data folder is reported', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const { code, output } = await doctor('--data-dir', file)
  expect(output).toStartWith(`problem  data folder: ${file} is a file\n`)
  expect(code).toBe(1)
})

test('a database server that refuses connections is not called damaged', async () => {
  const { code, output } = await doctor('--database', 'http://127.0.0.1:9')
  expect(output).toContain('problem  database: it cannot be opened')
  expect(output).toContain('Check that the database server runs')
  expect(output).not.toContain('restore the last backup')
  expect(code).toBe(1)
})

testUnless(getMountProblem())('a read-only disk is reported', async () => {
  const disk = mountSmallDisk(4)
  mkdirSync(join(disk?.place ?? '', 'data'))
  disk?.makeReadOnly()
  const { code, output } = await doctor('--data-dir', join(disk?.place ?? '', 'data'))
  disk?.remove()
  expect(output).toMatch(/^problem {2}data folder: .* is not writable \(EROFS\)\n/)
  expect(output).toContain('clock: ')
  expect(code).toBe(1)
})

testUnless(rootProblem)('missing permissions are reported, by every check', async () => {
  inTheDatabase(AN_ADMIN)
  chmodSync(folder, 0o700)
  const { code, output } = await runAsNobody(['doctor', '--data-dir', folder])
  expect(code).toBe(1)
  expect(output).toMatch(/^problem {2}data folder: .* is not writable \(EACCES\)\n/)
  expect(output).toContain('problem  database: it cannot be opened: Error: EACCES')
  for (const topic of ['size', 'backups']) {
    expect(output).toContain(`problem  ${topic}: this could not be checked`)
  }
  expect(output).toContain('Run doctor with sudo')
  expect(output).not.toContain('restore the last backup')
  expect(output).toContain('clock: ')
})

test('an unwritable data folder is reported', async () => {
  // Not even root may write there.
  const { code, output } = await doctor('--data-dir', '/proc/self')
  expect(output).toContain('problem  data folder: /proc/')
  expect(code).toBe(1)
})

test('the age of the newest backup is reported; incomplete ones are neither changed nor counted', async () => {
  const program = runProgram({ args: ['--data-dir', folder] })
  await program.url()
  program.process.kill('SIGTERM')
  await program.exit()
  expect((await doctor()).output).toContain('ok       backups: none yet')
  const backup = runProgram({ args: ['backup', '--data-dir', folder] })
  expect(await backup.exit()).toBe(0)
  const [name = ''] = readdirSync(join(folder, 'backups'))
  const half = join(folder, 'backups', 'clinic-2099-01-01-030000-nightly.db.gz')
  writeFileSync(half, 'half of one')
  const draft = join(folder, 'backups', '.draft-of-a-running-program')
  mkdirSync(draft)

  const { code, output } = await doctor()
  expect(output).toMatch(/ok {7}backups: the newest is \d+ minutes? old \(20\d\d-[^)]+Z\)\n/)
  expect(code).toBe(0)
  const left = [name, half, draft].map(path => basename(path)).toSorted()
  expect(readdirSync(join(folder, 'backups')).toSorted()).toEqual(left)

  const later = new Date(Date.now() + 3 * DAY_MS)
  const options = { databaseUrl: undefined, isDemo: false }
  expect(await checkBackups(options, folder, later)).toMatchObject({
    result: expect.stringMatching(/^the newest is 3 days old/),
    advice: expect.stringContaining('Back Up Now'),
  })
  rmSync(join(folder, 'backups', name))
  expect(await checkBackups(options, folder, later)).toMatchObject({
    result: 'none in 3 days',
    advice: expect.stringContaining('Back Up Now'),
  })
  const elsewhere = { ...options, databaseUrl: 'libsql://elsewhere.example' }
  expect((await checkBackups(elsewhere, folder, later)).advice).toBeUndefined()
})

test("a clock before the program's build date is reported", () => {
  const built = '2026-11-20T00:00:00.000Z'
  expect(checkClock(new Date('2000-01-01'), null, built).result).toContain(
    'was built on 2026-11-20',
  )
  expect(checkClock(new Date('2026-11-21'), null, built).advice).toBeUndefined()
})

test('a clock that was corrected, and one years ahead, get the advice that fits', () => {
  const inspection = { newest: '2026-11-20T00:00:00.000Z' }
  const check = (now: string) => checkClock(new Date(now), inspection, null).advice
  expect(check('2026-11-19')).toContain('made while it was ahead: nothing needs to be done')
  expect(check('2027-11-19')).toBeUndefined()
  expect(check('2036-11-20')).toContain('If the clinic was not closed for so long')
})

test('the advice for an off-site copy fits what is wrong there', async () => {
  const check = async (because: string) => {
    const backupCopies = `Backups are not copied off-site: ${because}.`
    return (
      await checkCopies(
        { backupDir: '/mnt/backup' },
        { program: 'clinic-queue', ok: true, backupCopies },
      )
    ).advice
  }
  expect(await check('it is full')).toStartWith('Delete what is not a backup there')
  expect(await check('it can only be read')).toStartWith("Check that the service's user may write")
  expect(await check('the stick or the share is not connected (x)')).toStartWith('Connect the')
})

test('half a gigabyte is enough space, less is not', () => {
  expect(checkFreeSpace(500_000_000).advice).toBeUndefined()
  expect(checkFreeSpace(499_000_000)).toMatchObject({
    result: 'only 499 MB are free, less than 500 MB',
  })
})
