import { describe, expect, test } from 'bun:test'
import { decodeTable } from '#domain/tables/decode-table'
import { getDomainError } from '../../support/domain-errors.ts'

const TEXT = 'Time\tName\r\n9:05\tJürgen Müßig – €\r\n9:10\t陈美玲\r\n'

const toBytes = (text: string) => Uint8Array.from(text, one => one.charCodeAt(0))

function toUtf16(text: string, isBigEndian = false) {
  const bytes = Buffer.from(text, 'utf16le')
  return Uint8Array.from(isBigEndian ? bytes.swap16() : bytes)
}

describe('a text is read in', () => {
  test.each([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with a BOM', new TextEncoder().encode(`\uFEFF${TEXT}`)],
    ['UTF-16 LE with a BOM', toUtf16(`\uFEFF${TEXT}`)],
    ['UTF-16 BE with a BOM', toUtf16(`\uFEFF${TEXT}`, true)],
    ['UTF-16 LE', toUtf16(TEXT)],
    ['UTF-16 BE', toUtf16(TEXT, true)],
  ])('%s', (_, bytes) => {
    expect(decodeTable(bytes)).toBe(TEXT)
  })

  test('Windows-1252', () => {
    expect(decodeTable(toBytes('J\xfcrgen M\xfc\xdfig \x96 \x80'))).toBe('Jürgen Müßig – €')
  })

  test('UTF-8 with a NUL character', () => {
    expect(decodeTable(new TextEncoder().encode('Time,Name\n9:05,A\0li'))).toBe(
      'Time,Name\n9:05,A\0li',
    )
  })
})

test('nothing is an empty text', () => {
  expect(decodeTable(new Uint8Array())).toBe('')
})

test.each([
  ['PK\x03\x04rest', 'an Excel file'],
  ['\xd0\xcf\x11\xe0rest', 'an Excel file'],
  ['%PDF-1.7', 'a PDF'],
])('%j is refused by what it is', (text, what) => {
  expect(() => decodeTable(toBytes(text))).toThrow(
    `This is ${what}. Save the list as CSV, or copy its cells and paste them.`,
  )
})

const NAME = '\xb3\xc2\xc3\xc0\xc1\xe1'

test.each([
  ['gb18030', NAME, '陈美玲'],
  ['GBK', NAME, '陈美玲'],
  ['big5', '\xb3\xaf\xac\xfc\xac\xc2', '陳美玲'],
  ['iso-8859-1', 'J\xfcrgen', 'Jürgen'],
  ['utf-16', 'A\0', 'A'],
  ['utf-8', 'A', 'A'],
  ['gb18030', '\xef\xbb\xbf\xe9\x99\x88', '陈'],
])('the declared charset %s is used, unless a mark says more', (charset, bytes, text) => {
  expect(decodeTable(toBytes(bytes), charset)).toBe(text)
})

test('an unknown charset is refused, and bytes that do not fit with their line', () => {
  const decode = (bytes: string, charset: string) =>
    getDomainError(() => decodeTable(toBytes(bytes), charset))
  expect(decode('A', 'utf-7').status).toBe(415)
  expect(decode('Time\r\n9:00\r\nJ\xfcrgen', 'utf-8')).toEqual({
    sentence: 'Line 3 is not utf-8 text. Choose the encoding of the file.',
    ...{ status: 400, field: 'file' },
  })
  expect(decode('A\n\xb3\n', 'gb18030').status).toBe(400)
})
