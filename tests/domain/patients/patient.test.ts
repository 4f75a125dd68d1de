import { expect, test } from 'bun:test'
import { formatNumber, getListName, getTvName } from '#domain/patients/patient'

test.each([
  [1, '001'],
  [7, '007'],
  [42, '042'],
  [123, '123'],
  [1000, '1000'],
])('number %i is shown as %s', (number, shown) => {
  expect(formatNumber(number)).toBe(shown)
})

test('the TV shows the name, or the number of a patient without a name', () => {
  expect(getTvName({ name: 'ALI', number: 7 })).toBe('ALI')
  expect(getTvName({ name: null, number: 7 })).toBe('No. 007')
})

test("the desk's lists show the name, or 'Without Name'", () => {
  expect(getListName({ name: 'ALI' })).toBe('ALI')
  expect(getListName({ name: null })).toBe('Without Name')
})
