import { expect, test } from 'bun:test'
import { formatTvDay } from '#domain/display/tv-report'
import { createTvCallCounts } from '../../server/realtime/tv-receipts.ts'

test('the calls of each TV are added up for its newest day', () => {
  const { add, get } = createTvCallCounts()
  add(1, '2026-11-20', { missed: 1 })
  add(1, '2026-11-20', { shown: 1, unheard: 1, missed: -1 })
  add(2, '2026-11-20', { shown: 1 })
  expect(get(1, '2026-11-20')).toEqual({ shown: 1, unheard: 1, missed: 0 })
  expect(get(1, '2026-11-21')).toEqual({ shown: 0, unheard: 0, missed: 0 })
  add(1, '2026-11-21', { shown: 1 })
  expect(get(1, '2026-11-21')).toEqual({ shown: 1, unheard: 0, missed: 0 })
  expect(get(2, '2026-11-20')).toEqual({ shown: 1, unheard: 0, missed: 0 })
})

test.each([
  [{ shown: 0, unheard: 0, missed: 0 }, null],
  [{ shown: 1, unheard: 0, missed: 0 }, '1 call today'],
  [{ shown: 41, unheard: 2, missed: 1 }, '41 calls today, 2 without sound, 1 missed'],
])('%o is %p', (day, text) => {
  expect(formatTvDay(day)).toBe(text)
})
