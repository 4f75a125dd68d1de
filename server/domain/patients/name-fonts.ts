/**
 * Scripts of patients' names whose letters are boxes where a TV has no font for them. For Latin,
 * Chinese and Tamil letters the product ships fonts; Greek and Cyrillic every device has.
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

/** A sentence for the desk, or null. */
export function getFontProblem(name: string | null) {
  const script = UNSHIPPED.find(one => name && new RegExp(`\\p{Script=${one}}`, 'u').test(name))
  return script ? `A TV without a font for ${script} shows boxes instead of this name` : null
}
