let segmenter: Intl.Segmenter | undefined

/** Splits into characters as people count them. A Tamil letter with its vowel sign counts once. */
export function splitGraphemes(text: string): string[] {
  return [...eachGrapheme(text)]
}

function* eachGrapheme(text: string) {
  if (!('Segmenter' in Intl) || /^[ -~]*$/.test(text)) return yield* text
  // Created on first use, because it takes long on a slow TV.
  segmenter ??= new Intl.Segmenter()
  for (const { segment } of segmenter.segment(text)) yield segment
}

/** Returns the characters that are letters. A Tamil letter keeps its vowel sign. */
export function listLetters(text: string) {
  return splitGraphemes(text).filter(character => /\p{L}/u.test(character))
}

/** Enough for every script. Many marks on one letter would cover other lines. */
const MAX_CODE_POINTS_PER_CHARACTER = 4

export function isLongerThan(text: string, max: number) {
  return cutText(text, max) !== text
}

export function cutText(text: string, max: number) {
  if (text.length <= max) return text
  let kept = ''
  let room = max * MAX_CODE_POINTS_PER_CHARACTER
  let left = max
  // Cut the rest first, because counting characters is slow.
  for (const character of eachGrapheme(text.slice(0, 2 * room + 2))) {
    room -= [...character].length
    if (left-- === 0 || room < 0) break
    kept += character
  }
  return kept
}

export function toOneLine(text: string) {
  return text
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** Returns a name as it is stored, or '' if it has no letter or digit to read or call. */
export function cleanName(text: string) {
  const name = cleanText(text)
  return /[\p{L}\p{N}]/u.test(name) ? name : ''
}

/** Keeps joiners (U+200C, U+200D) for scripts and emoji. Removes the blank Braille U+2800. */
export function cleanText(text: string) {
  // The patterns are inline, because the TV's bundle would keep constants that old TVs reject.
  return (
    text
      // SQLite ends a text at a NUL character.
      .replace(/(?!\s)\p{Cc}|(?![\u200c\u200d])\p{DI}|[\p{Cs}\p{Co}\p{Cn}\u2800]/gu, '')
      .replace(/([\p{L}\p{M}\p{ExtPict}][\u200c\u200d](?=[\p{L}\p{M}\p{ExtPict}]))|\p{Cf}/gu, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

export function capitalize(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function pluralize(count: number, noun: string) {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns '1,305' on every device, whatever its locale. */
export function groupDigits(count: number) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

export function pickColumn<Key extends string>(
  table: Record<Key, readonly string[]>,
  column: number,
) {
  const rows = Object.entries<readonly string[]>(table)
  // Safe: each row has a text in the column.
  return Object.fromEntries(rows.map(([key, texts]) => [key, texts[column]])) as Record<Key, string>
}
