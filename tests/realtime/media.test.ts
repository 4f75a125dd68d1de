import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createPng } from '../support/files/images.ts'
import { type signIn, startTestServer, type TestServer } from '../support/server/test-server.ts'

type SignedIn = Awaited<ReturnType<typeof signIn>>

const IMAGE = createPng({ bytes: 300_000 })
let ctx: TestServer
let nurse: SignedIn
let id: number
let etag: string

beforeEach(async () => {
  ctx = await startTestServer()
  nurse = await ctx.nurse()
  const response = await upload(IMAGE)
  id = response.body.id
  etag = `"${response.body.filename.replace('.png', '')}"`
})
afterEach(() => ctx.close())

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

const WHOLE = { status: 200, length: '300000', range: null, bytes: IMAGE }

test('a file is sent whole, with its length', async () => {
  expect(await file()).toEqual(WHOLE)
})

test.each([
  ['bytes=0-99', 0, 100],
  ['bytes=299990-', 299_990, 300_000],
  ['bytes=-10', 299_990, 300_000],
  ['bytes=299990-999999', 299_990, 300_000],
])('%s gets that part', async (range, from, end) => {
  const part = {
    status: 206,
    length: String(end - from),
    range: `bytes ${from}-${end - 1}/300000`,
    bytes: IMAGE.slice(from, end),
  }
  expect(await file({ range })).toEqual(part)
  expect(await file({ range, 'if-range': etag })).toEqual(part)
})

test('a range of another file, two ranges, or nonsense get the whole file', async () => {
  expect(await file({ range: 'bytes=0-99', 'if-range': '"other"' })).toEqual(WHOLE)
  expect(await file({ range: 'bytes=0-99', 'if-range': `W/${etag}` })).toEqual(WHOLE)
  expect(await file({ range: 'bytes=0-9,20-29' })).toEqual(WHOLE)
  expect(await file({ range: 'bytes=9-5' })).toEqual(WHOLE)
})

test.each(['bytes=300000-', 'bytes=-0'])('%s is not satisfiable', async range => {
  const response = await file({ range })
  expect([response.status, response.range, response.bytes.length]).toEqual([
    416,
    'bytes */300000',
    0,
  ])
})

test('HEAD describes the whole file', async () => {
  const expected = { ...WHOLE, bytes: new Uint8Array() }
  expect(await file({}, 'HEAD')).toEqual(expected)
  expect(await file({ range: 'bytes=0-9' }, 'HEAD')).toEqual(expected)
})
