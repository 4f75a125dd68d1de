import { DomainError } from '../errors.ts'

const OTHER_FILES: [start: string, what: string][] = [
  ['PK\x03\x04', 'an Excel file'],
  ['\xd0\xcf\x11\xe0', 'an Excel file'],
  ['%PDF', 'a PDF'],
  ['\x1f\x8b', 'a compressed file'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8', 'a picture'],
]

const ADVICE = 'Save the list as CSV, or copy its cells and paste them.'

/** `charset` is the declared encoding, or undefined to guess it. Throws a DomainError. */
export function decodeTable(file: Uint8Array, charset?: string) {
  const start = getStart(file)
  const other = OTHER_FILES.find(([bytes]) => start.startsWith(bytes))?.[1]
  if (other) throw new DomainError(`This is ${other}. ${ADVICE}`, { status: 400, field: 'file' })
  // A byte order mark is more reliable than the declaration.
  const encoding = findMark(start) ?? charset ?? guessEncoding(file)
  const decoder = createDecoder(encoding)
  try {
    return decoder.decode(file)
  } catch {
    const readable = new TextDecoder(encoding).decode(file).split('\uFFFD', 1).join()
    const line = readable.split(/\r\n?|\n/).length
    const sentence = `Line ${line} is not ${encoding} text. Choose the encoding of the file.`
    throw new DomainError(sentence, { status: 400, field: 'file' })
  }
}

function createDecoder(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new DomainError('The charset of this list is unknown. Send UTF-8.', { status: 415 })
  }
}

/** The encoding of Excel's CSV in Western countries. It can decode every byte. */
export const WESTERN = 'windows-1252'

export function guessEncoding(file: Uint8Array) {
  const utf16 = findMark(getStart(file)) ?? findUtf16(file)
  if (utf16) return utf16
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file)
    return 'utf-8'
  } catch {
    return WESTERN
  }
}

function getStart(file: Uint8Array) {
  return String.fromCharCode(...file.subarray(0, 4))
}

function findMark(start: string) {
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8'
  if (start.startsWith('\xff\xfe')) return 'utf-16le'
  return start.startsWith('\xfe\xff') ? 'utf-16be' : null
}

/** Size of a sample that contains the heading, whose letters are Latin. */
const SAMPLE_BYTES = 1_000
/** Minimum share of zeros in every other byte. Only Latin letters in UTF-16 have zeros there. */
const MIN_ZEROS = 0.2

function findUtf16(file: Uint8Array) {
  const sample = file.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < (sample.length / 2) * MIN_ZEROS || even === odd) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}
