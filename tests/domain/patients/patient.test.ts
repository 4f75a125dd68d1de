import { expect, test } from 'bun:test'
import { isActive, nameOnLists, nameOnTv, paddedNumber } from '#domain/patients/patient'

test.each([
  [1, '001'],
  [7, '007'],
  [42, '042'],
  [123, '123'],
  [1000, '1000'],
])('number %i is shown as %s', (number, shown) => {
  expect(paddedNumber(number)).toBe(shown)
})

test('the waiting room reads the name, or the number of someone without a name', () => {
  expect(nameOnTv({ name: 'ALI', number: 7 })).toBe('ALI')
  expect(nameOnTv({ name: null, number: 7 })).toBe('No. 007')
})

test("the desk's lists show the name, or 'Without Name'", () => {
  expect(nameOnLists({ name: 'ALI' })).toBe('ALI')
  expect(nameOnLists({ name: null })).toBe('Without Name')
})

test.each([
  ['waiting', false],
  ['called', true],
  ['in-progress', true],
  ['completed', false],
  ['requeue', false],
] as const)('is a patient who is %s with someone at this moment? %p', (status, answer) => {
  expect(isActive({ status })).toBe(answer)
})
