import { aListener } from './server.ts'

/** What is heard of an event stream, and whether it has ended. */
export function aStream(address: string, cookie = '') {
  const heard: [string, unknown][] = []
  const gone = new AbortController()
  let isOver = false
  void read().catch(() => {})
  async function read() {
    const answer = await fetch(address, { headers: { cookie }, signal: gone.signal })
    let rest = ''
    for await (const chunk of answer.body ?? []) {
      const frames = (rest + new TextDecoder().decode(chunk)).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/m.exec(frame) ?? []
        if (event && event !== 'ping') heard.push([event, JSON.parse(data ?? '')])
      }
    }
    isOver = true
  }
  return { heard, isOver: () => isOver, close: () => gone.abort() }
}

/** The same of a socket. */
export function socketEar({ socket, heard }: ReturnType<typeof aListener>) {
  return { heard, isOver: () => !socket.connected, close: () => void socket.close() }
}

/** Somebody of the staff, by both ways of listening. */
export function listens(url: string, cookie: string) {
  return [aStream(`${url}/api/events`, cookie), socketEar(aListener(url, { cookie }))]
}

/** Of the calls among what was heard. */
export function sequences(heard: [string, unknown][]) {
  return heard.flatMap(([event, payload]) =>
    event === 'patient:called' ? [(payload as { sequence: number }).sequence] : [],
  )
}
