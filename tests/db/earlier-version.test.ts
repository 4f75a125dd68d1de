import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { MIGRATIONS } from '#db/connection/migrate'
import { openDatabase } from '#db/connection/open'
import { createHistory } from '../support/database/history.ts'

let folder: string
let url: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-test-'))
  url = pathToFileURL(join(folder, 'clinic.db')).href
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The migrations of a version that had only the first so many. */
function copyMigrations(count: number) {
  const copy = join(folder, 'migrations')
  cpSync(MIGRATIONS, copy, { recursive: true })
  const journal = join(copy, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }))
  return copy
}

const READ = {
  patients: `select id, day, series, number, name, type, status, registered_at, called_at, window_id, last_window_id,
    requeue_reason, is_priority, priority_reason, ready_for_dispensary, deleted_at from patients order by id`,
  journey: 'select * from journey order by id',
  calls: 'select sequence, patient_id, room_name, called_at from calls order by sequence',
  resets: 'select id, day, at, by_user_id, deleted_count from queue_resets order by id',
  sequences: "select name, seq from sqlite_sequence where name not like '%undo%' order by name",
}

async function readAll(database: Awaited<ReturnType<typeof openDatabase>>) {
  const all: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(READ)) {
    all[name] = await database.read(db => db.all(sql.raw(query)))
  }
  return all
}

test('a filled database from before holds and undo keeps every row, and no id is used again', async () => {
  const earlier = await openDatabase(url, { migrations: copyMigrations(3) })
  await earlier.write(async tx => {
    await tx.run(
      sql.raw(`insert into rooms (id, name, is_active, is_permanent) values (1, 'Room 1', 1, 0),
        (2, 'Room 2', 1, 0), (3, 'DISPENSARY', 1, 1)`),
    )
    await tx.run(
      sql.raw(`insert into users (id, username, folded, password_hash, role, is_active, created_at)
        values (1, 'admin', 'admin', 'x', 'admin', 1, '2025-01-01')`),
    )
    await createHistory(tx, { days: 20, patientsPerDay: 30, before: '2026-11-20' })
    await tx.run(sql.raw(`update patients set status = 'called', window_id = 1 where id = 5`))
    await tx.run(sql.raw(`update patients set deleted_at = registered_at where id % 7 = 0`))
    await tx.run(
      sql.raw(
        `insert into queue_resets (day, at, by_user_id, deleted_count) values ('2026-11-19', 'x', 1, 3)`,
      ),
    )
    // As after a restore of an older backup.
    for (const table of ['patients', 'journey', 'calls']) {
      await tx.run(sql.raw(`update sqlite_sequence set seq = seq + 1000 where name = '${table}'`))
    }
  })
  const before = await readAll(earlier)
  await earlier.close()
  expect(before.patients).toHaveLength(600)

  // libSQL frees a file only when its process ends.
  for (const end of ['', '-wal']) {
    const from = join(folder, `clinic.db${end}`)
    if (existsSync(from)) cpSync(from, join(folder, `copy.db${end}`))
  }
  const copy = pathToFileURL(join(folder, 'copy.db')).href
  const later = await openDatabase(copy, { keepsOldCopy: false })
  expect(await readAll(later)).toEqual(before)
  const check = (pragma: string) => later.read(db => db.all(sql.raw(`pragma ${pragma}`)))
  expect(await check('foreign_key_check')).toEqual([])
  expect(await check('foreign_keys')).toEqual([{ foreign_keys: 1 }])
  expect(await check('integrity_check')).toEqual([{ integrity_check: 'ok' }])
  const added = sql.raw(
    `select distinct hold_kind, hold_until, hold_calls_left, missed_count from patients`,
  )
  expect(await later.read(db => db.all(added))).toEqual([
    { hold_kind: null, hold_until: null, hold_calls_left: null, missed_count: 0 },
  ])
  await later.close()
})
