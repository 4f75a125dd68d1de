import { WITH_CHANGE_HEADER } from '#domain/change'
import { SOCKET_PATH } from '#domain/events'
import { DEADLINE_HEADER } from '#domain/time'
import { createDeadline, createIdempotencyKey } from '../../../islands/data/api.ts'
import type { Clinic } from '../program.ts'
import type { Answers } from './hospital-readers.ts'

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A desk with its live connection: in its room it calls the next patient, without one it registers. */
export async function openDesk({ url, cookie }: Clinic, room: number | null) {
  const callsMs: number[] = []
  const answers: Answers = {}
  const close = await connect(url, cookie)

  async function send(path: string, json: object) {
    const headers = {
      cookie,
      'content-type': 'application/json',
      'idempotency-key': createIdempotencyKey(),
      [WITH_CHANGE_HEADER]: '1',
      [DEADLINE_HEADER]: createDeadline(),
    }
    const init = { method: 'POST', headers, body: JSON.stringify(json) }
    const response = await fetch(url + path, init).catch(() => null)
    await response?.arrayBuffer()
    const status = response?.status ?? 0
    answers[status] = (answers[status] ?? 0) + 1
  }

  async function step() {
    const name = `PATIENT ${Math.floor(Math.random() * 1e6)}`
    if (room === null) return send('/api/patients', { name })
    const startedAt = performance.now()
    await send(`/api/windows/${room}/call-next`, { finish: 'completed' })
    callsMs.push(performance.now() - startedAt)
  }

  function clear() {
    callsMs.length = 0
    for (const status of Object.keys(answers)) delete answers[status]
  }

  return { step, callsMs, answers, clear, close }
}

/** A minimal socket.io client of a page; throws if it does not get every change. */
function connect(url: string, cookie: string) {
  const path = `${SOCKET_PATH}?EIO=4&transport=websocket`
  // Bun's own WebSocket takes headers, unlike a browser's.
  const options = { headers: { cookie } } as unknown as string[]
  const socket = new WebSocket(url.replace('http', 'ws') + path, options)
  let last: number | null = null
  return new Promise<() => void>((resolve, reject) => {
    socket.onclose = () => reject(new Error('a desk was disconnected'))
    socket.onmessage = ({ data }) => {
      const message = String(data)
      if (message === '2') socket.send('3')
      else if (message.startsWith('0')) socket.send('40{"page":true}')
      else if (message.includes('clinic:joined')) resolve(close)
      else if (message.startsWith('42["change"')) follow(message)
    }
  })

  function follow(message: string) {
    const seq = Number(/"seq":(\d+)/.exec(message)?.[1])
    if (last !== null && seq !== last + 1) throw new Error(`change ${seq} after ${last}`)
    last = seq
  }

  function close() {
    socket.onclose = null
    socket.close()
  }
}
