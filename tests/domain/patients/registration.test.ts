import { describe, expect, test } from 'bun:test'
import { formatNumber, getListName, getTvName } from '#domain/patients/patient'
import { NO_TEXTS, PATIENT_FIELDS } from '#domain/patients/patient-fields'
import {
  canRegister,
  getFontProblem,
  toggleReason,
  toNameKey,
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

test.each(Object.entries(LETTERS))(
  'the name field keeps 25 letters of 26, %s ones too',
  (_, letter) => {
    const upper = letter.toUpperCase()
    expect(PATIENT_FIELDS.name.toInput(`${letter.repeat(24)} ${letter}`)).toBe(
      `${upper.repeat(24)} `,
    )
  },
)

test('the name field keeps no more than may be stored, and only whole characters', () => {
  const family = '👩\u200d👩\u200d👧\u200d👦'
  const kept = PATIENT_FIELDS.name.toInput(family.repeat(25))
  expect(kept).toBe(family.repeat(14))
  expect(validateRegistration({ name: `A${kept}` }).name).toBe(`A${kept}`)
  expect(PATIENT_FIELDS.name.toInput(`e${'\u0301'.repeat(200)}`)).toBe('')
  expect(PATIENT_FIELDS.name.toInput('ß'.repeat(13))).toBe('S'.repeat(25))
})

test('a name is required, and a reason for priority', () => {
  const check = (name: string, priorityReason: string | null) =>
    canRegister({ name, isPriority: priorityReason !== null, priorityReason: priorityReason ?? '' })
  expect([check('ALI', null), check('ALI', 'FEVER')]).toEqual([true, true])
  for (const blank of ['', '   ', '\u200b']) {
    expect([check(blank, null), check(blank, 'FEVER'), check('ALI', blank)]).not.toContain(true)
  }
})

describe('a registration', () => {
  test.each([
    ['ali', 'ALI'],
    ['  ali  ', 'ALI'],
    ['\u202eali\u200b', 'ALI'],
    ['\u200b\u3164', null],
    ['ali   bin \t abu', 'ALI BIN ABU'],
    ['   ', null],
    [null, null],
    [undefined, null],
  ])('with the name %p saves %p', (name, saved) => {
    const plain = { isPriority: false, isDiscreet: false, type: 'name' }
    expect(validateRegistration({ name })).toEqual({ ...NO_TEXTS, ...plain, name: saved })
  })

  test.each(Object.entries(LETTERS))('takes 25 letters and rejects 26: %s', (_, letter) => {
    // Signs alone are no name.
    const name = `A${letter.repeat(24)}`
    expect(validateRegistration({ name: `  ${name}  ` }).name).toBe(name.toUpperCase())
    const sentence = 'Name must be at most 25 characters'
    const error = getDomainError(() => validateRegistration({ name: name + letter }))
    expect(error).toEqual({ sentence, status: 400, field: 'name' })
  })

  test.each([
    [true, ' high  fever ', 'HIGH FEVER'],
    [true, 'x'.repeat(100), 'X'.repeat(100)],
    [false, 'fever', null],
  ])('with priority %p and the reason %p saves %p', (isPriority, reason, priorityReason) => {
    const saved = validateRegistration({ name: 'ali', isPriority, priorityReason: reason })
    expect(saved).toMatchObject({ isPriority, priorityReason })
  })

  test.each([
    [undefined, 'Priority reason is required'],
    [null, 'Priority reason is required'],
    ['  ', 'Priority reason is required'],
    ['x'.repeat(101), 'Priority reason must be at most 100 characters'],
  ])('with priority and the reason %p is rejected', (priorityReason, sentence) => {
    const error = getDomainError(() => validateRegistration({ isPriority: true, priorityReason }))
    expect(error).toEqual({ sentence, status: 400, field: 'priorityReason' })
  })
})

test.each([
  ['SITI', 'siti ', true],
  ['JOSÉ A/L RAJ', 'jose al raj', true],
  ['NUR  AIN', 'Nur-Ain', true],
  ["O'BRIEN", 'O’Brien', true],
  ['கிருஷ்ணன்', 'கிருஷ்ணன்', true],
  ['கி', 'கு', false],
  ['SITI', 'SITI AMINAH', false],
  ['A/L', 'A/P', false],
])('is %s the same name as %s to a person? %p', (one, other, isSame) => {
  expect(toNameKey(one) === toNameKey(other)).toBe(isSame)
})

test('a patient without a name has no namesake', () => {
  for (const name of [null, '', ' - ']) expect(toNameKey(name)).toBeNull()
})

test.each([
  ['', 'Pain', 'PAIN'],
  ['SINCE 8', 'Pain', 'SINCE 8, PAIN'],
  ['SINCE 8, ', 'Pain', 'SINCE 8, PAIN'],
  ['CHEST PAIN', 'Pain', 'CHEST PAIN, PAIN'],
  ['ELDERLY, PAIN ,TIRED', 'Pain', 'ELDERLY, TIRED'],
  ['PAIN', 'Pain', ''],
  ['X'.repeat(95), 'Pain', null],
])('with the reason "%s" the chip %s writes "%s"', (reason, word, written) => {
  expect(toggleReason(reason, word)).toBe(written)
})

test('a patient is shown by number and name, without one by number or as nameless', () => {
  expect([1, 42, 1000].map(number => formatNumber(number))).toEqual(['001', '042', '1000'])
  expect(getTvName({ name: 'ALI', label: '007' })).toBe('ALI')
  expect(getTvName({ name: null, label: '007' })).toBe('No. 007')
  expect([getListName({ name: 'ALI' }), getListName({ name: null })]).toEqual([
    'ALI',
    'Without Name',
  ])
})

test.each([
  ['ฐิติญา', 'Thai'],
  ['မြင့်မြင့်', 'Myanmar'],
  ['MARIA ភារុណ', 'Khmer'],
  ['محمد', 'Arabic'],
  ['김철수', 'Hangul'],
])('the desk is told that %s may be boxes on a TV', (name, script) => {
  expect(getFontProblem(name)).toBe(
    `A TV without a font for ${script} shows boxes instead of this name`,
  )
})

test.each([
  'NGUYỄN THỊ ẤN',
  'கவிதா ராஜன்',
  '欧阳娜娜',
  'さくら',
  'ÅNGSTRÖM',
  'ИВАН',
  'No. 7 - 🙂',
  '',
  null,
])('nothing is said of %p', name => {
  expect(getFontProblem(name)).toBeNull()
})
