import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDatabase } from '#db/connection/open'
import { DAY_MS } from '#domain/time'
import { COMMANDS } from '../../server/cli/commands.ts'
import { checkBackups, checkCopies, checkDisk } from '../../server/cli/doctor/data.ts'
import { checkClock } from '../../server/cli/doctor/index.ts'
import { askHealth, assertListenable } from '../../server/cli/port.ts'
import { parseConfig } from '../../server/config/parse-config.ts'
import { PROGRAM_NAME } from '../../server/config/version.ts'
import { getMountProblem, mountSmallDisk } from '../support/files/small-disk.ts'
import { examine, setUpDataFolder } from '../support/server/data-folder.ts'
import { runProgram } from '../support/server/program.ts'
import { testUnless } from '../support/unless.ts'

const ctx = setUpDataFolder()
const inFolder = (...names: string[]) => join(ctx.folder, ...names)
const doctor = (...args: string[]) => examine(ctx.folder, ...args)

/** With an empty database in it. */
let template: string
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'clinic-template-'))
  const database = await openDatabase(`file:${join(template, 'clinic.db')}`)
  await database.close()
})
afterAll(() => rmSync(template, { recursive: true }))

/** With SQLite itself: an opened libSQL file stays locked until its process ends. */
function inTheDatabase(...statements: string[]) {
  const file = inFolder('clinic.db')
  if (!existsSync(file)) copyFileSync(join(template, 'clinic.db'), file)
  const database = new Database(file)
  for (const statement of statements) database.run(statement)
  database.close()
  // As the program leaves it.
  writeFileSync(`${file}-wal`, '')
}

const AN_ADMIN = `insert into users (username, folded, password_hash, role, is_active, created_at)
  values ('admin', 'admin', 'x', 'admin', 1, '2026-01-01T00:00:00.000Z')`

test('a healthy clinic: every line is ok, sizes come largest first, and no file is changed', async () => {
  inTheDatabase(AN_ADMIN)
  mkdirSync(inFolder('backups'))
  writeFileSync(inFolder('backups', 'clinic.db.gz'), new Uint8Array(3_000_000))
  writeFileSync(inFolder('clinic-before-0001_x.db'), new Uint8Array(2_000_000))
  const before = readdirSync(ctx.folder).toSorted()
  const { code, output } = await doctor()
  const topics = output.split('\n').map(line => /^ok {7}([^:]+): /.exec(line)?.[1])
  expect(topics.join()).toBe(
    'data folder,disk,size,database,schema,users,backups,off-site copy,port 0,clock',
  )
  expect(output).toMatch(
    /size: backups 3\.0 MB, clinic-before-0001_x\.db 2\.0 MB, clinic\.db \d+ kB/,
  )
  expect(code).toBe(0)
  expect(readdirSync(ctx.folder).toSorted()).toEqual(before)
})

test('a running program is queried instead of its file', async () => {
  const program = ctx.start()
  const { port } = new URL(await program.url())
  // Doctor asks the program for its port.
  for (const args of [[], ['--port', '1']]) {
    const running = await doctor(...args)
    expect(running.output).toContain('ok       database: in use by the running program')
    expect(running.output).toContain(`ok       port ${port}: a clinic queue responds`)
    expect(running.code).toBe(0)
  }
  program.process.kill('SIGSTOP')
  const hung = await doctor('--port', port)
  program.process.kill('SIGCONT')
  expect(hung.output).toContain('problem  database: in use by a program that does not respond')
  // The program may be starting, so its port is not reported as taken.
  expect(hung.output).not.toContain(`port ${port}`)
  expect(hung.code).toBe(1)
})

test('a request for the health takes no port from a program that starts', async () => {
  const other = Bun.serve({ port: 0, fetch: () => new Response('another program') })
  const at = (port: number) => ({ host: undefined, port, tls: undefined })
  const taken = [spyOn(Bun, 'serve'), spyOn(Bun, 'listen')]
  const answers = await Promise.all([other.port ?? 0, 1].map(port => askHealth(at(port))))
  const calls = taken.map(({ mock }) => mock.calls.length)
  for (const spy of taken) spy.mockRestore()
  other.stop(true)
  expect(answers).toEqual([null, null])
  expect(calls).toEqual([0, 0])
})

test('the health of a running program, of another, and of one that cannot save, whatever proxy is set', async () => {
  async function check(port: number | undefined) {
    const env = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' }
    const program = runProgram({ args: ['healthcheck', '--port', String(port)], env })
    return [await program.exit(), program.printed.text]
  }
  const { port } = new URL(await ctx.start().url())
  expect(await check(Number(port))).toEqual([0, 'The program is healthy.\n'])

  let answer: object = { ok: true }
  const other = Bun.serve({ port: 0, fetch: () => Response.json(answer, { status: 503 }) })
  const refusal = `Port ${other.port}: the program does not answer.\n`
  expect(await check(other.port)).toEqual([1, refusal])
  const taken = await examine(inFolder('backups'), '--port', String(other.port))
  expect(taken.output).toContain(`problem  port ${other.port}: Port ${other.port} is taken.`)
  answer = { program: PROGRAM_NAME, ok: false }
  const trouble = 'The program answers, but it cannot read or save its data.\n'
  expect(await check(other.port)).toEqual([1, trouble])
  other.stop(true)
})

test.each([
  ['EACCES', 'Port 80 is reserved for root and for services. Choose one above 1023'],
  ['EADDRNOTAVAIL', 'This computer cannot listen on desk.local'],
  ['ENOTFOUND', 'This computer cannot listen on desk.local'],
  ['EADDRINUSE', 'Port 80 is taken. Choose another with --port.'],
  ['EMFILE', 'Cannot listen on port 80: Error: no more'],
])('a port that is refused with %s is reported as %s', (code, sentence) => {
  const serve = spyOn(Bun, 'serve').mockImplementation(() => {
    throw Object.assign(new Error('no more'), { code })
  })
  expect(() => assertListenable({ host: 'desk.local', port: 80 })).toThrow(sentence)
  serve.mockRestore()
})

testUnless(getMountProblem())(
  'a full disk is not reported as a port that another clinic uses',
  async () => {
    const disk = mountSmallDisk(16)
    const [own = '', other = ''] = ['data', 'other'].map(name => join(disk?.place ?? '', name))
    mkdirSync(other)
    const program = ctx.start(['--data-dir', own])
    const { port } = new URL(await program.url())
    const ask = (dataDir: string) => examine(dataDir, '--port', port)
    const elsewhere = await ask(ctx.folder)
    disk?.fill()
    const full = [await ask(own), await ask(other)]
    const left = readdirSync(other)
    await program.stop()
    disk?.remove()
    for (const { output } of full) {
      expect(output).toMatch(/problem {2}data folder: .* is full\. Free some space/)
      expect(output).toContain(`ok       port ${port}: a clinic queue responds`)
    }
    expect(elsewhere.output).toContain(
      `problem  port ${port}: used by a clinic queue with other data`,
    )
    expect(left).toEqual([])
  },
)

const FUTURE = '2099-01-01T00:00:00.000Z'
const A_CALL_OF_NOBODY = `insert into calls (patient_id, room_name, called_at)
  values (9, 'x', '${FUTURE}')`

test.each<[string, string[], RegExp[]]>([
  [
    'broken references and a row from the future are',
    ['pragma foreign_keys = off', A_CALL_OF_NOBODY],
    [/problem {2}database: damaged: 1 broken references/, /but the newest entry is from 2099/],
  ],
  ['a database without a user is', ['delete from users'], [/users: there are none, so nobody can/]],
  [
    'data from before the first release are',
    [AN_ADMIN, 'update __drizzle_migrations set created_at = created_at - 1'],
    [/problem {2}schema: .* was not created by this program, or before its first/],
  ],
])('%s reported', async (_, statements, lines) => {
  inTheDatabase(...statements)
  const { code, output } = await doctor()
  expect(code).toBe(1)
  for (const line of lines) expect(output).toMatch(line)
})

test('a file that is not a database is reported, and one of another version stops the start', async () => {
  inTheDatabase(AN_ADMIN, 'update __drizzle_migrations set created_at = created_at - 1')
  expect(await ctx.getStartError()).toContain('or before its first release. Nothing was changed.')
  writeFileSync(inFolder('clinic.db'), 'not a database, but long enough'.repeat(50))
  expect((await doctor()).output).toMatch(
    /problem {2}database: The database .* or another file has its name/,
  )
})

test('a database server that refuses connections is not called damaged', async () => {
  const { code, output } = await doctor('--database', 'http://127.0.0.1:9')
  expect(output).toContain('problem  database: The database http://127.0.0.1:9 cannot be opened (')
  expect(output).toContain('Check that its server runs')
  expect(output).not.toContain('restore the last backup')
  expect(code).toBe(1)
})

testUnless(getMountProblem())('a read-only disk is reported', async () => {
  const disk = mountSmallDisk(4)
  mkdirSync(join(disk?.place ?? '', 'data'))
  disk?.makeReadOnly()
  const { code, output } = await examine(join(disk?.place ?? '', 'data'))
  disk?.remove()
  expect(output).toMatch(/^problem {2}data folder: .* is on a disk that can only be read\./m)
  expect(output).toContain('clock: ')
  expect(code).toBe(1)
})

test('the age of the newest backup is reported; incomplete ones are neither changed nor counted', async () => {
  const options = parseConfig([], {}, COMMANDS)
  const check = (now = new Date(), env = {}) =>
    checkBackups({ ...options, ...env }, ctx.folder, now)
  const program = ctx.start()
  await program.url()
  await program.stop()
  expect(await check()).toStartWith('none yet')
  expect((await ctx.run(['backup'])).code).toBe(0)
  const [name = ''] = readdirSync(inFolder('backups'))
  const half = inFolder('backups', 'clinic-2099-01-01-030000-nightly.db.gz')
  writeFileSync(half, 'half of one')
  const draft = inFolder('backups', '.draft-of-a-running-program')
  mkdirSync(draft)

  expect(await check()).toMatch(/^the newest is \d+ min old \(20\d\d-[^)]+Z\)$/)
  const left = [name, half, draft].map(path => basename(path)).toSorted()
  expect(readdirSync(inFolder('backups')).toSorted()).toEqual(left)

  const later = new Date(Date.now() + 3 * DAY_MS)
  await expect(check(later)).rejects.toThrow(/^the newest is 3 days old .*Back up now/)
  rmSync(inFolder('backups', name))
  await expect(check(later)).rejects.toThrow(/^none in 3 days.*Back up now/)
  const elsewhere = { databaseUrl: 'libsql://elsewhere.example' }
  expect(await check(later, elsewhere)).toContain('DATABASE_URL')
})

const BUILT = '2026-11-20T00:00:00.000Z'

test.each([
  ['2000-01-01', null, BUILT, 'was built on 2026-11-20'],
  ['2026-11-19', BUILT, null, 'made while it was ahead: nothing needs to be done'],
  ['2036-11-20', BUILT, null, 'If the clinic was not closed for so long'],
])('the clock says %s, the newest entry %s and the build %s: the advice fits', (...input) => {
  const [now, newest, builtAt, advice] = input
  expect(() => checkClock(new Date(now), newest, builtAt)).toThrow(advice)
  expect(checkClock(new Date('2027-11-19'), newest, builtAt)).toStartWith('2027-11-19')
})

test('an off-site copy that failed is reported with its reason', async () => {
  const backupCopies = 'Backups are not copied off-site: it is full.'
  const health = { program: PROGRAM_NAME, ok: true, isTls: false, backupCopies } as const
  await expect(checkCopies({ backupDir: '/mnt/backup' }, health)).rejects.toThrow(
    `${backupCopies} Connect the stick or the share, make room on it`,
  )
})

test('half a gigabyte is enough space, less is not', () => {
  const check = (bavail: number) => checkDisk('/', { ...statfsSync('/'), bavail, bsize: 1 })
  expect(check(500_000_000)).toBe('500.0 MB are free')
  expect(() => check(499_000_000)).toThrow('only 499.0 MB are free')
})
