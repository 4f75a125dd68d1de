import { expect, test } from 'bun:test'
import { DAY_MS } from '#domain/time'
import { createBackup } from '../../server/actions/system/backups.ts'
import { getClock } from '../../server/queries/system/clock.ts'
import { getNotices } from '../../server/queries/system/notices.ts'
import { registerPatient } from '../support/server/actions.ts'
import { confirmDate, withTestClinic } from '../support/server/test-clinic.ts'

const ctx = withTestClinic()

const notices = () => getNotices(ctx.clinic)
const inDays = (days: number) => new Date(Date.parse(ctx.clock.now()) + days * DAY_MS).toISOString()

test('a missing and an old backup are named with their age', async () => {
  ctx.clock.advance(3 * DAY_MS)
  expect(await notices()).toEqual([
    'There has been no backup for 3 days. System Management says why.',
  ])
  await createBackup(ctx.clinic, 'manual')
  expect(await notices()).toEqual([])
  ctx.clock.advance(4 * DAY_MS)
  expect(await notices()).toEqual(['The newest backup is 4 days old. System Management says why.'])
})

test('a disk that is almost full, and one that cannot be written', async () => {
  const storage = { canWrite: () => true, getFreeBytes: () => 300_000_000 }
  Object.assign(ctx.clinic, { storage })
  expect(await notices()).toEqual([
    'Only 300.0 MB are free on the disk. Free some space: on a full disk no patient can be registered.',
  ])
  storage.canWrite = () => false
  expect(await notices()).toEqual([
    'Nothing can be saved: the disk is full or cannot be written. Free some space.',
  ])
})

test('a certificate that expires within two weeks, and one that has', async () => {
  ctx.clinic.certificate.expiry = inDays(15)
  expect(await notices()).toEqual([])
  ctx.clinic.certificate.expiry = inDays(13)
  expect(await notices()).toEqual(['The certificate expires in 13 days. Renew it.'])
  ctx.clinic.certificate.expiry = inDays(-1)
  expect(await notices()).toEqual(['The certificate has expired: browsers reject it. Renew it.'])
})

test('a clock that was set back behind the newest patient', async () => {
  await registerPatient(ctx.clinic, { name: 'ali' })
  ctx.clock.advance(-59_000)
  expect(await notices()).toEqual([])
  ctx.clock.advance(-DAY_MS)
  // The administrator is asked about the date first.
  expect(await notices()).toEqual([])
  expect((await getClock(ctx.clinic)).doubt).toContain('went from 20 Nov 2026 to 19 Nov 2026')
  await confirmDate(ctx)
  expect(await notices()).toEqual([
    "The clock of the clinic's computer says 2026-11-19 09:59, but a patient was registered later than that. If it is wrong, set it and restart the program.",
  ])
})

test('a failing off-site copy, a clock before the build, and other machines out of reach', async () => {
  const failure = { at: ctx.clock.now(), because: 'it is full' }
  const getStatus = () => ({ folder: '/mnt/stick', newestAt: null, failure })
  ctx.clinic.config.builtAt = inDays(1)
  const cluster = { areOthersReached: () => false }
  Object.assign(ctx.clinic, { backupCopier: { getStatus }, cluster })
  expect(await notices()).toEqual([
    'Backups are not copied off-site: it is full.',
    'The other machines are not reached. Calls reach their screens two seconds later. Check Redis.',
    `The clock of the clinic's computer is wrong: it says 2026-11-20 10:00. Set it, then restart the program.`,
  ])
})
