// biome-ignore lint/suspicious/noExplicitAny: what a browser answers has no types here; a test fails on it
type Answer = any
type Hearer = (told: Answer) => void
type Waiting = { resolve(answer: Answer): void; reject(cause: Error): void }

/** Speaks to the page of a browser that listens on this port. */
export async function openProtocol(port: number) {
  const socket = new WebSocket(await addressOfPage(port))
  const waiting = new Map<number, Waiting>()
  const hearers = new Map<string, Hearer[]>()
  let count = 0

  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data))
    if (id === undefined) return hearers.get(method)?.forEach(hear => void hear(params))
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser is gone'))
  }
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('the browser does not listen'))
  })

  function send(method: string, params: object = {}) {
    const id = ++count
    const answered = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }))
    socket.send(JSON.stringify({ id, method, params }))
    return answered
  }

  function on(event: string, hear: Hearer) {
    hearers.set(event, [...(hearers.get(event) ?? []), hear])
  }
  return { send, on }
}

async function addressOfPage(port: number): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    const targets = answer ? ((await answer.json()) as Answer[]) : []
    const page = targets.find(({ type }) => type === 'page')
    if (page) return page.webSocketDebuggerUrl
    if (attempt === 50) throw new Error('the browser opened no page')
    await Bun.sleep(100)
  }
}
