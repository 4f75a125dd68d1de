/** As many repetitions as fit into `bytes`, counted in UTF-8. */
export function repeat(part: string, bytes: number, separator = '') {
  const size = Buffer.byteLength(part + separator)
  return Array.from({ length: Math.floor(bytes / size) }, () => part).join(separator)
}

/** An index has at most six digits. */
const list = (bytes: number, size: number, toItem: (index: number) => string) =>
  Array.from({ length: Math.floor(bytes / size) }, (_, index) => toItem(index)).join(',')

/** The largest body of each kind: of up to `bytes` bytes, as JSON or nearly so. */
export const LARGEST_JSON = {
  'empty objects': (bytes: number) => `[${repeat('{}', bytes - 2, ',')}]`,
  'empty lists': (bytes: number) => `[${repeat('[]', bytes - 2, ',')}]`,
  numbers: (bytes: number) => `[${repeat('1', bytes - 2, ',')}]`,
  'lists in lists': (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  keys: (bytes: number) => `{${list(bytes, 13, index => `"k${index}":1`)}}`,
  'objects with keys': (bytes: number) => `[${list(bytes, 15, index => `{"k${index}":1}`)}]`,
  'an unended list': (bytes: number) => '['.repeat(bytes),
  text: (bytes: number) => `"${'x'.repeat(bytes - 2)}"`,
  escapes: (bytes: number) => `"${repeat('\\n', bytes - 2)}"`,
  'escaped characters': (bytes: number) => `"${repeat('\\ud83d\\ude00', bytes - 2)}"`,
  marks: (bytes: number) => `"${repeat('\u0301', bytes - 2)}"`,
  blanks: (bytes: number) => ' '.repeat(bytes),
  zeros: (bytes: number) => '\0'.repeat(bytes),
} as const satisfies Record<string, (bytes: number) => string>
