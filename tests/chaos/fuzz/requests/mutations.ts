import type { SeededRandom } from '../../seeded-random.ts'
import { breakRequest } from './broken-requests.ts'
import { hostileFile } from './hostile-files.ts'
import { CONTENT_TYPES, HEADERS, hostileText, hostileValue, PATH_PIECES } from './hostile-values.ts'
import { type FuzzRequest, setHeader } from './request.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']

type Mutation = (request: FuzzRequest, random: SeededRandom) => void

/** Changes one thing; bodies are changed before they are written, by `mutateValue`. */
export function mutate(request: FuzzRequest, random: SeededRandom) {
  const mutations: Mutation[] = [oddHeader, oddHeader, oddHeader, oddPath, oddPath, oddMethod]
  if (request.body) mutations.push(oddBody, oddBody, oddType, chunked)
  if (random.happens(0.1)) mutations.push(breakRequest, oddBody)
  random.oneOf(...mutations)(request, random)
}

function oddHeader(request: FuzzRequest, random: SeededRandom) {
  const [name, value] = random.oneOf(...HEADERS)
  if (name === 'cookie') request.isAuthentic = false
  if (name === 'transfer-encoding') request.expected = 'anything'
  if (random.happens(0.1)) request.headers.push([name, value])
  else setHeader(request, name, value)
}

function oddPath(request: FuzzRequest, random: SeededRandom) {
  const { path } = request
  const at = random.happens(0.5) ? path.length : Math.floor(random.between(1, path.length))
  request.path = path.slice(0, at) + random.oneOf(...PATH_PIECES) + path.slice(at)
  request.isAuthentic = request.isAuthentic && request.role !== 'tv'
  // It may have become another route, which may be a stream.
  if (request.expected === 'answer' && /events|engine/.test(path)) request.expected = 'anything'
}

function oddMethod(request: FuzzRequest, random: SeededRandom) {
  request.method = random.oneOf(...METHODS)
  if (request.expected !== 'answer') request.expected = 'anything'
}

function oddType(request: FuzzRequest, random: SeededRandom) {
  setHeader(request, 'content-type', random.oneOf(...CONTENT_TYPES))
}

function oddBody(request: FuzzRequest, random: SeededRandom) {
  // Chunks with a hole: the program may wait for the rest.
  if (isChunked(request)) request.expected = 'anything'
  const bytes = Buffer.from(request.body ?? [])
  const at = Math.floor(random.next() * (bytes.length + 1))
  const insert = (part: string | Uint8Array) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(part), bytes.subarray(at)])
  request.body = random.oneOf<() => Uint8Array>(
    () => bytes.subarray(0, at),
    () =>
      insert(
        random.oneOf('\u0000', '}', ',', '"', '\r\n--fuzz', 'NaN', '\ufeff', '[['.repeat(900)),
      ),
    () => insert(new Uint8Array([0xff, 0xfe, 0xc0, 0x80])),
    () => Buffer.from(hostileText(random)),
    () => hostileFile(random),
    () => Buffer.alloc(random.oneOf(0, 1, 65_536, 65_537, 200_000), '['),
  )()
}

/** As clients send a body whose length they do not know yet. */
function chunked(request: FuzzRequest, random: SeededRandom) {
  if (isChunked(request)) return
  const bytes = Buffer.from(request.body ?? [])
  const size = Math.ceil(random.between(1, bytes.length + 2))
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size)
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  request.body = Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
  setHeader(request, 'transfer-encoding', 'chunked')
}

function isChunked({ headers }: FuzzRequest) {
  return headers.some(([name]) => name === 'transfer-encoding')
}

/** The same value with one place made hostile, removed or added. */
export function mutateValue(value: unknown, random: SeededRandom): unknown {
  const isParent = typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
  if (!isParent || random.happens(0.15)) return hostileValue(random)
  // An object of JSON, so its keys are texts.
  const entries = Object.entries(value)
  const at = Math.floor(random.next() * (entries.length + 1))
  const [key, inner] = entries[at] ?? [hostileText(random), null]
  if (at < entries.length && random.happens(0.2)) entries.splice(at, 1)
  else entries[at] = [key, mutateValue(inner, random)]
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
