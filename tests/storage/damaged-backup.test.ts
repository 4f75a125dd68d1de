import { expect, test } from 'bun:test'
import { findDefect } from '../../server/storage/backup/pack.ts'

const counts = { patients: 1, users: 2, calls: 3 }

test.each([
  [{ integrityErrors: [], foreignKeyViolations: 0, counts }, null],
  [
    { integrityErrors: ['row 7 missing from index'], foreignKeyViolations: 0, counts },
    'its database is damaged',
  ],
  [
    { integrityErrors: [], foreignKeyViolations: 1, counts },
    'its database has rows that refer to missing rows',
  ],
  [
    { integrityErrors: [], foreignKeyViolations: 0, counts: { ...counts, users: 0 } },
    'its database has no users',
  ],
])('%j is intact or has a defect: %p', (result, problem) => {
  expect(findDefect(result)).toBe(problem)
})
