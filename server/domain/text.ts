let segmenter: Intl.Segmenter | undefined

/** The characters of a text as a person counts them: a Tamil letter with its vowel sign is one. */
export function splitGraphemes(text: string): string[] {
  // Browsers without a segmenter count code points, which is never cutting one in half.
  if (!('Segmenter' in Intl)) return [...text]
  // Made at its first use: that takes a slow TV a while.
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), part => part.segment)
}
