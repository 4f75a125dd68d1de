let segmenter: Intl.Segmenter | undefined

/** The characters of a text as a person counts them: a Tamil letter with its vowel sign is one. */
export function splitGraphemes(text: string): string[] {
  // Browsers without a segmenter count code points, which is never cutting one in half.
  if (!('Segmenter' in Intl)) return [...text]
  // Made at its first use: that takes a slow TV a while.
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), part => part.segment)
}

/** A text as one line, without characters that are unseen and yet change what is seen. */
export function toOneLine(text: string) {
  return text
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** '1 call', '1,305 calls'. */
export function pluralize(count: number, noun: string) {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
