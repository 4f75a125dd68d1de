import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatProgramCommand } from '../../server/config/program.ts'
import { PROGRAM_COMMAND } from '../support/server/compiled-binary.ts'
import { examine, setUpDataFolder } from '../support/server/data-folder.ts'

const ctx = setUpDataFolder()
const inFolder = (path: string) => join(ctx.folder, path)

function put(path: string, changedAt?: string) {
  mkdirSync(join(inFolder(path), '..'), { recursive: true })
  writeFileSync(inFolder(path), 'x')
  if (changedAt) utimesSync(inFolder(path), new Date(changedAt), new Date(changedAt))
}

function makeDatabase(...statements: string[]) {
  const database = new Database(inFolder('clinic.db'))
  for (const statement of statements) database.run(statement)
  database.close()
}

const lost = (what: string, advice: string) =>
  `The database in ${ctx.folder} is missing or empty, but ${what}. ${advice}. To begin with an empty database, start once with --new-database.`
const advise = (path: string, program = formatProgramCommand()) =>
  `To restore the newest, run: ${program} restore ${inFolder(path)} --data-dir ${ctx.folder}`

const KEPT = 'before-restore-2026-11-23T090000/clinic.db'
const BACKUP = 'clinic-2026-11-20-030000-nightly.db.gz'
/** It was made at 17:30 in Kuala Lumpur. The folder of `KEPT` was made at 17:00. */
const LATER = 'clinic-2026-11-23-173000-manual.db.gz'
const OF_RESTORE = 'the data from before a restore is there'
const OF_UPDATE = 'a copy from before an update is there'
const OF_STICK = () => `there are copies of backups in ${inFolder('stick')}`
/** Drizzle makes this table first. A power cut at the first start may leave only this table. */
const NO_MIGRATIONS =
  'create table __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)'

// The files that are left, the newest one, and what it is called.
test.each<[string[], string, string | (() => string)]>([
  [[KEPT], KEPT, OF_RESTORE],
  [[KEPT.replace('/', '-2/')], KEPT.replace('/', '-2/'), OF_RESTORE],
  [['clinic-before-0002_later.db'], 'clinic-before-0002_later.db', OF_UPDATE],
  [[`stick/${BACKUP.replace('20-', '19-')}`, `stick/${BACKUP}`], `stick/${BACKUP}`, OF_STICK],
  [[`stick/${BACKUP}.age`], `stick/${BACKUP}.age`, OF_STICK],
  [[KEPT, `backups/${BACKUP}`], KEPT, OF_RESTORE],
  [[KEPT, `backups/${LATER}`], `backups/${LATER}`, 'there are backups'],
  [['restoring/clinic.db', `backups/${BACKUP}`], `backups/${BACKUP}`, 'there are backups'],
])('of %j, %s is named', async (files, newest, what) => {
  for (const file of files) put(file)
  const { code, output } = await examine(ctx.folder, '--backup-dir', inFolder('stick'))
  expect(code).toBe(1)
  const words = typeof what === 'string' ? what : what()
  expect(output).toContain(`problem  database: ${lost(words, advise(newest))}\n`)
  expect(existsSync(inFolder('clinic.db'))).toBe(false)
})

test('a copy from before an update counts from its last change', async () => {
  put(KEPT)
  put('clinic-before-0002_later.db', '2026-11-21T00:00:00Z')
  expect((await examine(ctx.folder)).output).toContain(lost(OF_RESTORE, advise(KEPT)))
  put('clinic-before-0003_later.db', '2026-11-24T00:00:00Z')
  const advice = advise('clinic-before-0003_later.db')
  expect((await examine(ctx.folder)).output).toContain(lost(OF_UPDATE, advice))
})

test('an unpacked backup, and data whose journal is not empty, need a step before the restore', async () => {
  put('restoring/clinic.db')
  const path = inFolder('restoring/clinic.db')
  const move = `Move ${path} to another folder, then run: ${formatProgramCommand('restore', '<file>', '--data-dir', ctx.folder)}`
  const unpacked = lost('an unpacked backup is there', move)
  expect((await examine(ctx.folder)).output).toContain(unpacked)
  const refusal = 'A restore empties this folder: move the file to another one first.\n'
  expect(await ctx.run(['restore', path])).toEqual({ code: 1, output: refusal })
  expect(readFileSync(path, 'utf8')).toBe('x')
  put(KEPT)
  put(`${KEPT}-wal`)
  expect((await examine(ctx.folder)).output).toContain(
    `start and stop the program once with --data-dir ${join(inFolder(KEPT), '..')}, then run: `,
  )
  const { output } = await ctx.run(['restore', inFolder(KEPT)])
  expect(output).toContain('its newest changes are in the file beside it that ends in -wal')
})

test.each<[string, () => unknown]>([
  ['is an empty file', () => writeFileSync(inFolder('clinic.db'), '')],
  ['has an empty list of migrations', () => makeDatabase(NO_MIGRATIONS)],
])('a database that %s does not start beside a backup, except as a new clinic', async (_, make) => {
  put(`backups/${BACKUP}`)
  make()
  const sentence = lost('there are backups', advise(`backups/${BACKUP}`, PROGRAM_COMMAND))
  expect(await ctx.getStartError()).toBe(sentence)
  await ctx.start(['--new-database']).admin()
})

test('a first start that was cut off goes on, without its stick', async () => {
  makeDatabase(NO_MIGRATIONS)
  await ctx.start([], { BACKUP_DIR: inFolder('nothing') }).admin()
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
  const words = 'has tables, but its list of migrations is missing or empty'
  expect(await ctx.getStartError(['--new-database'])).toContain(words)
  expect(readFileSync(inFolder('clinic.db')).equals(before)).toBe(true)
  expect((await examine(ctx.folder)).output).toMatch(
    /problem {2}schema: .* has tables, but its list of migrations is missing/,
  )
})
