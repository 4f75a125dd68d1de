const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : null

/** The characters of a text as a person counts them: a Tamil letter with its vowel sign is one. */
export function letters(text: string): string[] {
  // Browsers without a segmenter count code points, which is never cutting one in half.
  return segmenter ? Array.from(segmenter.segment(text), part => part.segment) : [...text]
}
