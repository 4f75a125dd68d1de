import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createPng } from '../support/files/images.ts'
import { clientPerTest, withTestApp } from '../support/server/test-app.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

const NOT_UTF8 = 'The request is not UTF-8: a part of its text cannot be read'
const HALF = 'A text has half of a character (an unpaired surrogate). Please type it again.'
const JSON_TYPE = 'application/json'

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => new Uint8Array(Buffer.from(text))
const post = (path: string, body: Uint8Array<ArrayBuffer>, type = JSON_TYPE, method = 'POST') =>
  admin(path, { method, body, headers: { 'content-type': type } })
const names = async () =>
  (await admin('/api/patients')).body.map(({ name }: { name: string }) => name)

test.each([
  ['POST', '/api/patients', '{"name":"JOS\u00c9"}'],
  ['POST', '/api/windows', '{"name":"Bilik \u00c9"}'],
  ['POST', '/api/auth/login', '{"username":"admin","password":"caf\u00e9 12"}'],
  ['POST', '/api/auth/change-password', '{"currentPassword":"\u00e9","newPassword":"secret1"}'],
  ['PUT', '/api/appointments/2026-11-23', '[{"time":"9:00","name":"JOS\u00c9"}]'],
  ['PUT', '/api/settings', '{"settings":[{"key":"clinicName","value":"\u00c9","category":"d"}]}'],
])('%s %s in Latin-1 is refused with a sentence', async (method, path, text) => {
  const { status, body } = await post(path, latin1(text), JSON_TYPE, method)
  expect({ status, body }).toEqual({ status: 400, body: { error: NOT_UTF8 } })
})

test.each([
  ['a byte that begins nothing', [0xff]],
  ['a long form of a slash', [0xc0, 0xaf]],
  ['half a pair as bytes (CESU-8)', [0xed, 0xa0, 0xbd]],
])('%s in a name is refused', async (_, bytes) => {
  const body = Buffer.concat([utf8('{"name":"A'), Uint8Array.from(bytes), utf8('"}')])
  expect((await post('/api/patients', new Uint8Array(body))).body.error).toBe(NOT_UTF8)
  expect(await names()).toEqual([])
})

test.each([
  ['utf-16le', 'utf16le', '\ufeff'],
  ['no declared charset', 'utf16le', '\ufeff'],
  ['no declared charset and no mark', 'utf16le', ''],
] as const)('a body in UTF-16 with %s is refused', async (declared, encoding, mark) => {
  const body = new Uint8Array(Buffer.from(`${mark}{"name":"ALI"}`, encoding))
  const type = declared.startsWith('utf') ? `${JSON_TYPE}; charset=${declared}` : JSON_TYPE
  const response = await post('/api/patients', body, type)
  expect([400, 415]).toContain(response.status)
  expect(response.body.error).toEqual(expect.any(String))
  expect(await names()).toEqual([])
})

test.each(['iso-8859-1', '"windows-1252"', 'UTF-16', 'gb18030'])(
  'a declared charset %s is refused, although the bytes are plain',
  async charset => {
    const type = `${JSON_TYPE}; charset=${charset}`
    const { status, body } = await post('/api/patients', utf8('{"name":"ALI"}'), type)
    expect({ status, body }).toEqual({
      status: 415,
      body: { error: 'The body must be JSON in UTF-8' },
    })
  },
)

test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii', ' Utf-8 ; profile=x'])(
  'charset=%s is read, with a byte order mark and every letter',
  async charset => {
    const type = `${JSON_TYPE}; charset=${charset}`
    const response = await post(
      '/api/patients',
      utf8('\ufeff{"name":"jos\u00e9 \ud83d\ude00"}'),
      type,
    )
    expect(response.body).toMatchObject({ name: 'JOS\u00c9 \ud83d\ude00' })
  },
)

test.each([
  '{"name":"A\\ud800"}',
  '{"name":"\\\\\\ud83dA"}',
  '{"name":"A","x\\ud83d":1}',
  '{"name":"\\ud83d\\ud83d\\ude00"}',
])('half a character in %s is refused', async json => {
  const { status, body } = await post('/api/patients', utf8(json))
  expect({ status, body }).toEqual({ status: 400, body: { error: HALF } })
})

test.each([
  ['{"name":"A\\uD83D\\uDE00"}', 'A\ud83d\ude00'],
  ['{"name":"A\\\\ud800"}', 'A\\UD800'],
  ['{"name":"A\\\\\\ud83d\\ude00"}', 'A\\\ud83d\ude00'],
])('%s is whole', async (json, name) => {
  expect((await post('/api/patients', utf8(json))).body.name).toBe(name)
})

test('a text is refused exactly if it has half a character, however it is escaped', async () => {
  const unit = fc.constantFrom('\ud83d', '\ude00', '\\', 'u', 'd800', '"', 'é')
  const text = fc.string({ unit, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(text, async value => {
      // Escapes half characters, and nothing else but quotes and backslashes.
      const json = JSON.stringify({ currentPassword: value || 'x', newPassword: 'x' })
      const response = await post('/api/auth/change-password', utf8(json))
      expect(response.body.error === HALF).toBe(!value.isWellFormed())
    }),
    { numRuns: 60 },
  )
})

/** A form as an old program sends it, in bytes of its own. */
function createForm(fileName: Uint8Array, name: Uint8Array) {
  return new Uint8Array(
    Buffer.concat([
      utf8('--X\r\nContent-Disposition: form-data; name="name"\r\n\r\n'),
      name,
      utf8('\r\n--X\r\nContent-Disposition: form-data; name="file"; filename="'),
      fileName,
      utf8('"\r\nContent-Type: image/png\r\n\r\n'),
      createPng(),
      utf8('\r\n--X--\r\n'),
    ]),
  )
}
const upload = (fileName: Uint8Array, name: Uint8Array) =>
  post('/api/media/upload', createForm(fileName, name), 'multipart/form-data; boundary=X')

test('fields and file names of a form are UTF-8; a file is any bytes', async () => {
  const [bad, good] = [latin1('caf\u00e9.png'), utf8('caf\u00e9.png')]
  for (const [fileName, name] of [
    [bad, good],
    [good, bad],
  ] as const) {
    const { status, body } = await upload(fileName, name)
    expect({ status, body }).toEqual({ status: 400, body: { error: NOT_UTF8 } })
  }
  expect((await upload(good, good)).status).toBe(201)
  // A name that was damaged before it came here is still text.
  expect((await upload(utf8('caf\ufffd.png'), utf8('x\ufffd'))).status).toBe(201)
})

test.each([
  '/api/reports?from=%FF&to=2026-11-20',
  '/api/audit?from=2026-11-20&to=2026-11-20&user=JOS%C9',
  '/api/patients/%C3%28',
  '/api/tv/%E9/settings',
  '/api/display?x=50%',
  // What Bun makes of a byte that was not escaped.
  '/api/display?x=JOS%EF%BF%BD',
])('%s is refused: the address is not UTF-8', async path => {
  const { status, body } = await admin(path)
  expect({ status, body }).toEqual({ status: 400, body: { error: NOT_UTF8 } })
})

test('an Idempotency-Key may have letters, and must be UTF-8', async () => {
  const send = (key: string) =>
    admin.addRoom(`R${key.length}`, { headers: { 'idempotency-key': key } })
  expect((await send(Buffer.from('visite d\u2019\u00e9t\u00e9').toString('latin1'))).status).toBe(
    201,
  )
  expect((await send('visite \u00e9')).body.error).toBe(NOT_UTF8)
})
