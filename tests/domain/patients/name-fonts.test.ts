import { expect, test } from 'bun:test'
import { getFontProblem } from '#domain/patients/name-fonts'

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
