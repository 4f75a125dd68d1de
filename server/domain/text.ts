let segmenter: Intl.Segmenter | undefined

/** Characters as people count them: a Tamil letter with its vowel sign is one. */
export function splitGraphemes(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  // Created on first use: it takes long on a slow TV.
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), part => part.segment)
}

/** Removes line breaks, control characters and bidirectional overrides. */
export function toOneLine(text: string) {
  return text
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
}

/**
 * A name as it is stored: nothing invisible, single spaces. Empty for a name of blanks. U+3164 is a blank letter;
 * format characters (Cf) join, hide or turn text around.
 */
export function cleanName(text: string) {
  // No pattern is a constant: the TV's bundle would keep it, and old TVs cannot read it.
  // SQLite ends a text at a NUL character.
  const printable = text.replace(/(?!\s)\p{Cc}|[\p{Cs}\u3164]/gu, '')
  const visible = printable.replace(/\p{Cf}/gu, (character, at: number) =>
    isJoiner(character, printable.slice(0, at), printable.slice(at + 1)) ? character : '',
  )
  return visible.replace(/\s+/g, ' ').trim()
}

export function hasInvisibleCharacters(text: string) {
  return /[\p{Cc}\p{Cf}\p{Cs}\u3164]/u.test(text)
}

/** Some scripts need joiners and non-joiners inside a word, and some emoji are made with them. */
function isJoiner(character: string, before: string, after: string) {
  return (
    /[\u200c\u200d]/.test(character) &&
    /[\p{L}\p{M}\p{Extended_Pictographic}]$/u.test(before) &&
    /^[\p{L}\p{M}\p{Extended_Pictographic}]/u.test(after)
  )
}

export function pluralize(count: number, noun: string) {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
