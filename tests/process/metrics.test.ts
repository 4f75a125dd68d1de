import { expect, test } from 'bun:test'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { parsePrometheusText } from '../support/server/prometheus-text.ts'
import { ROOMS } from '../support/server/test-clinic.ts'
import { connectSocket, until } from '../support/server/test-server.ts'

const PATIENT = 'KAVITHA A/P RAJAN'

const ctx = setUpDataFolder()

async function scrape(url: string) {
  const response = await fetch(`${url}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  return { text, ...parsePrometheusText(text) }
}

test('the real program counts the registrations, calls and listeners of a morning', async () => {
  const program = ctx.start()
  const [url, admin] = [await program.url(), await program.admin()]
  const { body: tv } = await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })

  const { cookie } = admin
  const byWebsocket = connectSocket(url, { cookie, transports: ['websocket'] })
  const byPolling = connectSocket(url, { cookie, transports: ['polling'] })
  const gone = new AbortController()
  const stream = await fetch(`${url}/api/tv/${tv.token}/events`, { signal: gone.signal })
  await until('all three listen', () => {
    return stream.ok && byWebsocket.received.length + byPolling.received.length === 2
  })

  const kavitha = await admin.register(PATIENT)
  const ali = await admin.register('ALI')
  await admin.register('MEI LING')
  await admin.call(kavitha.id, ROOMS.one)
  await admin.call(kavitha.id, ROOMS.one)
  await admin.call(ali.id, ROOMS.two)
  const status = (id: number, json: object) => admin.step(id, json)
  expect((await status(ali.id, { status: 'dispensary' })).status).toBe(200)
  expect((await admin.call(999_999, ROOMS.two)).status).toBe(404)

  const { value, text, labelled } = await scrape(url)
  const kinds = ['websocket', 'polling', 'sse'].map(kind =>
    value('clinic_live_listeners', { kind }),
  )
  expect(kinds).toEqual([1, 1, 1])
  expect(value('clinic_queue_patients', { state: 'dispensary' })).toBe(1)
  expect(value('clinic_calls_total')).toBe(3)

  const count = (route: string, method: string, code: string) =>
    value('clinic_http_requests_total', { route, method, status: code })
  expect(count('/api/patients', 'POST', '201')).toBe(3)
  expect(count('/api/patients/:id/status', 'PATCH', '200')).toBe(4)
  expect(count('/api/patients/:id/status', 'PATCH', '404')).toBe(1)
  const database = 'clinic_database_duration_seconds'
  expect(value(`${database}_count`, { work: 'write' })).toBeGreaterThan(6)
  expect(count('/engine.io/', 'GET', '200')).toBeGreaterThan(1)
  expect(value('clinic_database_up')).toBe(1)
  expect(labelled('version')).toHaveLength(1)

  expect(text).not.toContain(tv.token)
  expect(text).not.toMatch(/KAVITHA|MEI LING|ADMIN/i)

  byWebsocket.socket.close()
  byPolling.socket.close()
  gone.abort()
  await until('nobody listens any more', async () => {
    return (await scrape(url)).value('clinic_live_listeners') === 0
  })
})
