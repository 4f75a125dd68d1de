import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { labelAxis, listAxisKeys, listTicks } from '#domain/reports/period'

describe('the axis of a chart', () => {
  const axis = { from: '2026-11-18', to: '2026-11-20', minHours: 1 }

  test('has every hour between the first and the last, and of today twelve', () => {
    const hours = (keys: string[], minHours: number) =>
      listAxisKeys(keys, { ...axis, unit: 'hour', minHours })
    expect(hours(['8', '11'], 1)).toEqual(['8', '9', '10', '11'])
    expect([hours(['8', '9'], 12).at(0), hours(['8', '9'], 12).at(-1)]).toEqual(['8', '19'])
    expect([hours(['23'], 12).at(0), hours(['23'], 12).at(-1)]).toEqual(['12', '23'])
    expect(hours(['0', '23'], 12)).toHaveLength(24)
  })

  test('has every day of the period, and every month from the first with patients', () => {
    const days = listAxisKeys(['2026-11-19'], { ...axis, unit: 'day' })
    expect(days).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
    const months = listAxisKeys(['2025-11', '2026-02'], { ...axis, unit: 'month' })
    expect(months).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  })

  test('names the first day of each week and today', () => {
    const days = listAxisKeys([], {
      unit: 'day',
      from: '2026-11-07',
      to: '2026-11-20',
      minHours: 1,
    })
    const labels = labelAxis(days, 'day', '2026-11-20').flatMap(label => label?.text ?? [])
    expect(labels).toEqual(['7 Nov', '14 Nov', 'today'])
  })
})

test('ticks are few, whole, and reach the highest value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), highest => {
      const ticks = listTicks(highest)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(ticks.at(-2)).toBeLessThan(highest)
    }),
  )
})
