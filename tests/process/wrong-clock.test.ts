import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { faketimeProblem, withClock } from '../support/server/faketime.ts'
import { testUnless } from '../support/unless.ts'

const OFFSETS = ['+1d', '+40d', '+3650d', '-3650d']

const ctx = setUpDataFolder()

function query<Row>(sql: string) {
  const database = new Database(join(ctx.folder, 'clinic.db'))
  try {
    return database.query(sql).all() as Row[]
  } finally {
    database.close()
  }
}

const read = () => ({
  patients: query('select name, priority_reason, status, window_id from patients order by id'),
  audit: query('select * from audit order by id'),
  sessions: query('select id from sessions order by id'),
  steps: query('select * from undoable_steps'),
  backups: readdirSync(join(ctx.folder, 'backups')).filter(name => name.includes('-manual')),
})

testUnless(faketimeProblem)('starts with a wrong clock, years off, destroy nothing', async () => {
  const first = ctx.start()
  const admin = await first.admin()
  const json = { name: 'ali', isPriority: true, priorityReason: 'ELDERLY' }
  const { id } = (await admin.post('/api/patients', json)).body
  await admin.register('mei')
  await admin.call(id, 2)
  await first.stop()
  expect((await ctx.run(['backup'])).code).toBe(0)
  const before = read()
  expect([before.patients.length, before.steps.length, before.backups.length]).toEqual([2, 1, 1])

  for (const offset of OFFSETS) {
    const wrong = ctx.start([], withClock(offset))
    await wrong.url()
    await wrong.stop()
    expect([offset, read()]).toEqual([
      offset,
      { ...before, backups: expect.arrayContaining(before.backups) },
    ])
  }
  const right = ctx.start()
  const headers = { cookie: admin.cookie }
  const listed = await fetch(`${await right.url()}/api/patients`, { headers })
  const patients: { name: string }[] = await listed.json()
  expect(patients.map(({ name }) => name)).toEqual(['ALI', 'MEI'])
})
