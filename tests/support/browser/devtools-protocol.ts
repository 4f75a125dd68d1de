// biome-ignore lint/suspicious/noExplicitAny: what a browser answers has no types here; a test fails on it
type ProtocolValue = any
type EventHandler = (params: ProtocolValue) => void
type PendingRequest = { resolve(value: ProtocolValue): void; reject(cause: Error): void }

export async function connectDevtools(port: number) {
  const socket = new WebSocket(await addressOfPage(port))
  const pending = new Map<number, PendingRequest>()
  const handlers = new Map<string, EventHandler[]>()
  let lastId = 0

  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data))
    if (id === undefined) return handlers.get(method)?.forEach(handler => void handler(params))
    const request = pending.get(id)
    pending.delete(id)
    if (error) request?.reject(new Error(error.message))
    else request?.resolve(result)
  }
  socket.onclose = () => {
    for (const { reject } of pending.values())
      reject(new Error('the browser closed the connection'))
  }
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('cannot connect to the browser'))
  })

  function send(method: string, params: object = {}) {
    const id = ++lastId
    const response = new Promise<ProtocolValue>((resolve, reject) =>
      pending.set(id, { resolve, reject }),
    )
    socket.send(JSON.stringify({ id, method, params }))
    return response
  }

  function on(event: string, handler: EventHandler) {
    handlers.set(event, [...(handlers.get(event) ?? []), handler])
  }
  return { send, on }
}

async function addressOfPage(port: number): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    const targets = response ? ((await response.json()) as ProtocolValue[]) : []
    const page = targets.find(({ type }) => type === 'page')
    if (page) return page.webSocketDebuggerUrl
    if (attempt === 50) throw new Error('the browser opened no page')
    await Bun.sleep(100)
  }
}
