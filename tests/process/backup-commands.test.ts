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
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createLaterMigrations } from '../support/database/later-migrations.ts'
import {
  createDataFolder,
  type DataFolder,
  getStartError,
  type Program,
} from '../support/server/program.ts'
import { ADMIN, ROOMS } from '../support/server/test-clinic.ts'
import { signIn, until } from '../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const ROOT = join(import.meta.dirname, '../..')
let ctx: DataFolder
beforeEach(() => {
  ctx = createDataFolder()
})
afterEach(() => ctx.close())

async function stop({ process, exit }: Program) {
  process.kill('SIGTERM')
  expect(await exit()).toBe(0)
}

async function runCommand(args: string[], env?: Record<string, string>, where = ctx) {
  const program = where.start(args, env)
  const code = await program.exit()
  return { code, output: program.printed.text }
}

const backups = () => readdirSync(join(ctx.folder, 'backups')).toSorted()
const namesOf = (response: { body: { name: string }[] }) => response.body.map(({ name }) => name)

/** Stopped. A day with one patient in a room, a backup of it, and one more patient after it. */
let day: DataFolder
/** The backup's file name. */
let backup: string
/** Stopped. That day after a power cut during a restore, see `cutOff`. */
let cutDay: DataFolder

beforeAll(async () => {
  day = createDataFolder()
  const program = day.start()
  const admin = await signIn(await program.url(), ADMIN)
  const ali = await admin.register('ali')
  await admin.call(ali.id, ROOMS.one)
  await stop(program)
  const { code, output } = await runCommand(['backup'], {}, day)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('The backup is ') })
  backup = basename(/The backup is (\S+)/.exec(output)?.[1] ?? '')

  const later = day.start()
  const again = await signIn(await later.url(), ADMIN)
  const mei = await again.register('mei')
  await again.call(mei.id, ROOMS.two)
  await stop(later)
  cutDay = await cutOff()
})
afterAll(() => {
  day.close()
  cutDay.close()
})

/** A copy of that day for this test. Returns the backup in it. */
function copyDay(from = day) {
  cpSync(from.folder, ctx.folder, { recursive: true })
  return join(ctx.folder, 'backups', backup)
}

/** That day, in a running program. */
async function startDay() {
  const file = copyDay()
  const program = ctx.start()
  return { file, program, admin: await signIn(await program.url(), ADMIN) }
}

test('a backup is made and restored by command, and the previous data is kept', async () => {
  const { file, program } = await startDay()
  const busy = await runCommand(['restore', file])
  expect(busy.code).toBe(1)
  expect(busy.output).toMatch(/^Another clinic queue is running on .*\n$/)
  await stop(program)

  const { code, output } = await runCommand(['restore', file])
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`Restored ${file}`) })
  const [before = ''] = readdirSync(ctx.folder).filter(name => name.startsWith('before-restore-'))
  expect(output).toContain(join(ctx.folder, before))
  expect(statSync(join(ctx.folder, before)).mode & 0o077).toBe(0)
  expect(readdirSync(ctx.folder).filter(name => /restoring/.test(name))).toEqual([])

  const restored = ctx.start()
  const admin = await signIn(await restored.url(), ADMIN)
  expect(namesOf(await admin.send('GET', '/api/patients'))).toEqual(['ALI'])
  // TVs identify calls by their sequence, so a removed one is not used again.
  const ravi = await admin.register('ravi')
  expect(ravi).toMatchObject({ id: 3, number: 2 })
  await admin.call(ravi.id, ROOMS.two)
  await stop(restored)

  const asItWas = ctx.start(['--data-dir', join(ctx.folder, before)])
  const signedIn = await signIn(await asItWas.url(), ADMIN)
  expect(namesOf(await signedIn.send('GET', '/api/patients'))).toEqual(['ALI', 'MEI'])
})

test('a restore from the screen keeps the process and the port, and signs everyone out', async () => {
  const { file, program, admin } = await startDay()
  const url = await program.url()
  const name = file.replace(/.*\/|\.db\.gz$/g, '')
  const countStarts = () => program.printed.text.split('program started').length
  const starts = countStarts()
  const restoring = await admin.send('POST', `/api/backups/${name}/restore`, {
    password: ADMIN.password,
  })
  expect(restoring.status).toBe(202)
  await until('it begins again', () => countStarts() > starts, 20_000)
  expect(program.printed.text).toContain(`"message":"data restored","backup":"${name}"`)
  expect((await admin.send('GET', '/api/auth/me')).status).toBe(401)
  const again = await signIn(url, ADMIN)
  expect(namesOf(await again.send('GET', '/api/patients'))).toEqual(['ALI'])
  const audit = '/api/audit?from=2000-01-01&to=2099-12-31&action=data%20restored'
  const { entries } = (await again.send('GET', audit)).body
  expect(entries).toMatchObject([{ username: ADMIN.username, subject: name }])
  const { body } = await again.send('GET', '/api/backups')
  expect(body.backups.map(({ kind }: { kind: string }) => kind)).toEqual([
    'before-restore',
    'manual',
  ])
  expect(program.process.exitCode).toBeNull()
  await stop(program)
})

test('a machine without data restores the backup of another one', async () => {
  const file = copyDay()
  const other = mkdtempSync(join(tmpdir(), 'clinic-other-'))
  const fresh = join(other, 'data')
  mkdirSync(fresh)
  expect(await runCommand(['restore', file, '--data-dir', fresh])).toEqual({
    code: 0,
    output: `Restored ${file}. Everyone has to sign in again, with the passwords from that backup.\n`,
  })
  const admin = await signIn(await ctx.start(['--data-dir', fresh]).url(), ADMIN)
  expect(namesOf(await admin.send('GET', '/api/patients'))).toEqual(['ALI'])
  rmSync(other, { recursive: true })
})

/** A folder after a power cut: the old data is moved aside, the new is not yet in its place. */
async function cutOff() {
  const cut = createDataFolder()
  cpSync(day.folder, cut.folder, { recursive: true })
  const file = join(cut.folder, 'backups', backup)
  expect((await runCommand(['restore', file], {}, cut)).code).toBe(0)
  const restored = readFileSync(join(cut.folder, 'clinic.db'))

  const checked = join(cut.folder, 'restoring')
  const record = {
    name: 'x',
    at: '2026-11-23T00:00:00.000Z',
    by: { user: null, address: null },
    state: 'replacing',
    before: 'before-restore-x',
    sequences: {},
  }
  mkdirSync(checked, { recursive: true })
  writeFileSync(join(checked, 'clinic.db'), restored)
  writeFileSync(join(cut.folder, 'restore.json'), JSON.stringify(record))
  mkdirSync(join(cut.folder, 'before-restore-x'))
  cpSync(join(day.folder, 'clinic.db'), join(cut.folder, 'before-restore-x', 'clinic.db'))
  rmSync(join(cut.folder, 'clinic.db'))
  rmSync(join(cut.folder, 'clinic.db-wal'), { force: true })
  return cut
}

/** Whether nothing is left to finish, and the old data is still there. */
function isRecovered() {
  const kept = readFileSync(join(ctx.folder, 'before-restore-x', 'clinic.db'))
  const isKept = kept.equals(readFileSync(join(day.folder, 'clinic.db')))
  return isKept && !existsSync(join(ctx.folder, 'restoring'))
}

test('the next start recovers from a power cut during a restore', async () => {
  copyDay(cutDay)
  const admin = await signIn(await ctx.start().url(), ADMIN)
  expect(namesOf(await admin.send('GET', '/api/patients'))).toEqual(['ALI'])
  expect(isRecovered()).toBe(true)
})

test('the next restore recovers from a power cut during the previous one', async () => {
  const file = copyDay(cutDay)
  const { code, output } = await runCommand(['restore', file])
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`Restored ${file}`) })
  expect(isRecovered()).toBe(true)
  const admin = await signIn(await ctx.start().url(), ADMIN)
  expect(namesOf(await admin.send('GET', '/api/patients'))).toEqual(['ALI'])
})

test.each(['missing', 'empty', 'cleared'])(
  'a %s database beside a backup is not replaced in silence',
  async how => {
    const file = copyDay()
    const database = join(ctx.folder, 'clinic.db')
    rmSync(database)
    if (how === 'empty') writeFileSync(database, '')
    // A database, without a table.
    if (how === 'cleared') new Database(database).run('vacuum')
    const refused = ctx.start()
    expect(await refused.exit()).toBe(1)
    expect(getStartError(refused)).toBe(
      `The database in ${ctx.folder} is missing or empty, but there are backups. To restore the newest, run: restore ${file} --data-dir ${ctx.folder}. To begin with an empty database, start once with --new-database.`,
    )

    const anew = ctx.start(['--new-database'])
    const admin = await signIn(await anew.url(), ADMIN)
    expect(namesOf(await admin.send('GET', '/api/patients'))).toEqual([])
    await stop(anew)
    await signIn(await ctx.start().url(), ADMIN)
  },
)

test('the named command restores the newest backup of a lost database', async () => {
  const file = copyDay()
  rmSync(join(ctx.folder, 'clinic.db'))
  expect((await runCommand(['restore', file, '--data-dir', ctx.folder])).code).toBe(0)
  const admin = await signIn(await ctx.start().url(), ADMIN)
  expect(namesOf(await admin.send('GET', '/api/patients'))).toEqual(['ALI'])
})

test('a file that is not a backup is rejected with one sentence, and the data is unchanged', async () => {
  const file = copyDay()
  const data = readFileSync(join(ctx.folder, 'clinic.db'))
  const cut = join(ctx.folder, 'cut.db.gz')
  writeFileSync(cut, readFileSync(file).subarray(0, -100))
  const notes = join(ctx.folder, 'notes.txt')
  writeFileSync(notes, 'Call the dentist.\n')
  for (const [given, output] of [
    [cut, 'This backup cannot be used: it is cut short.\n'],
    [notes, 'This backup cannot be used: it is not a backup of this program.\n'],
    [join(ctx.folder, 'none.db.gz'), `There is no file ${join(ctx.folder, 'none.db.gz')}.\n`],
  ] as const) {
    expect(await runCommand(['restore', given])).toEqual({ code: 1, output })
  }
  expect(readFileSync(join(ctx.folder, 'clinic.db')).equals(data)).toBe(true)
  rmSync(cut)
  expect(existsSync(join(ctx.folder, 'restoring'))).toBe(false)
  const { output } = await runCommand(['doctor'])
  expect(output).toContain('was not restored, the data is unchanged: This backup cannot be used')
})

/** Opens the data with the migrations of a later version, which keeps a copy of what it changes. */
function updateToLaterVersion() {
  const migrations = createLaterMigrations(ctx.folder, 1)
  const url = pathToFileURL(join(ctx.folder, 'clinic.db')).href
  const code = `import { openDatabase } from '#db/connection/open'
    const database = await openDatabase(${JSON.stringify(url)}, { migrations: ${JSON.stringify(migrations)} })
    await database.close()`
  const { stderr } = Bun.spawnSync([process.execPath, '-e', code], { cwd: ROOT })
  expect(stderr.toString()).toBe('')
  rmSync(migrations, { recursive: true })
}

test('a failed update has a way back: the kept copy of the database is restored', async () => {
  const { program, admin } = await startDay()
  const before = namesOf(await admin.send('GET', '/api/patients'))
  await stop(program)
  updateToLaterVersion()
  const refused = ctx.start()
  expect(await refused.exit()).toBe(1)
  expect(getStartError(refused)).toContain('created by a newer version of this program')

  const kept = readdirSync(ctx.folder).filter(name => name.startsWith('clinic-before-'))
  expect(kept).toHaveLength(1)
  const { code } = await runCommand(['restore', join(ctx.folder, kept[0] ?? '')])
  expect(code).toBe(0)
  const url = await ctx.start().url()
  const again = await signIn(url, ADMIN)
  expect(namesOf(await again.send('GET', '/api/patients'))).toEqual(before)
  const me = await fetch(`${url}/api/auth/me`, { headers: { cookie: admin.cookie } })
  expect(me.status).toBe(401)
})

test('a nightly backup that was missed is made at the next start', async () => {
  const file = copyDay()
  rmSync(file)
  // The clinic's data starts with its first user, long ago.
  const database = new Database(join(ctx.folder, 'clinic.db'))
  database.run("update users set created_at = '2026-01-01T00:00:00.000Z'")
  database.close()
  const program = ctx.start()
  await program.url()
  await until(
    'the backup is there',
    () => backups().some(name => /-nightly\.db\.gz$/.test(name)),
    20_000,
  )
  await stop(program)
  expect(backups()).toHaveLength(1)
})

test('a database outside the data folder cannot be backed up by command', async () => {
  const env = { DATABASE_URL: `file:${join(ctx.folder, 'elsewhere.db')}` }
  const { code, output } = await runCommand(['backup'], env)
  expect([code, output]).toEqual([
    1,
    'The database is not in the data folder (DATABASE_URL). Back it up where it is stored.\n',
  ])
})

test('a hold is over at the same minute after a restart, and after a restore', async () => {
  const first = ctx.start()
  const admin = await signIn(await first.url(), ADMIN)
  const { id } = await admin.register('ali')
  await admin.call(id, ROOMS.one)
  const change = { status: 'requeue', requeueReason: 'MGTT', holdMinutes: 120 }
  const { hold } = (await admin.send('PATCH', `/api/patients/${id}/status`, change)).body
  expect(hold).toEqual({ kind: 'timed', until: expect.any(String) })
  await stop(first)
  const { output } = await runCommand(['backup'])
  const file = /The backup is (\S+)/.exec(output)?.[1] ?? ''

  const findHold = async (url: string) => {
    const again = await signIn(url, ADMIN)
    const { body } = await again.send('GET', '/api/patients')
    return { again, hold: body[0].hold }
  }
  const second = ctx.start()
  const restarted = await findHold(await second.url())
  expect(restarted.hold).toEqual(hold)
  const back = await restarted.again.send('PATCH', `/api/patients/${id}/status`, {
    status: 'waiting',
  })
  expect(back.body.hold).toBeNull()
  await stop(second)

  expect((await runCommand(['restore', file])).code).toBe(0)
  const third = ctx.start()
  expect((await findHold(await third.url())).hold).toEqual(hold)
  await stop(third)
})

test('the program that runs says how far a backup is, a line each', async () => {
  const program = ctx.start()
  await program.url()
  const response = await fetch('http://localhost/', {
    unix: join(ctx.folder, 'control.sock'),
    method: 'POST',
    body: JSON.stringify({ command: 'backup' }),
  })
  const lines = (await response.text()).trim().split('\n')
  const [last, ...told] = lines.map(line => JSON.parse(line)).toReversed()
  expect(last).toEqual({ result: expect.stringContaining('-manual.db.gz') })
  expect(told[0]).toEqual({ progress: { doing: 'reading back', percent: 100 } })
  expect(told.at(-1).progress.doing).toBe('copying')
  await stop(program)
})

test('a restored backup whose names are too old is served without them', async () => {
  const program = ctx.start()
  const admin = await signIn(await program.url(), ADMIN)
  await admin.register('xaviera')
  await stop(program)
  const file = join(ctx.folder, 'clinic.db')
  const old = new Date(Date.now() - 60 * 24 * 60 * 60_000).toISOString()
  const database = new Database(file)
  database.run('update patients set day = ?, registered_at = ?', [old.slice(0, 10), old])
  database.close()
  const { output } = await runCommand(['backup'])
  const backup = /The backup is (\S+)/.exec(output)?.[1] ?? ''
  expect(await runCommand(['restore', backup])).toMatchObject({ code: 0 })
  expect(readFileSync(file).includes('XAVIERA')).toBe(true)
  const restored = ctx.start()
  await restored.url()
  await stop(restored)
  expect(readFileSync(file).includes('XAVIERA')).toBe(false)
})
