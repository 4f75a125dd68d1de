const MAX_RESPONSES = 20

/** The newest response of each address. In memory only: the browser's cache would keep patients on the disk. */
const responses = new Map<string, Response>()

type Send = (headers: Headers) => Promise<Response>

/** Sends a read. The server repeats a response with an ETag only if it has changed. */
export async function revalidate(url: string, headers: HeadersInit | undefined, send: Send) {
  const request = new Headers(headers)
  const previous = responses.get(url)
  const etag = previous?.headers.get('etag')
  if (etag) request.set('if-none-match', etag)
  const response = await send(request)
  if (response.status === 304 && previous) return previous.clone()
  if (response.ok && response.headers.has('etag')) {
    if (responses.size >= MAX_RESPONSES) responses.clear()
    responses.set(url, response.clone())
  }
  return response
}
