import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { splitGraphemes } from '#domain/text'
import { formatContentDisposition } from '../../server/http/send-file.ts'
import { cleanFileName, hasDocumentExtension } from '../../server/storage/file-name.ts'

test.each([
  ['photo.png', 'photo.png'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\mei\\photo.png', 'photo.png'],
  ['', 'image'],
  ['a/', 'image'],
  ['two\r\nlines.png', 'two lines.png'],
  ['nul\u0000.png', 'nul.png'],
  ['gnp\u202e.png', 'gnp.png'],
  ['\u200b\u3164', 'image'],
  ['诊所.png', '诊所.png'],
  ['x'.repeat(121), 'x'.repeat(120)],
])('%j is shown as %j', (input, cleaned) => {
  expect(cleanFileName(input, 'image')).toBe(cleaned)
})

test.each([
  ['logo.svg', true],
  ['page.html', true],
  ['page.xhtml ', true],
  ['page.html\u200b', true],
  ['photo.png', false],
  ['scan.pdf.png', false],
])('%j has the extension of a document: %p', (name, isDocument) => {
  expect(hasDocumentExtension(name)).toBe(isDocument)
})

test.each([
  ['photo.png', 'image/png', 'photo.png'],
  ['photo.JPG', 'image/jpeg', 'photo.JPG'],
  ['photo.html', 'image/png', 'photo.html.png'],
  ['clinic-logo', 'image/webp', 'clinic-logo.webp'],
])('%s, a %s, is saved as %s', (name, mime, saved) => {
  expect(formatContentDisposition(name, mime)).toBe(
    `inline; filename="${saved}"; filename*=UTF-8''${saved}`,
  )
})

test('a name in any script is sent in both header forms', () => {
  expect(formatContentDisposition(`诊"所'.png`, 'image/png')).toBe(
    `inline; filename="____.png"; filename*=UTF-8''%E8%AF%8A%22%E6%89%80%27.png`,
  )
})

const anyName = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'binary', minLength: 200, maxLength: 2_000 }),
  fc
    .array(fc.constantFrom('..', '/', '\\', '"', ';', '\r\n', '\0', '%', "'", '\ud800', 'é', 'a'))
    .map(parts => parts.join('')),
)

test('any file name becomes a short single line that is not a path', () => {
  fc.assert(
    fc.property(anyName, input => {
      const name = cleanFileName(input, 'image')
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(['', '.', '..']).not.toContain(name)
      expect(name.isWellFormed()).toBe(true)
      expect(splitGraphemes(name).length).toBeLessThanOrEqual(120)
    }),
    { numRuns: 1_000 },
  )
})

test('any file name becomes one valid header', () => {
  const SHAPE = /^inline; filename="[\w .()-]+"; filename\*=UTF-8''([\w.~!%-]+)$/
  fc.assert(
    fc.property(anyName, name => {
      const header = formatContentDisposition(name, 'image/png')
      expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header)
      const [, encoded = ''] = SHAPE.exec(header) ?? []
      expect(decodeURIComponent(encoded)).toEndWith('.png')
      expect(header.length).toBeLessThan(2_000)
    }),
    { numRuns: 1_000 },
  )
})
