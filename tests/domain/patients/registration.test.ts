import { describe, expect, test } from 'bun:test'
import {
  canRegister,
  toNameInput,
  toReasonInput,
  validateRegistration,
} from '#domain/patients/registration'
import { getDomainError } from '../../support/domain-errors.ts'

const LETTERS = {
  latin: 'x',
  chinese: '李',
  emoji: '😀',
  tamil: 'அ',
  'tamil with a vowel sign': 'கி',
  doctor: '👩\u200d⚕',
}

describe('the name field', () => {
  test.each([
    ['ali', 'ALI'],
    ['Siti binti Ahmad', 'SITI BINTI AHMAD'],
    ['renée', 'RENÉE'],
    ['ali ', 'ALI '],
    ['李小龙', '李小龙'],
    ['', ''],
  ])('turns "%s" into "%s"', (typed, masked) => {
    expect(toNameInput(typed)).toBe(masked)
  })

  test.each(Object.entries(LETTERS))('keeps 25 letters of 26, %s ones too', (_, letter) => {
    const upper = letter.toUpperCase()
    expect(toNameInput(letter.repeat(25))).toBe(upper.repeat(25))
    expect(toNameInput(letter.repeat(26))).toBe(upper.repeat(25))
  })
})

test('the reason field keeps 100 letters in upper case', () => {
  expect(toReasonInput('fever')).toBe('FEVER')
  expect(toReasonInput('😀'.repeat(101))).toBe('😀'.repeat(100))
})

test.each([
  ['a name', { name: 'ALI', isPriority: false, reason: '' }, true],
  ['no name', { name: '', isPriority: false, reason: '' }, false],
  ['spaces for a name', { name: '   ', isPriority: false, reason: '' }, false],
  ['an invisible name', { name: '\u200b\u3164', isPriority: false, reason: '' }, false],
  ['an invisible reason', { name: 'ALI', isPriority: true, reason: '\u200b' }, false],
  ['priority and a reason', { name: 'ALI', isPriority: true, reason: 'FEVER' }, true],
  ['priority without a reason', { name: 'ALI', isPriority: true, reason: '' }, false],
  ['priority and spaces for a reason', { name: 'ALI', isPriority: true, reason: '  ' }, false],
  ['priority and a reason but no name', { name: '', isPriority: true, reason: 'F' }, false],
])('the Register button with %s', (_, form, isEnabled) => {
  expect(canRegister(form)).toBe(isEnabled)
})

describe('a registration', () => {
  test.each([
    ['ali', 'ALI'],
    ['  ali  ', 'ALI'],
    ['\u202eali\u200b', 'ALI'],
    ['\u200b\u3164', null],
    ['ali   bin \t abu', 'ALI BIN ABU'],
    ['', null],
    ['   ', null],
    [null, null],
    [undefined, null],
  ])('with the name %p saves %p', (name, saved) => {
    const plain = { isPriority: false, priorityReason: null, isDiscreet: false, type: 'name' }
    expect(validateRegistration({ name })).toEqual({ ...plain, name: saved })
  })

  test.each(Object.entries(LETTERS))('takes 25 letters and rejects 26: %s', (_, letter) => {
    // Signs alone are no name.
    const name = `A${letter.repeat(24)}`
    expect(validateRegistration({ name: `  ${name}  ` }).name).toBe(name.toUpperCase())
    const sentence = 'Name must be at most 25 characters'
    const error = getDomainError(() => validateRegistration({ name: name + letter }))
    expect(error).toEqual({ sentence, status: 400, field: 'name' })
  })

  test('with priority saves the reason in upper case and without spaces around it', () => {
    const saved = validateRegistration({
      name: 'ali',
      isPriority: true,
      priorityReason: ' high  fever ',
    })
    expect(saved).toMatchObject({ isPriority: true, priorityReason: 'HIGH FEVER' })
  })

  test('without priority saves no reason', () => {
    const saved = validateRegistration({ name: 'ali', isPriority: false, priorityReason: 'fever' })
    expect(saved).toMatchObject({ isPriority: false, priorityReason: null })
  })

  test.each([undefined, null, '', '  '])('with priority and the reason %p is rejected', reason => {
    const error = getDomainError(() =>
      validateRegistration({ isPriority: true, priorityReason: reason }),
    )
    const sentence = 'Priority reason is required'
    expect(error).toEqual({ sentence, status: 400, field: 'priorityReason' })
  })

  test('takes a reason of 100 letters and rejects one of 101', () => {
    const withReason = (length: number) =>
      validateRegistration({ isPriority: true, priorityReason: 'x'.repeat(length) })
    expect(withReason(100).priorityReason).toBe('X'.repeat(100))
    const sentence = 'Priority reason must be at most 100 characters'
    const error = getDomainError(() => withReason(101))
    expect(error).toEqual({ sentence, status: 400, field: 'priorityReason' })
  })

  test('keeps the type of the input', () => {
    expect(validateRegistration({ name: 'ali', type: 'number' }).type).toBe('number')
  })
})
