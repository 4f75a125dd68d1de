/**
 * The text as it is compared, wherever the product searches or asks whether a name exists already.
 * It is equal for texts that a person types alike: whatever their case, width, normal form, marks,
 * quotes, dashes, spaces, digits and invisible characters. Never shown and never stored.
 * Phones read this file, too: iOS 15 knows no lookbehind.
 */
export function fold(text: string) {
  // Most texts are plain, and a long list is searched with every key.
  if (/^[ -_a-~]*$/.test(text)) return text.toLowerCase().replace(/ +/g, ' ').trim()
  const letters = text
    .normalize('NFD')
    .replace(/[\u00b4\u1fbd\u1fbf\u1ffe]/g, "'")
    .normalize('NFKD')
  return foldSigns(foldCase(dropMarks(letters)))
    .normalize('NFC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/\s+/g, ' ')
    .trim()
}

export function isFoldedAlike(a: string, b: string) {
  return fold(a) === fold(b)
}

/**
 * Marks that people leave out when they type: accents of Latin, Greek and Cyrillic, vowel points of
 * Hebrew and Arabic. Vowel signs of other scripts make another word, and so do й and dakuten.
 */
function dropMarks(decomposed: string) {
  return (
    decomposed
      // Its upper case is a letter of its own.
      .replace(/\u0345/g, 'ι')
      .replace(/([\u0418\u0438]\u0306)|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]/g, '$1')
      .replace(/[\u20d0-\u20ff\ufe20-\ufe2f]/gu, '')
      .replace(/[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/gu, '')
      // With the stretching line, and the hamza of an alef.
      .replace(/[\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06ed]/gu, '')
      .replace(/\u0627[\u0653-\u0655]+/g, '\u0627')
  )
}

/** Letters that keyboards without them write otherwise. Pure, so that a page without it is spared. */
const PLAIN_LETTERS = /* @__PURE__ */ new Map([
  ['ς', 'σ'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ĸ', 'k'],
  ['ی', 'ي'],
  ['ى', 'ي'],
  ['ک', 'ك'],
])

/** By way of the upper case, because ß, ſ and the i without a dot have one of other letters. */
function foldCase(text: string) {
  const lower = text.toLowerCase().toUpperCase().toLowerCase()
  return lower.replace(/[ςæœøđðþłħŧĸیىک]/g, letter => PLAIN_LETTERS.get(letter) ?? letter)
}

function foldSigns(text: string) {
  return text
    .replace(/[`\u2018-\u201b\u2032\u2035\u2039\u203a\u02b9-\u02bf\u02c8\u055a\u05f3]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u301d-\u301f\u05f4\u02ba\u02ee]/g, '"')
    .replace(/[\p{Pd}\u2212\u2043\u02d7]/gu, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/(?!\s)\p{Cc}|[\p{DI}\p{Cf}\p{Cs}\p{Co}\u2800]/gu, '')
}

const ASCII_DIGITS = /* @__PURE__ */ new Map<string, string>()

/** The digits of every script stand together in tens, from 0 to 9. */
function toAsciiDigit(digit: string) {
  const known = ASCII_DIGITS.get(digit)
  if (known !== undefined) return known
  const code = digit.codePointAt(0) ?? 0
  let below = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - below - 1))) below += 1
  ASCII_DIGITS.set(digit, String(below % 10))
  return String(below % 10)
}
