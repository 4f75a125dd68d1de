import { expect, test } from 'bun:test'
import { formatNumber, getListName, getTvName } from '#domain/patients/patient'

test('a patient is shown by number and name, without one by number or as nameless', () => {
  expect([1, 42, 1000].map(number => formatNumber(number))).toEqual(['001', '042', '1000'])
  expect(getTvName({ name: 'ALI', label: '007' })).toBe('ALI')
  expect(getTvName({ name: null, label: '007' })).toBe('No. 007')
  expect([getListName({ name: 'ALI' }), getListName({ name: null })]).toEqual([
    'ALI',
    'Without Name',
  ])
})
