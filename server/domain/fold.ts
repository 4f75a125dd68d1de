/** Returns a key to search and compare only. Avoid lookbehind, which iOS 15 does not support. */
export function fold(text: string) {
  // A shortcut for plain texts, because every key press searches a long list.
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

/** Removes accents and vowel points, but not marks that change the word, such as dakuten. */
function dropMarks(decomposed: string) {
  return (
    decomposed
      // The upper case of U+0345 is a separate letter.
      .replace(/\u0345/g, 'ι')
      .replace(/([\u0418\u0438]\u0306)|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]/g, '$1')
      .replace(/[\u20d0-\u20ff\ufe20-\ufe2f]/gu, '')
      .replace(/[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/gu, '')
      // Includes the stretching line U+0640. The next line removes the hamza of an alef.
      .replace(/[\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06ed]/gu, '')
      .replace(/\u0627[\u0653-\u0655]+/g, '\u0627')
  )
}

/** Replacements for letters that many keyboards lack. Pure, so bundles can drop an unused map. */
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

/** Converts through upper case, because ß, ſ and dotless i share it with other letters. */
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

/** Each script's digits from 0 to 9 have consecutive code points. */
function toAsciiDigit(digit: string) {
  const known = ASCII_DIGITS.get(digit)
  if (known !== undefined) return known
  const code = digit.codePointAt(0) ?? 0
  let below = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - below - 1))) below += 1
  ASCII_DIGITS.set(digit, String(below % 10))
  return String(below % 10)
}
