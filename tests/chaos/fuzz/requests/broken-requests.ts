import type { SeededRandom } from '../../seeded-random.ts'
import { type FuzzRequest, setHeader } from './request.ts'

/** Not HTTP any more: the program may close without a response. */
export function breakRequest(request: FuzzRequest, random: SeededRandom) {
  request.expected = 'anything'
  const length = request.body?.length ?? 0
  const change = random.oneOf<() => void>(
    () => setHeader(request, 'content-length', String(length + 10)),
    () => setHeader(request, 'content-length', String(Math.max(0, length - 5))),
    () => pipeline(request),
    () => setHeader(request, 'content-length', random.oneOf('-1', 'x', '9'.repeat(30), '1,2', '')),
    () => request.headers.push(['content-length', '3'], ['content-length', '4']),
    () => setHeader(request, 'transfer-encoding', 'chunked'),
    () => request.headers.push(['a\u0000b', 'c'], ['', 'd'], ['e f', '\u0001']),
    () => {
      for (let n = 0; n < 300; n++) request.headers.push([`x-${n}`, 'y'])
    },
    () => setHeader(request, 'x-long', 'x'.repeat(100_000)),
    () => {
      request.path = random.oneOf(
        '',
        '*',
        'a b',
        '\u0000',
        'http://other/',
        `/${'x'.repeat(20_000)}`,
      )
    },
    () => {
      request.method = random.oneOf('', 'get', 'G\u0000T', 'CONNECT', 'PRI')
    },
  )
  change()
}

/** A second request in the same packet, before the response to the first. */
function pipeline(request: FuzzRequest) {
  setHeader(request, 'content-length', String(request.body?.length ?? 0))
  const second = Buffer.from('GET /api/patients HTTP/1.1\r\nhost: x\r\n\r\n')
  request.body = Buffer.concat([request.body ?? Buffer.alloc(0), second])
}
