import { expect, test } from 'bun:test'
import {
  type Backup,
  createBackupName,
  findNewestUntil,
  formatAge,
  formatBytes,
  getDeletionProblem,
  isOverdue,
  parseBackupName,
  sortNewestFirst,
} from '#domain/backups/backups'
import { KUALA_LUMPUR } from '../support/samples.ts'

/** An instant by the clock in Kuala Lumpur. */
const kl = (local: string) => new Date(`${local}+08:00`).toISOString()

test("a backup is named after the clinic's date and time, and each name is used once", () => {
  const at = kl('2026-11-20T03:00:05')
  expect(createBackupName(at, KUALA_LUMPUR, 'nightly')).toBe('clinic-2026-11-20-030005-nightly')
  const taken = ['clinic-2026-11-20-030005-nightly', 'clinic-2026-11-20-030005-nightly-2']
  expect(createBackupName(at, KUALA_LUMPUR, 'nightly', taken)).toBe(
    'clinic-2026-11-20-030005-nightly-3',
  )
  expect(parseBackupName(taken[1] ?? '')).toMatchObject({ day: '2026-11-20', kind: 'nightly' })
})

test.each([
  ...['', '../clinic-2026-11-20-030005-nightly', 'clinic-2026-11-20-030005-nightly.db.gz'],
  ...['clinic-2026-11-20-030005-weekly', 'clinic-2026-11-20-030005-nightly\n'],
])('%j is not the name of a backup', name => {
  expect(parseBackupName(name)).toBeNull()
})

test('a backup from the future is not the newest', () => {
  const [past, future] = ['2026-11-20T03:00:00.000Z', '2031-01-01T00:00:00.000Z']
  expect(findNewestUntil('2026-11-20T09:00:00.000Z', [past, future])).toBe(past)
  expect(findNewestUntil('2026-11-20T09:00:00.000Z', [future])).toBeNull()
})

const counts = { patients: 1, users: 2, calls: 3 }

/** Made at that time by the clock in Kuala Lumpur. */
function aBackup(local: string, isIntact = true): Backup {
  const madeAt = kl(local)
  return {
    name: createBackupName(madeAt, KUALA_LUMPUR, 'manual'),
    kind: 'manual',
    bytes: 1,
    contents: isIntact ? { madeAt, version: '1', counts } : null,
  }
}

test('backups are listed newest first, damaged ones at the time in their name', () => {
  const inOrder = [
    aBackup('2026-11-20T09:00:00'),
    aBackup('2026-11-20T07:00:00', false),
    aBackup('2026-11-20T03:00:00'),
  ]
  expect(sortNewestFirst(inOrder.toReversed())).toEqual(inOrder)
})

test('the newest intact backup cannot be deleted, a damaged one always can', () => {
  const all = [
    aBackup('2026-11-20T09:00:00', false),
    aBackup('2026-11-20T03:00:00'),
    aBackup('2026-11-19T03:00:00'),
  ]
  expect(all.map(backup => getDeletionProblem(backup, all) === null)).toEqual([true, false, true])
})

test('ages and sizes are shown in words', () => {
  const now = kl('2026-11-20T10:00:00')
  expect(isOverdue(kl('2026-11-18T10:00:01'), now)).toBe(false)
  expect(isOverdue(kl('2026-11-18T09:59:59'), now)).toBe(true)
  expect(formatAge(kl('2026-11-20T08:01:00'), now)).toBe('119 min')
  const sizes = [10, 150_016, 12_400_000, 1_230_000_000].map(formatBytes)
  expect(sizes).toEqual(['1 kB', '150 kB', '12.4 MB', '1.2 GB'])
})
