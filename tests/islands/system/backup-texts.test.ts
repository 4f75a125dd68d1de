import { expect, test } from 'bun:test'
import { formatCounts, formatWhen } from '../../../islands/system/backup-texts.ts'
import { aTimeZone, KUALA_LUMPUR } from '../../support/samples.ts'

test.each([
  ['2026-11-20T03:00:00+08:00', 'today at 03:00'],
  ['2026-11-19T23:59:00+08:00', 'yesterday at 23:59'],
  ['2026-11-18T03:00:00+08:00', '18 Nov 2026 at 03:00'],
])('a backup made at %s was made %s', (madeAt, text) => {
  expect(formatWhen(madeAt, '2026-11-20T10:00:00+08:00', KUALA_LUMPUR)).toBe(text)
})

test('the day before a day of 23 hours is yesterday', () => {
  const now = '2026-03-09T00:30:00-04:00'
  expect(formatWhen('2026-03-08T04:00:00-04:00', now, aTimeZone('America/New_York'))).toBe(
    'yesterday at 04:00',
  )
})

test('counts are shown in words', () => {
  const text = '1 patient, 4 users, 1,305 calls'
  expect(formatCounts({ patients: 1, users: 4, calls: 1305 })).toBe(text)
})
