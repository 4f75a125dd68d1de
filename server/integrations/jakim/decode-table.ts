import { DomainError } from '#domain/errors'

/** What people choose by mistake, by its first bytes. */
const OTHER_FILES: [start: string, what: string][] = [
  ['PK\x03\x04', 'an Excel file'],
  ['\xd0\xcf\x11\xe0', 'an Excel file'],
  ['%PDF', 'a PDF'],
  ['\x1f\x8b', 'a compressed file'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8', 'a picture'],
]

/** The text of a CSV or JSON file; Excel's "Unicode text" is UTF-16. */
export function decodeTable(file: Uint8Array) {
  const start = String.fromCharCode(...file.subarray(0, 4))
  const other = OTHER_FILES.find(([bytes]) => start.startsWith(bytes))?.[1]
  if (other) {
    throw new DomainError(`This is ${other}. Choose the table as CSV or JSON.`, {
      status: 400,
      field: 'file',
    })
  }
  const encoding = start.startsWith('\xff\xfe') ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(file)
}
