import { beforeAll, expect, test } from 'bun:test'
import { createStoredPng } from '../support/files/images.ts'
import { perFile } from '../support/server/per-test.ts'
import { type signIn, startTestServer } from '../support/server/test-server.ts'

type SignedIn = Awaited<ReturnType<typeof signIn>>

const IMAGE = await createStoredPng({ width: 1_000, height: 300, isNoisy: true })
const LENGTH = IMAGE.length
const IMAGE_HASH = new Bun.CryptoHasher('sha256').update(IMAGE).digest('hex')
const etag = `"${IMAGE_HASH}"`
const ctx = perFile(startTestServer)
let nurse: SignedIn
let id: number

beforeAll(async () => {
  nurse = await ctx.nurse()
  const response = await upload(IMAGE)
  id = response.body.id
})

async function upload(content: Uint8Array<ArrayBuffer>) {
  const body = new FormData()
  body.append('file', new File([content], 'photo.png'))
  const headers = { cookie: nurse.cookie }
  const sent = await fetch(`${ctx.url}/api/media/upload`, { method: 'POST', headers, body })
  return { status: sent.status, body: await sent.json() }
}

async function file(headers: Record<string, string> = {}, method = 'GET') {
  const all = { cookie: nurse.cookie, ...headers }
  const response = await fetch(`${ctx.url}/api/media/${id}/file`, { method, headers: all })
  return {
    status: response.status,
    length: response.headers.get('content-length'),
    range: response.headers.get('content-range'),
    bytes: await response.bytes(),
  }
}

const WHOLE = { status: 200, length: `${LENGTH}`, range: null, bytes: IMAGE }

const [FIRST, LAST] = [0, LENGTH - 1]

test.each([
  ['bytes=0-0', FIRST, 0],
  [' bytes=2-5 ', 2, 5],
  [`bytes=${LENGTH - 10}-`, LENGTH - 10, LAST],
  ['bytes=-10', LENGTH - 10, LAST],
  ['bytes=-999999', FIRST, LAST],
  [`bytes=${LENGTH - 10}-999999`, LENGTH - 10, LAST],
])('%j gets that part', async (range, from, to) => {
  const length = String(to - from + 1)
  const contentRange = `bytes ${from}-${to}/${LENGTH}`
  const part = { status: 206, length, range: contentRange, bytes: IMAGE.slice(from, to + 1) }
  expect(await file({ range })).toEqual(part)
  expect(await file({ range, 'if-range': etag })).toEqual(part)
})

test.each<Record<string, string>>([
  {},
  { range: 'bytes=0-99', 'if-range': '"other"' },
  { range: 'bytes=0-99', 'if-range': `W/"${IMAGE_HASH}"` },
  { range: 'bytes=0-9,20-29' },
  { range: 'bytes=9-5' },
  { range: 'bytes=-' },
  { range: 'bytes=a-b' },
  { range: 'items=0-1' },
])('%j gets the whole file', async headers => {
  expect(await file(headers)).toEqual(WHOLE)
})

test.each([`bytes=${LENGTH}-`, `bytes=${LENGTH}-${LENGTH + 5}`, 'bytes=-0'])(
  '%s is not satisfiable',
  async range => {
    const { bytes, ...refused } = await file({ range })
    expect([bytes.length, refused]).toMatchObject([0, { status: 416, range: `bytes */${LENGTH}` }])
  },
)

test('HEAD describes the whole file', async () => {
  const expected = { ...WHOLE, bytes: new Uint8Array() }
  expect(await file({}, 'HEAD')).toEqual(expected)
  expect(await file({ range: 'bytes=0-9' }, 'HEAD')).toEqual(expected)
})
