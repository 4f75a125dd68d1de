import { connectSocket } from '../server/test-server.ts'

export function recordEventStream(
  address: string,
  cookie = '',
  headers: Record<string, string> = {},
) {
  const received: [string, unknown][] = []
  const controller = new AbortController()
  let isOver = false
  void read().catch(() => {})
  async function read() {
    const response = await fetch(address, {
      headers: { cookie, ...headers },
      signal: controller.signal,
    })
    let buffer = ''
    for await (const chunk of response.body ?? []) {
      const frames = (buffer + new TextDecoder().decode(chunk)).split('\n\n')
      buffer = frames.pop() ?? ''
      for (const frame of frames) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/m.exec(frame) ?? []
        if (event && event !== 'ping') received.push([event, JSON.parse(data ?? '')])
      }
    }
    isOver = true
  }
  return { received, isOver: () => isOver, close: () => controller.abort() }
}

export function recordSocket({ socket, received }: ReturnType<typeof connectSocket>) {
  return { received, isOver: () => !socket.connected, close: () => void socket.close() }
}

export function recordStreamAndSocket(url: string, cookie: string) {
  return [
    recordEventStream(`${url}/api/events`, cookie),
    recordSocket(connectSocket(url, { cookie })),
  ]
}

export function getCallSequences(received: [string, unknown][]) {
  return received.flatMap(([event, payload]) =>
    event === 'patient:called' ? [(payload as { sequence: number }).sequence] : [],
  )
}
