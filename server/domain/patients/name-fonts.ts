/**
 * Scripts that a TV shows as boxes if it has no font for them. The product ships fonts for Latin,
 * Chinese and Tamil, and every device has Greek and Cyrillic.
 */
const UNSHIPPED = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Gujarati',
  'Gurmukhi',
  'Hangul',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Telugu',
  'Thai',
  'Tibetan',
]

/** Returns a warning for the desk, or null. */
export function getFontProblem(name: string | null) {
  const script = UNSHIPPED.find(one => name && new RegExp(`\\p{Script=${one}}`, 'u').test(name))
  return script ? `A TV without a font for ${script} shows boxes instead of this name` : null
}
