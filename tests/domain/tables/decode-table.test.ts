import { describe, expect, test } from 'bun:test'
import { decodeTable } from '#domain/tables/decode-table'

const TEXT = 'Time\tName\r\n9:05\tJürgen Müßig – €\r\n9:10\t陈美玲\r\n'

function toUtf16(text: string, isBigEndian = false) {
  const bytes = Buffer.from(text, 'utf16le')
  return Uint8Array.from(isBigEndian ? bytes.swap16() : bytes)
}

const decode = (bytes: Uint8Array) => decodeTable(bytes, 'Save it as CSV.')

describe('a text is read in', () => {
  test.each([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with a BOM', new TextEncoder().encode(`\uFEFF${TEXT}`)],
    ['UTF-16 LE with a BOM', toUtf16(`\uFEFF${TEXT}`)],
    ['UTF-16 BE with a BOM', toUtf16(`\uFEFF${TEXT}`, true)],
    ['UTF-16 LE', toUtf16(TEXT)],
    ['UTF-16 BE', toUtf16(TEXT, true)],
  ])('%s', (_, bytes) => {
    expect(decode(bytes)).toBe(TEXT)
  })

  test('Windows-1252', () => {
    const bytes = Uint8Array.from('J\xfcrgen M\xfc\xdfig \x96 \x80', one => one.charCodeAt(0))
    expect(decode(bytes)).toBe('Jürgen Müßig – €')
  })

  test('UTF-16 with names in another script', () => {
    const text = `Masa,Nama\n${'9:05,陈美玲陈美玲陈美玲\n'.repeat(200)}`
    expect([decode(toUtf16(text)), decode(toUtf16(text, true))]).toEqual([text, text])
  })

  test('UTF-8 with a NUL character', () => {
    expect(decode(new TextEncoder().encode('Time,Name\n9:05,A\0li'))).toBe('Time,Name\n9:05,A\0li')
  })
})

test('nothing is an empty text', () => {
  expect(decode(new Uint8Array())).toBe('')
})

test.each([
  ['PK\x03\x04rest', 'This is an Excel file. Save it as CSV.'],
  ['\xd0\xcf\x11\xe0rest', 'This is an Excel file. Save it as CSV.'],
  ['%PDF-1.7', 'This is a PDF. Save it as CSV.'],
])('%j is refused by what it is', (text, sentence) => {
  expect(() => decode(Uint8Array.from(text, one => one.charCodeAt(0)))).toThrow(sentence)
})
