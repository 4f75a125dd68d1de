import { afterEach, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#domain/time'
import { createBackup, runNightlyBackupIfDue } from '../../server/actions/system/backups.ts'
import { getBackupStatus } from '../../server/queries/backups.ts'
import { registerPatient } from '../support/server/actions.ts'
import { confirmDate, createTestClinic, type TestClinic } from '../support/server/test-clinic.ts'

let ctx: TestClinic
afterEach(() => ctx.close())

const backupsFolder = () => join(ctx.folder, 'backups')
const getStatus = () => getBackupStatus(ctx.clinic)

test('each of twenty nights has a backup at three; a week and the Sundays before are kept', async () => {
  ctx = await createTestClinic({ at: '2026-11-20T02:00:00.000Z' })
  for (let hour = 0; hour < 20 * 24; hour++) {
    ctx.clock.advance(60 * 60_000)
    await confirmDate(ctx)
    await runNightlyBackupIfDue(ctx.clinic)
  }
  const names = readdirSync(backupsFolder()).toSorted()
  expect(names.every(name => name.includes('-030000-nightly'))).toBe(true)
  expect(names).toHaveLength(10)
  expect((await getStatus()).backups[0]?.contents?.madeAt).toBe('2026-12-09T19:00:00.000Z')
})

test('a failed nightly backup is shown, logged without names, and retried after an hour', async () => {
  let isFull = true
  ctx = await createTestClinic({ backups: { freeBytes: async () => (isFull ? 90e6 : 1e12) } })
  await registerPatient(ctx.clinic, { name: 'secret name' })
  const good = await backUpLater()
  ctx.clock.advance(2 * DAY_MS)
  await runNightlyBackupIfDue(ctx.clinic).catch(() => {})
  const { failure, backups } = await getStatus()
  expect(failure).toMatchObject({ what: 'nightly backup', at: ctx.clock.now() })
  expect(failure?.because).toMatch(
    /^Not enough space on the disk: .* are needed, 90\.0 MB are free$/,
  )
  expect(backups.map(({ name }) => name)).toEqual([good])
  expect(ctx.logged.join()).toContain('nightly backup failed')
  expect(ctx.logged.join()).not.toContain('SECRET')

  isFull = false
  ctx.clock.advance(59 * 60_000)
  await runNightlyBackupIfDue(ctx.clinic)
  expect((await getStatus()).backups).toHaveLength(1)
  ctx.clock.advance(60_000)
  await runNightlyBackupIfDue(ctx.clinic)
  expect(await getStatus()).toMatchObject({ failure: null, backups: [{ kind: 'nightly' }, {}] })

  async function backUpLater() {
    isFull = false
    const path = await createBackup(ctx.clinic, 'manual')
    isFull = true
    return path.slice(backupsFolder().length + 1, -'.db.gz'.length)
  }
})
