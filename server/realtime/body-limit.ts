/**
 * The request with a body that is known to be small; null for a larger one, of which no more is read, and for
 * one that never ended. A body in chunks does not say how large it will be.
 */
export async function limitBody(request: Request, mostBytes: number): Promise<Request | null> {
  if (!request.body || request.method === 'GET') return request
  if (Number(request.headers.get('content-length')) > mostBytes) return null
  const body = await readUpTo(request.body, mostBytes).catch(() => null)
  return body && new Request(request, { body })
}

async function readUpTo(stream: ReadableStream<Uint8Array>, mostBytes: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
