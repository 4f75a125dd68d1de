export const MAX_READ_HEAD_BYTES = 64 * 1024
const MAX_HEAD_BYTES = 32 * 1024
/** `: ` and the end of the line. */
const BYTES_BETWEEN = 4

/** Cookies ignore ports, so browsers also send the cookies of other programs on this host. */
const TOO_MANY_COOKIES =
  'The browser sent too many cookies. Most are of other programs on this computer. Delete the cookies of this address in the browser, and sign in again.'
const TOO_LARGE = 'The address or the headers of this request are too large.'

export function refuseLargeHead({ headers, url }: Request): Response | null {
  const bytes = [...headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + BYTES_BETWEEN,
    url.length,
  )
  if (bytes <= MAX_HEAD_BYTES) return null
  const cookieBytes = headers.get('cookie')?.length ?? 0
  const error = cookieBytes > bytes / 2 ? TOO_MANY_COOKIES : TOO_LARGE
  const isPage = headers.get('accept')?.includes('text/html')
  return isPage ? new Response(error, { status: 431 }) : Response.json({ error }, { status: 431 })
}

/** Bun's own limit is higher, and closes the connection without a response. */
const MAX_DISCARDED_BYTES = 30 * 1024 * 1024
const MAX_DISCARD_MS = 30_000
/** Sends the response after this silence, because some clients wait for it before they continue. */
const MAX_SILENCE_MS = 1_500

/** Prevents an early response, which proxies treat as a dead server and browsers as an error. */
export async function discardUnreadBody(request: Request) {
  const { method, headers } = request
  const hasBody = Number(headers.get('content-length')) > 0 || headers.has('transfer-encoding')
  if (!hasBody || method === 'GET' || method === 'HEAD' || request.bodyUsed || !request.body) return
  await discardRest(request.body.getReader())
}

/** Returns null if the body is larger than `maxBytes`. Throws if the body breaks off. */
export async function readBody(stream: ReadableStream<Uint8Array>, maxBytes: number) {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.length
    if (size > maxBytes) break
    chunks.push(value)
  }
  await discardRest(reader)
  return null
}

async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const endsAt = performance.now() + MAX_DISCARD_MS
  let size = 0
  while (size <= MAX_DISCARDED_BYTES && performance.now() < endsAt) {
    const chunk = await Promise.race([reader.read(), silence()]).catch(() => null)
    if (!chunk?.value) return
    size += chunk.value.length
  }
}

function silence() {
  return Bun.sleep(MAX_SILENCE_MS).then(() => null)
}
