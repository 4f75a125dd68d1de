import { expect, test } from 'bun:test'
import {
  formatCounts,
  formatWhen,
  formatWhenFromName,
} from '../../../islands/system/backup-texts.ts'

const KL = 'Asia/Kuala_Lumpur'
/** An instant by the clock in Kuala Lumpur. */
const kl = (local: string) => new Date(`${local}+08:00`).toISOString()

test.each([
  ['2026-11-20T03:00:00', 'today at 03:00'],
  ['2026-11-19T23:59:00', 'yesterday at 23:59'],
  ['2026-11-18T03:00:00', '18 Nov 2026 at 03:00'],
])('a backup made at %s was made %s', (madeAt, text) => {
  expect(formatWhen(kl(madeAt), kl('2026-11-20T10:00:00'), KL)).toBe(text)
})

test('a damaged backup shows the time in its name', () => {
  expect(formatWhenFromName('clinic-2026-11-18-030000-nightly')).toBe('18 Nov 2026 at 03:00')
})

test('counts are shown in words', () => {
  expect(formatCounts({ patients: 1, users: 4, calls: 1305 })).toBe(
    '1 patient, 4 users, 1,305 calls',
  )
})
