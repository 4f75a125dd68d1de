import { describe, expect, test } from 'bun:test'
import { describeSource, getTableAdvice, getTableState } from '#domain/prayers/table-state'
import { addDays } from '#domain/time'

const listDates = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => addDays(first, at))

const YEAR = { zone: 'WLY01', from: '2026-01-01', to: '2026-12-31' }

describe('a table is in force', () => {
  test.each([
    ['to its last day', listDates('2026-01-01', 365), '2026-12-31'],
    ['to the day before a gap', [...listDates('2026-11-01', 30), '2026-12-02'], '2026-11-30'],
    ['over a gap in the past', ['2026-01-01', ...listDates('2026-11-01', 30)], '2026-11-30'],
    ['over a leap day', [...listDates('2027-12-30', 61), '2028-03-01'], '2028-03-01'],
  ])('%s', (_, dates, to) => {
    const [from = ''] = dates
    expect(getTableState('WLY01', dates, '2026-11-20')).toEqual({ zone: 'WLY01', from, to })
  })

  test('not without days', () => {
    expect(getTableState('', [], '2026-11-20')).toBeNull()
  })
})

test.each([
  ['2026-11-16', null],
  ['2026-11-17', 'From 1 Jan 2027 on, prayer times are calculated.'],
  ['2026-12-31', 'From 1 Jan 2027 on, prayer times are calculated.'],
  ['2027-01-01', "JAKIM's table ended on 31 Dec 2026."],
])('on %s it says: %s', (today, advice) => {
  expect(getTableAdvice(YEAR, today)).toEqual(advice && expect.stringContaining(advice))
})

test.each([
  ['WLY01', YEAR, '2026-12-31', "JAKIM's table of WLY01 is in force until 31 Dec 2026."],
  ['WLY01', YEAR, '2027-01-01', 'Calculated for WLY01, within'],
  ['WLY01', null, '2026-12-31', 'Calculated for WLY01, within'],
  ['WLY01', { ...YEAR, from: '2026-12-01' }, '2026-11-20', 'begins on 1 Dec 2026'],
  ['KTN01', YEAR, '2026-11-20', 'The table that was added is of WLY01.'],
  [null, YEAR, '2026-11-20', 'Calculated for the location, which is in none of the zones.'],
])('in %s with the table %j, on %s: %s', (zone, table, today, sentence) => {
  expect(describeSource({ today, zone, table })).toContain(sentence)
})
