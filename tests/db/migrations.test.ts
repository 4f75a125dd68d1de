import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  compareSchemas,
  knownMigrations,
  MIGRATIONS,
  NewerSchemaError,
} from '#db/connection/migrate'
import { createBackup } from '../../server/actions/system/backups.ts'
import { runInWorker } from '../../server/storage/backup/worker-client.ts'
import { createLaterMigrations } from '../support/database/later-migrations.ts'
import { runInOwnProcess } from '../support/database/own-process.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import { createTestClinic } from '../support/server/test-clinic.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-test-'))
  file = join(folder, 'clinic.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * Opens the file in another process, with other migrations. Returns its rooms and `later` tables.
 */
function openedWith(migrations: string, lines = '') {
  const script = `const [file, migrations] = args
    const db = await openDatabase('file:' + file, { migrations }).catch(cause => {
      console.log(cause.constructor.name)
      process.exit(0)
    })
    ${lines}
    const rows = await db.read(tx => tx.all('select name from rooms'))
    const tables = await db.read(tx => tx.all("select 1 from sqlite_master where name like 'later%'"))
    await db.close()
    console.log(JSON.stringify([rows.map(row => row.name), tables.length]))`
  return runInOwnProcess(script, file, migrations)
}

const addRoom = (name: string) =>
  `await db.write(tx => tx.run("insert into rooms (name, is_permanent) values ('${name}', 0)"))`
const copies = () => readdirSync(folder).filter(name => name.includes('-before-'))

test("an older version's database is migrated, and a copy of it is kept", () => {
  expect(openedWith(MIGRATIONS, addRoom('Old'))).toBe('[["Old"],0]')
  expect(copies()).toEqual([])
  const ours = knownMigrations(MIGRATIONS).length
  expect(openedWith(createLaterMigrations(folder, 2), addRoom('New'))).toBe('[["Old","New"],2]')
  const name = `clinic-before-${String(ours).padStart(4, '0')}_later.db`
  expect(copies()).toEqual([name])

  file = join(folder, name)
  expect(openedWith(MIGRATIONS)).toBe('[["Old"],0]')
})

test('the copies of the last three migrations are kept', () => {
  for (const more of [0, 1, 2, 3, 4]) openedWith(createLaterMigrations(folder, more))
  const numbers = copies().map(name => /(\d{4})/.exec(name)?.[1])
  const ours = knownMigrations(MIGRATIONS).length
  expect(numbers.toSorted()).toEqual([1, 2, 3].map(n => String(ours + n).padStart(4, '0')))
})

test("a newer version's database is rejected and left unchanged", () => {
  openedWith(createLaterMigrations(folder, 1), addRoom('New'))
  const before = readFileSync(file)
  expect(openedWith(MIGRATIONS)).toBe(NewerSchemaError.name)
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(copies()).toEqual([])
})

test("an older version's backup is migrated while it is checked; a newer one is rejected", async () => {
  const ctx = await createTestClinic()
  const path = await createBackup(ctx.clinic, 'manual')
  const newer = join(folder, 'newer')
  const migrations = createLaterMigrations(folder, 1)
  await runInWorker('unpack', { file: path, into: newer, migrations })
  file = join(newer, 'clinic.db')
  expect(readdirSync(newer).toSorted()).toEqual(['clinic.db', 'unpacked.db'])
  expect(openedWith(migrations)).toBe('[["DISPENSARY","Room 1","Room 2"],1]')

  const into = join(folder, 'again')
  const sentence = await getRejectionMessage(runInWorker('unpack', { file, into }))
  expect(sentence).toBe(
    'This backup cannot be used: it was made by a newer version of this program; install that version first',
  )
  await ctx.close()
})

test.each<[number[], number[], string]>([
  [[], [1, 2], 'older'],
  [[1], [1, 2], 'older'],
  [[1, 2], [1, 2], 'same'],
  [[1, 2, 3], [1, 2], 'newer'],
  [[1, 9], [1, 2], 'newer'],
  [[0], [1, 2], 'foreign'],
  [[0, 2], [1, 2], 'foreign'],
])('a database with migrations %j, compared with a program with %j: %s', (applied, known, age) => {
  expect(compareSchemas(applied, known)).toBe(age as never)
})
