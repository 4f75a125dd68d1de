import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createLaterMigrations } from '../support/database/later-migrations.ts'
import { runInOwnProcess } from '../support/database/own-process.ts'
import { examine, setUpDataFolder } from '../support/server/data-folder.ts'
import { createDataFolder, type DataFolder, type Program } from '../support/server/program.ts'
import { ADMIN, ROOMS } from '../support/server/test-clinic.ts'
import { until } from '../support/server/test-server.ts'

const ctx = setUpDataFolder()
const inFolder = (...names: string[]) => join(ctx.folder, ...names)

/** Makes a backup and returns its path. */
async function makeBackup(data: DataFolder = ctx) {
  const { code, output } = await data.run(['backup'])
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('The backup is ') })
  return /The backup is (\S+)/.exec(output)?.[1] ?? ''
}

async function restore(file: string) {
  const { code, output } = await ctx.run(['restore', file])
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`Restored ${file}`) })
  return output
}

/** The names of the patients whom a started program lists. */
async function listNames(program: Program) {
  const { body } = await (await program.admin()).send('GET', '/api/patients')
  return body.map(({ name }: { name: string }) => name)
}

/** Stopped. A day with one patient in a room, a backup of it, and one more patient after it. */
const day = createDataFolder()
/** The backup's file name. */
let backup: string

beforeAll(async () => {
  for (const [name, room] of [
    ['ali', ROOMS.one],
    ['mei', ROOMS.two],
  ] as const) {
    const program = day.start()
    const admin = await program.admin()
    await admin.call((await admin.register(name)).id, room)
    await program.stop()
    if (name === 'ali') backup = basename(await makeBackup(day))
  }
})
afterAll(day.close)

/** A copy of that day for this test. Returns the backup in it. */
function copyDay() {
  cpSync(day.folder, ctx.folder, { recursive: true })
  return inFolder('backups', backup)
}

test('a backup is made and restored by command, and the previous data is kept', async () => {
  const file = copyDay()
  const program = ctx.start()
  await program.url()
  const busy = await ctx.run(['restore', file])
  expect(busy.code).toBe(1)
  expect(busy.output).toMatch(/^Another clinic queue is running on .*\n$/)
  await program.stop()

  const output = await restore(file)
  const [before = ''] = readdirSync(ctx.folder).filter(name => name.startsWith('before-restore-'))
  expect(output).toContain(inFolder(before))
  expect(statSync(inFolder(before)).mode & 0o077).toBe(0)
  expect(readdirSync(ctx.folder).filter(name => /restoring/.test(name))).toEqual([])

  const restored = ctx.start()
  expect(await listNames(restored)).toEqual(['ALI'])
  // TVs identify calls by their sequence, so a removed one is not used again.
  const admin = await restored.admin()
  const ravi = await admin.register('ravi')
  expect(ravi).toMatchObject({ id: 3, number: 2 })
  await admin.call(ravi.id, ROOMS.two)
  await restored.stop()
  expect(await listNames(ctx.start(['--data-dir', inFolder(before)]))).toEqual(['ALI', 'MEI'])
})

test('a restore from the screen keeps the process and the port, and signs everyone out', async () => {
  const name = copyDay().replace(/.*\/|\.db\.gz$/g, '')
  const program = ctx.start()
  const admin = await program.admin()
  const countStarts = () => program.printed.text.split('program started').length
  const starts = countStarts()
  const { password } = ADMIN
  const restoring = await admin.send('POST', `/api/backups/${name}/restore`, { password })
  expect(restoring.status).toBe(202)
  await until('it begins again', () => countStarts() > starts)
  expect(program.printed.text).toContain(`"message":"data restored","backup":"${name}"`)
  expect((await admin.send('GET', '/api/auth/me')).status).toBe(401)
  expect(await listNames(program)).toEqual(['ALI'])
  const again = await program.admin()
  const audit = '/api/audit?from=2000-01-01&to=2099-12-31&action=data%20restored'
  const { entries } = (await again.send('GET', audit)).body
  expect(entries).toMatchObject([{ username: ADMIN.username, subject: name }])
  const { backups } = (await again.send('GET', '/api/backups')).body
  const kinds = backups.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(['before-restore', 'manual'])
  expect(program.process.exitCode).toBeNull()
  await program.stop()
})

test('a restore first completes one that a power cut interrupted', async () => {
  const file = copyDay()
  await restore(file)
  // The old data is moved aside, and the new data is not in its place yet.
  const record = {
    name: 'x',
    at: '2026-11-23T00:00:00.000Z',
    by: { user: null, address: null },
    state: 'replacing',
    before: 'before-restore-x',
    sequences: {},
  }
  writeFileSync(inFolder('restore.json'), JSON.stringify(record))
  for (const name of ['restoring', 'before-restore-x']) mkdirSync(inFolder(name))
  cpSync(inFolder('clinic.db'), inFolder('restoring', 'clinic.db'))
  cpSync(join(day.folder, 'clinic.db'), inFolder('before-restore-x', 'clinic.db'))
  rmSync(inFolder('clinic.db'))
  rmSync(inFolder('clinic.db-wal'), { force: true })

  await restore(file)
  expect(await listNames(ctx.start())).toEqual(['ALI'])
  expect(existsSync(inFolder('restoring'))).toBe(false)
  const kept = readFileSync(inFolder('before-restore-x', 'clinic.db'))
  expect(kept.equals(readFileSync(join(day.folder, 'clinic.db')))).toBe(true)
})

test('a file that is not a backup is rejected with one sentence, and the data is unchanged', async () => {
  const file = copyDay()
  const data = readFileSync(inFolder('clinic.db'))
  const cut = inFolder('cut.db.gz')
  writeFileSync(cut, readFileSync(file).subarray(0, -100))
  const notes = inFolder('notes.txt')
  writeFileSync(notes, 'Call the dentist.\n')
  for (const [given, output] of [
    [cut, 'This backup cannot be used: it is cut short.\n'],
    [notes, 'This backup cannot be used: it is not a backup of this program.\n'],
    [inFolder('none.db.gz'), `There is no file ${inFolder('none.db.gz')}.\n`],
    [inFolder('.'), `${inFolder('.')} is a folder. Give the file of a backup.\n`],
  ] as const) {
    expect(await ctx.run(['restore', given])).toEqual({ code: 1, output })
  }
  expect(readFileSync(inFolder('clinic.db')).equals(data)).toBe(true)
  rmSync(cut)
  expect(existsSync(inFolder('restoring'))).toBe(false)
  const { output } = await examine(ctx.folder)
  expect(output).toContain('was not restored, the data is unchanged: This backup cannot be used')
})

/** Opens the data with the migrations of a later version, which keeps a copy of what it changes. */
function updateToLaterVersion() {
  const migrations = createLaterMigrations(ctx.folder, 1)
  runInOwnProcess(
    `const database = await openDatabase(args[0], { migrations: args[1] })
    await database.close()`,
    pathToFileURL(inFolder('clinic.db')).href,
    migrations,
  )
  rmSync(migrations, { recursive: true })
}

test('a restore that SIGINT ends says what has become of it', async () => {
  const file = copyDay()
  const record = inFolder('restore.json')
  rmSync(record, { force: true })
  const command = ctx.start(['restore', file])
  await until('it has begun', () => existsSync(record) || command.process.exitCode !== null)
  command.process.kill('SIGINT')
  await command.exit()
  expect(command.printed.text).toMatch(
    /^(Interrupted\. (Nothing was restored: the data is as it was|The next start|The backup was)|Restored )/,
  )
})

test('a failed update has a way back: the kept copy of the database is restored', async () => {
  copyDay()
  const program = ctx.start()
  const { cookie } = await program.admin()
  await program.stop()
  updateToLaterVersion()
  expect(await ctx.getStartError()).toContain('created by a newer version of this program')

  const kept = readdirSync(ctx.folder).filter(name => name.startsWith('clinic-before-'))
  expect(kept).toHaveLength(1)
  await restore(inFolder(kept[0] ?? ''))
  const again = ctx.start()
  expect(await listNames(again)).toEqual(['ALI', 'MEI'])
  const me = await fetch(`${await again.url()}/api/auth/me`, { headers: { cookie } })
  expect(me.status).toBe(401)
})

test('a nightly backup that was missed is made at the next start', async () => {
  rmSync(copyDay())
  // The clinic's data starts with its first user, long ago.
  const database = new Database(inFolder('clinic.db'))
  database.run("update users set created_at = '2026-01-01T00:00:00.000Z'")
  database.close()
  const program = ctx.start()
  await program.url()
  const backups = () => readdirSync(inFolder('backups'))
  const isMade = () => backups().some(name => /-nightly\.db\.gz$/.test(name))
  await until('the backup is there', isMade)
  await program.stop()
  expect(backups()).toHaveLength(1)
})

test('data whose names are too old is served without them', async () => {
  const program = ctx.start()
  const admin = await program.admin()
  await admin.register('xaviera')
  // The names of the last day with patients stay.
  await admin.register('zoe')
  await program.stop()
  const file = inFolder('clinic.db')
  const old = new Date(Date.now() - 60 * 24 * 60 * 60_000).toISOString()
  const database = new Database(file)
  database.run('update patients set day = ?, registered_at = ? where name <> ?', [
    old.slice(0, 10),
    old,
    'ZOE',
  ])
  database.close()
  expect(readFileSync(file).includes('XAVIERA')).toBe(true)
  const later = ctx.start()
  await later.url()
  await later.stop()
  expect(readFileSync(file).includes('XAVIERA')).toBe(false)
})
