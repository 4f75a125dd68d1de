import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM_COMMAND } from '../support/server/compiled-binary.ts'
import { setUpDataFolder } from '../support/server/data-folder.ts'

const ctx = setUpDataFolder()
const inFolder = (...names: string[]) => join(ctx.folder, ...names)

const lost = (what: string, advice: string) =>
  `The database in ${ctx.folder} is missing or empty, but ${what}. ${advice}. To begin with an empty database, start once with --new-database.`
const command = (...names: string[]) =>
  `${PROGRAM_COMMAND} restore ${inFolder(...names)} --data-dir ${ctx.folder}`
const restoreAdvice = (...names: string[]) => `To restore the newest, run: ${command(...names)}`

function put(path: string[], changedAt?: string) {
  mkdirSync(inFolder(...path, '..'), { recursive: true })
  writeFileSync(inFolder(...path), 'x')
  if (changedAt) utimesSync(inFolder(...path), new Date(changedAt), new Date(changedAt))
}

const BACKUP = 'clinic-2026-11-20-030000-nightly.db.gz'

test.each([
  ['before-restore-2026-11-23T090000/clinic.db', 'the data from before a restore is there'],
  ['before-restore-2026-11-23T090000-2/clinic.db', 'the data from before a restore is there'],
  ['clinic-before-0002_later.db', 'a copy from before an update is there'],
])('a start beside %s alone is refused, and doctor says the same', async (file, what) => {
  put(file.split('/'))
  expect(await ctx.getStartError()).toBe(lost(what, restoreAdvice(file)))
  expect(existsSync(inFolder('clinic.db'))).toBe(false)
  const { code, output } = await ctx.run(['doctor'])
  expect(code).toBe(1)
  expect(output).toContain(`problem  database: ${lost(what, restoreAdvice(file))}`)
  await ctx.start(['--new-database']).admin()
})

test.each(['', '.age'])('copies in BACKUP_DIR ending in %p are found', async ending => {
  const copies = inFolder('stick')
  put(['stick', BACKUP.replace('20-', '19-')])
  put(['stick', BACKUP + ending])
  const what = `there are copies of backups in ${copies}`
  const advice = restoreAdvice('stick', BACKUP + ending)
  expect(await ctx.getStartError([], { BACKUP_DIR: copies })).toBe(lost(what, advice))
  expect(await ctx.getStartError(['--backup-dir', copies])).toBe(lost(what, advice))
  const { output } = await ctx.run(['doctor', '--backup-dir', copies])
  expect(output).toContain(`problem  database: ${lost(what, advice)}`)
})

test('a new clinic begins while its stick is not connected', async () => {
  await ctx.start([], { BACKUP_DIR: inFolder('nothing') }).admin()
})

test('of all that is left the newest is named, by the clinic’s time', async () => {
  const kept = ['before-restore-2026-11-23T090000', 'clinic.db']
  put(kept)
  put(['backups', BACKUP])
  put(['clinic-before-0002_later.db'], '2026-11-21T00:00:00Z')
  const ofKept = lost('the data from before a restore is there', restoreAdvice(...kept))
  expect(await ctx.getStartError()).toBe(ofKept)
  // 17:30 in Kuala Lumpur, where the folder was made at 17:00.
  const later = 'clinic-2026-11-23-173000-manual.db.gz'
  put(['backups', later])
  expect(await ctx.getStartError()).toBe(lost('there are backups', restoreAdvice('backups', later)))
  put(['clinic-before-0003_later.db'], '2026-11-24T00:00:00Z')
  const ofUpdate = restoreAdvice('clinic-before-0003_later.db')
  expect(await ctx.getStartError()).toBe(lost('a copy from before an update is there', ofUpdate))
})

test('data whose journal is not empty is opened first', async () => {
  const folder = 'before-restore-2026-11-23T090000'
  put([folder, 'clinic.db'])
  put([folder, 'clinic.db-wal'])
  const first = `start and stop the program once with --data-dir ${inFolder(folder)}`
  const advice = `To restore the newest, ${first}, then run: ${command(folder, 'clinic.db')}`
  const what = 'the data from before a restore is there'
  expect(await ctx.getStartError()).toBe(lost(what, advice))
})

test('an unpacked backup is named last, and a restore does not delete it', async () => {
  put(['restoring', 'clinic.db'])
  const path = inFolder('restoring', 'clinic.db')
  const advice = `Move ${path} to another folder, then run: ${PROGRAM_COMMAND} restore <file> --data-dir ${ctx.folder}`
  expect(await ctx.getStartError()).toBe(lost('an unpacked backup is there', advice))
  expect(await ctx.run(['restore', path])).toEqual({
    code: 1,
    output: 'A restore empties this folder: move the file to another one first.\n',
  })
  expect(readFileSync(path, 'utf8')).toBe('x')
  put(['backups', BACKUP])
  const ofBackup = lost('there are backups', restoreAdvice('backups', BACKUP))
  expect(await ctx.getStartError()).toBe(ofBackup)
})

/** What drizzle makes first: a power cut at the first start may leave it alone. */
const NO_MIGRATIONS =
  'create table __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)'

function makeDatabase(...statements: string[]) {
  const database = new Database(inFolder('clinic.db'))
  for (const statement of statements) database.run(statement)
  database.close()
}

test('an empty list of migrations beside a kept database is not a new clinic', async () => {
  makeDatabase(NO_MIGRATIONS)
  put(['clinic-before-0002_later.db'])
  const what = 'a copy from before an update is there'
  expect(await ctx.getStartError()).toBe(lost(what, restoreAdvice('clinic-before-0002_later.db')))
  const { code, output } = await ctx.run(['doctor'])
  expect([code, output]).toEqual([
    1,
    expect.stringContaining(
      `problem  database: ${lost(what, restoreAdvice('clinic-before-0002_later.db'))}`,
    ),
  ])
})

test.each([
  ['an empty list of migrations', [NO_MIGRATIONS]],
  ['no table', ['vacuum']],
])('a first start that was cut off with %s goes on', async (_, statements) => {
  makeDatabase(...statements)
  await ctx.start().admin()
})

test.each([
  ['whose migrations were emptied', 'delete from __drizzle_migrations'],
  ['whose migrations are gone', 'drop table __drizzle_migrations'],
])('a database %s is explained, and left as it is', async (_, statement) => {
  const program = ctx.start()
  await (await program.admin()).register('ali')
  await program.stop()
  makeDatabase(statement)
  const before = readFileSync(inFolder('clinic.db'))
  for (const args of [[], ['--new-database']]) {
    const error = await ctx.getStartError(args)
    expect(error).toContain('has tables, but its list of migrations is missing or empty')
  }
  expect(readFileSync(inFolder('clinic.db')).equals(before)).toBe(true)
  const { code, output } = await ctx.run(['doctor'])
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(
      /problem {2}schema: .* has tables, but its list of migrations is missing/,
    ),
  ])
  cpSync(inFolder('clinic.db'), inFolder('copy.db'))
  expect((await ctx.run(['restore', inFolder('copy.db')])).output).toBe(
    'This backup cannot be used: it was not made by this program, or before its first release.\n',
  )
})
