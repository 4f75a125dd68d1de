import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { getMediaUrl, HEIC_HINT } from '#domain/media/media'
import { createExif, createPng, GIF, JPEG, segment, WEBP_LOSSY } from '../support/files/images.ts'
import { clientPerTest, withTestApp } from '../support/server/test-app.ts'
import { settingsBody } from '../support/settings.ts'

const TEN_MB = 10 * 1024 * 1024

const ctx = withTestApp()
const nurse = clientPerTest(() => ctx.nurse())

beforeEach(async () => {
  ctx.published.length = 0
})

type Content = Uint8Array<ArrayBuffer> | string

function form(content: Content, fileName = 'photo.png', name?: string) {
  const body = new FormData()
  body.append('file', new File([content], fileName))
  if (name !== undefined) body.append('name', name)
  return body
}
const send = (body: FormData) => nurse.post('/api/media/upload', undefined, { body })
const upload = (content: Content = createPng(), fileName?: string, name?: string) =>
  send(form(content, fileName, name))
const link = (json: unknown) => nurse.post('/api/media', json)
const remove = (id: number) => nurse.delete(`/api/media/${id}`)
const file = (id: number, headers: Record<string, string> = {}, method = 'GET') =>
  nurse(`/api/media/${id}/file`, { method, headers })
const gallery = async () => (await nurse('/api/media')).body
const MEDIA_CHANGED = { event: 'settings:updated' as const, payload: { keys: ['media' as const] } }

test('an image is uploaded, listed, shown on displays and deleted, and every screen is notified', async () => {
  const { status, body: item } = await upload(createPng(), 'photo.png', 'Our team.png')
  expect([status, item]).toEqual([
    201,
    {
      id: 1,
      type: 'image',
      name: 'Our team.png',
      url: null,
      filename: expect.stringMatching(/^[0-9a-f]{64}\.png$/),
    },
  ])
  expect(await gallery()).toEqual([item])
  expect((await nurse('/api/display')).body).toEqual([item])

  expect(await remove(item.id)).toMatchObject({ status: 200, body: { success: true } })
  expect(await gallery()).toEqual([])
  expect((await file(item.id)).status).toBe(404)
  expect(await remove(item.id)).toMatchObject({
    status: 404,
    body: { error: 'This media no longer exists' },
  })
  expect(ctx.published).toEqual([MEDIA_CHANGED, MEDIA_CHANGED])
})

test("without a session the clinic's logo is sent, and no other file", async () => {
  const ask = (query = '') => ctx.signedOut(`/api/logo${query}`)
  await upload(createPng(), 'photo.png')
  expect((await ask()).status).toBe(404)
  const { body: logo } = await upload(JPEG, 'anything', 'clinic-logo')
  expect((await ask(`?v=${logo.filename}`)).status).toBe(404)
  await nurse.put('/api/settings', settingsBody({ clinicLogo: `/api/media/${logo.id}/file` }))
  const { status, bytes, headers } = await ask(`?v=${logo.filename}`)
  const { format } = await new Bun.Image(bytes).metadata()
  expect([status, format, headers.get('content-type')]).toEqual([200, 'jpeg', 'image/jpeg'])
  expect(headers.get('cache-control')).toContain('immutable')
  expect((await ask()).headers.get('cache-control')).toBe('private, no-cache')
  expect((await ctx.signedOut(`/api/media/${logo.id}/file`)).status).toBe(401)
  await remove(logo.id)
  expect((await ask()).status).toBe(404)
})

test('a logo may be any image, is sent as the type that it has, and is listed nowhere', async () => {
  for (const [content, format, extension] of [
    [createPng(), 'png', 'png'],
    [JPEG, 'jpeg', 'jpg'],
    [GIF, 'png', 'png'],
    [WEBP_LOSSY, 'webp', 'webp'],
  ] as const) {
    const { status, body } = await upload(content, 'anything', 'clinic-logo')
    expect([status, body.name]).toEqual([201, 'clinic-logo'])
    expect(body.filename).toEndWith(`.${extension}`)
    const { headers, bytes } = await file(body.id)
    expect(headers.get('content-type')).toBe(`image/${format}`)
    expect((await new Bun.Image(bytes).metadata()).format).toBe(format)
  }
  expect(await gallery()).toEqual([])
  expect((await nurse('/api/display')).body).toEqual([])
})

const UNSUPPORTED = {
  status: 415,
  error: 'Unsupported format. Please select PNG or JPEG files only.',
}
const NO_LOGO = {
  status: 415,
  error: 'Unsupported format. Please select PNG, JPEG, WebP or GIF files only.',
}
const HEIC = { status: 415, error: `${UNSUPPORTED.error} ${HEIC_HINT}` }
const BROKEN = { status: 415, error: 'This is not an image that can be shown' }
const LARGE = { status: 413, error: 'The image is larger than 10 MB. Please choose a smaller one.' }
const PIXELS = {
  status: 413,
  error: 'The image has more than 40 megapixels. Please choose a smaller one.',
}
const LOGO = 'clinic-logo'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

test.each<[string, Content, typeof PIXELS, name?: string, fileName?: string]>([
  ['nothing at all', '', UNSUPPORTED],
  ['an SVG', SVG, UNSUPPORTED],
  ['an SVG as logo', SVG, NO_LOGO, LOGO],
  [
    'a photo of a phone that is called a JPEG',
    '\0\0\0\x28ftypheic\0\0\0\0mif1',
    HEIC,
    '',
    'photo.jpg',
  ],
  ['a web page', '<!doctype html><script>alert(1)</script>', UNSUPPORTED],
  ['a GIF outside of the logo', GIF, UNSUPPORTED],
  ['an image that promises a page', createPng(), UNSUPPORTED, '', 'photo.html'],
  ['an image whose other name promises a drawing', createPng(), UNSUPPORTED, 'photo.svg'],
  ['an image cut off', JPEG.slice(0, JPEG.length / 2), BROKEN],
  ['an image without a width', createPng({ width: 0 }), BROKEN],
  ['an image wider than any screen', createPng({ width: 30_000 }), BROKEN],
  ['a small PNG of many pixels', createPng({ width: 20_000, height: 20_000 }), PIXELS, LOGO],
  ['such a JPEG', withSides(JPEG, JPEG.lastIndexOf(0xc0) + 4, false), PIXELS, LOGO],
  ['such a GIF', withSides(GIF, GIF.lastIndexOf(0x2c) + 5), PIXELS, LOGO],
  ['such a lossy WebP', withSides(WEBP_LOSSY, 26), PIXELS, LOGO],
  ['a byte more than 10 MB', createPng({ bytes: TEN_MB + 1 }), LARGE],
])('%s is refused', async (_, content, { status, error }, name = '', fileName = 'photo.png') => {
  const response = await upload(content, fileName, name)
  expect([response.status, response.body]).toEqual([status, { error, field: 'file' }])
  expect([await gallery(), ctx.published]).toEqual([[], []])
})

test('an image of 10 megabytes is taken', async () => {
  expect((await upload(createPng({ bytes: TEN_MB }))).status).toBe(201)
})

/** With two sides of 16 bits, 10,000 pixels each. */
function withSides(image: Uint8Array, at: number, isLittleEndian = true) {
  const copy = Uint8Array.from(image)
  const view = new DataView(copy.buffer)
  for (const offset of [0, 2]) view.setUint16(at + offset, 10_000, isLittleEndian)
  return copy
}

test('an upload without a file, with two, or without a form, is rejected', async () => {
  const [empty, text, two] = [new FormData(), new FormData(), form(createPng())]
  empty.append('name', 'photo.png')
  text.append('file', 'just text')
  two.append('file', new File([JPEG], 'second.jpg'))
  const request = { method: 'POST', json: {} }
  for (const response of [
    ...(await Promise.all([empty, text, two].map(send))),
    await nurse('/api/media/upload', request),
  ]) {
    const body = { error: 'Please choose an image', field: 'file' }
    expect(response).toMatchObject({ status: 400, body })
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const torn = { method: 'POST', body: '--x\r\nnonsense', headers }
  expect((await nurse('/api/media/upload', torn)).status).toBe(400)
})

test('a length over the limit is rejected before the body is read', async () => {
  const headers = { 'content-length': String(TEN_MB * 2), 'content-type': 'multipart/form-data' }
  const method = 'POST'
  expect((await nurse('/api/media/upload', { method, headers, body: 'x' })).status).toBe(413)
  expect((await ctx.signedOut('/api/media/upload', { method, headers, body: 'x' })).status).toBe(
    401,
  )
  expect((await nurse('/api/media', { method, headers, body: 'x' })).body.error).toBe(
    'The request is too large',
  )
})

test.each([
  ['../../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\photo.png', 'photo.png'],
  ['..', 'image'],
  ['a"b\r\nset-cookie: x=1.png', 'a"b set-cookie: x=1.png'],
])('a file named %j is shown as %j and saved under another name', async (name, shown) => {
  const { body } = await upload(createPng(), 'photo.png', name)
  expect(body.name).toBe(shown)
  expect(body.filename).toMatch(/^[0-9a-f]{64}\.png$/)
  const { headers } = await file(body.id)
  expect(headers.get('content-disposition')).toMatch(/^inline; filename="[\w .()-]+"; filename\*=/)
  expect(headers.get('set-cookie') ?? '').not.toContain('x=1')
})

test('a file is shown only, cached by the browser, and not sent again', async () => {
  const { body: item } = await upload()
  const response = await file(item.id)
  const etag = `"${item.filename.replace('.png', '')}"`
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': `${response.bytes.length}`,
    'content-disposition': `inline; filename="photo.png"; filename*=UTF-8''photo.png`,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    etag,
  })
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { status, bytes, headers } = await file(item.id, { 'if-none-match': known })
    expect([status, bytes.length, headers.get('etag')]).toEqual([304, 0, etag])
  }
  expect((await file(item.id, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('an address with the content is kept by the browser for good; that of another content is not', async () => {
  const { body: item } = await upload()
  const getCacheControl = async (path: string) =>
    (await nurse(path)).headers.get('cache-control') ?? ''
  const url = getMediaUrl(item)
  expect(url).toStartWith(`/api/media/${item.id}/file?v=`)
  expect(await getCacheControl(url)).toBe('private, max-age=31536000, immutable')
  // A restore of older data gave the id to another picture.
  await ctx.database.write(async tx => {
    for (const table of ['media', 'media_parts'])
      await tx.run(sql.raw(`update ${table} set filename = '${'0'.repeat(64)}.png'`))
  })
  const { body } = await nurse('/api/media')
  expect(getMediaUrl(body[0])).not.toBe(url)
  expect(await getCacheControl(url)).toBe('private, no-cache')
})

test('a photo is sent without its place, and its length and parts are those of what is sent', async () => {
  const exif = segment(0xe1, 'Exif\0\0', createExif(1, 'SECRET PLACE'))
  const photo = Buffer.concat([JPEG.subarray(0, 2), exif, JPEG.subarray(2), Buffer.from('SECRET')])
  const { body } = await upload(new Uint8Array(photo), 'photo.jpg')
  const { headers, bytes } = await file(body.id)
  expect(Buffer.from(bytes).includes('SECRET')).toBe(false)
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  expect([headers.get('content-length'), headers.get('etag')]).toEqual([
    `${bytes.length}`,
    `"${hash}"`,
  ])
  const end = await file(body.id, { range: 'bytes=-10' })
  expect([end.status, end.bytes]).toEqual([206, bytes.slice(-10)])
})

test.each([
  ['youtube', 'youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['video', ' clinic.lan:8080/film.mp4', 'https://clinic.lan:8080/film.mp4'],
] as const)('an address of %s needs no scheme', async (type, url, stored) => {
  expect((await link({ type, url })).body).toMatchObject({ url: stored })
})

test('a video is added by its address', async () => {
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const youtube = await link({ type: 'youtube', url, name: 'Washing hands' })
  const item = { id: 1, type: 'youtube', filename: '', name: 'Washing hands', url }
  expect([youtube.status, youtube.body]).toEqual([201, item])
  const video = await link({ type: 'video', url: 'HTTP://Example.org/a b.mp4' })
  expect(video.body).toMatchObject({ name: 'example.org', url: 'http://example.org/a%20b.mp4' })
  expect(await gallery()).toHaveLength(2)
  expect((await file(youtube.body.id)).status).toBe(404)
  expect(await remove(youtube.body.id)).toMatchObject({ status: 200 })
  expect(ctx.published).toEqual([MEDIA_CHANGED, MEDIA_CHANGED, MEDIA_CHANGED])
})
