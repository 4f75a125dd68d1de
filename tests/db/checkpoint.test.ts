import { expect, test } from 'bun:test'
import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { registerPatient } from '../support/server/actions.ts'
import { withTestClinic } from '../support/server/test-clinic.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const ctx = withTestClinic()

const file = () => join(ctx.folder, 'clinic.db')
const getJournalBytes = () => statSync(`${file()}-wal`).size
const register = () => registerPatient(ctx.clinic, { name: 'ali' })
const tick = (now: number) => ctx.clinic.checkpointIfDue(now)

test('within a minute a change is in the file, even if the journal is lost', async () => {
  await tick(0)
  await register()
  await tick(MINUTE - 1)
  expect(getJournalBytes()).toBeGreaterThan(0)
  await tick(MINUTE)
  expect(getJournalBytes()).toBe(0)

  const copy = join(ctx.folder, 'copy.db')
  copyFileSync(file(), copy)
  const { rows } = await createClient({ url: `file:${copy}` }).execute('select name from patients')
  expect(rows.map(row => row[0])).toEqual(['ALI'])
})

test('without changes the file is left alone, also by a cleanup that finds nothing', async () => {
  await cleanUp(ctx.clinic)
  await tick(0)
  const { mtimeMs } = statSync(file())
  for (let now = 2 * MINUTE; now < 4 * HOUR; now += 10 * MINUTE) {
    await cleanUp(ctx.clinic)
    await tick(now)
  }
  expect([statSync(file()).mtimeMs, getJournalBytes()]).toEqual([mtimeMs, 0])
})

test('while the file is frozen for a backup it does not change', async () => {
  const frozen = await ctx.clinic.freezeFile()
  const { mtimeMs } = statSync(file())
  await register()
  await tick(2 * HOUR)
  expect(statSync(file()).mtimeMs).toBe(mtimeMs)
  expect(getJournalBytes()).toBeGreaterThan(0)

  await frozen.release()
  await tick(2 * HOUR + 1)
  expect(getJournalBytes()).toBe(0)
})
