/** Every device has Greek and Cyrillic; the product ships fonts for Latin, Chinese and Tamil. */
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

export function getFontProblem(name: string | null) {
  const script = UNSHIPPED.find(one => name && new RegExp(`\\p{Script=${one}}`, 'u').test(name))
  return script ? `A TV without a font for ${script} shows boxes instead of this name` : null
}
