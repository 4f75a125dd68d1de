import { DomainError } from '../errors.ts'

/** What people choose by mistake, by its first bytes. */
const OTHER_FILES: [start: string, what: string][] = [
  ['PK\x03\x04', 'an Excel file'],
  ['\xd0\xcf\x11\xe0', 'an Excel file'],
  ['%PDF', 'a PDF'],
  ['\x1f\x8b', 'a compressed file'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8', 'a picture'],
]

/** The text of a file. Throws a DomainError with the advice if it is no text. */
export function decodeTable(file: Uint8Array, advice: string) {
  const start = String.fromCharCode(...file.subarray(0, 4))
  const other = OTHER_FILES.find(([bytes]) => start.startsWith(bytes))?.[1]
  if (other) throw new DomainError(`This is ${other}. ${advice}`, { status: 400, field: 'file' })
  const utf16 = findUtf16(file, start)
  if (utf16) return new TextDecoder(utf16).decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    // The encoding of Excel's CSV in Western countries has a character for every byte.
    return new TextDecoder('windows-1252').decode(file)
  }
}

/** A heading is within these bytes, and its letters are Latin. */
const SAMPLE_BYTES = 1_000
/** Latin letters in UTF-16 have a zero for every other byte; other texts have none. */
const MIN_ZEROS = 0.2

function findUtf16(file: Uint8Array, start: string) {
  if (start.startsWith('\xff\xfe')) return 'utf-16le'
  if (start.startsWith('\xfe\xff')) return 'utf-16be'
  const sample = file.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < (sample.length / 2) * MIN_ZEROS || even === odd) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}
