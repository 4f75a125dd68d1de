const KEPT_BYTES = 256 * 1024
const WITHOUT_BODY = [101, 204, 304]
const HEAD_END = '\r\n\r\n'

export type RawResponse = {
  status: number
  headers: Map<string, string>
  setCookies: string[]
  /** The beginning of the body. */
  text: string
}

/** Reads one HTTP/1.1 response from the chunks of a connection. `push` returns whether it is complete. */
export function createResponseReader(isHead: boolean) {
  let pending = Buffer.alloc(0)
  let head: Omit<RawResponse, 'text'> | null = null
  let kept = Buffer.alloc(0)
  let bodyLength = 0

  function push(chunk: Buffer): boolean {
    if (head) return pushBody(chunk)
    pending = Buffer.concat([pending, chunk])
    const end = pending.indexOf(HEAD_END)
    if (end < 0) return false
    head = parseHead(pending.subarray(0, end).toString('latin1'))
    const rest = pending.subarray(end + HEAD_END.length)
    pending = Buffer.alloc(0)
    if (head.status !== 100) return pushBody(rest)
    head = null
    return push(rest)
  }

  function pushBody(chunk: Buffer) {
    bodyLength += chunk.length
    if (kept.length < KEPT_BYTES) kept = Buffer.concat([kept, chunk])
    if (!head || isHead || WITHOUT_BODY.includes(head.status)) return true
    const length = head.headers.get('content-length')
    if (length !== undefined) return bodyLength >= Number(length)
    pending = Buffer.concat([pending, chunk]).subarray(-LAST_CHUNK.length)
    return pending.toString('latin1') === LAST_CHUNK
  }

  return {
    push,
    hasHead: () => head !== null,
    hasBody: () => bodyLength > 0,
    get,
    /** A response without a length ends with its connection; any other one was cut off. */
    getUntilClose() {
      const hasEnd = head?.headers.has('content-length') || head?.headers.has('transfer-encoding')
      return hasEnd ? null : get()
    },
  }

  function get(): RawResponse | null {
    return head && { ...head, text: kept.toString('utf8') }
  }
}

const LAST_CHUNK = '0\r\n\r\n'

function parseHead(text: string) {
  const [first = '', ...lines] = text.split('\r\n')
  const entries = lines.map(line => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers: new Map(entries),
    setCookies: entries.flatMap(([name, value]) => (name === 'set-cookie' ? [value] : [])),
  }
}
