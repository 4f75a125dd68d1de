import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sendRawRequest } from '../../support/network/raw-socket.ts'
import { startTestServer, type TestServer } from '../../support/server/test-server.ts'

const INJECTED = 'X-Injected: yes'

let ctx: TestServer

beforeEach(async () => {
  ctx = await startTestServer()
})
afterEach(() => ctx.close())

test.each([
  ['a bare CR', `X-A: a\r${INJECTED}`],
  ['a bare LF', `X-A: a\n${INJECTED}`],
  ['a NUL', 'X-A: a\0b'],
  ['a folded line', 'X-A: a\r\n b'],
  ['a space before the colon', 'X-A : a'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5'],
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
])('%s in a header is rejected', async (_, line) => {
  expect((await sendRawRequest(ctx.url, 'POST /healthz HTTP/1.1', 'Host: x', line)).status).toBe(
    400,
  )
})

test.each(['a b', 'evil.example/healthz?', 'user@evil.example', 'evil.example#', '"', 'x:99999'])(
  'the host %j is rejected, so that no address contains it',
  async host => {
    const { status, body } = await sendRawRequest(
      ctx.url,
      'GET /api/auth/me HTTP/1.1',
      `Host: ${host}`,
    )
    expect([status, body]).toEqual([400, '{"error":"Bad request"}'])
  },
)

test('line breaks in an address reach neither a header nor the log', async () => {
  const { cookie } = await ctx.admin()
  for (const path of [
    `/api/tv/%0d%0a${INJECTED}/settings`,
    `/api/qr/%0d%0a${INJECTED}/status`,
    `/api/media/1%0d%0a${INJECTED}/file`,
    `/api/backups/%0d%0a${INJECTED}/file`,
    `/%0d%0a${INJECTED}`,
  ]) {
    const response = await fetch(ctx.url + path, { headers: { cookie } })
    expect([400, 404]).toContain(response.status)
    expect(response.headers.get('x-injected')).toBeNull()
  }
  expect(ctx.logged.join()).not.toMatch(/x-injected/i)
})

const FORGED = [
  'evil.example/x#',
  'a b',
  'u:p@evil.example',
  'x, evil.example',
  '"><script>',
  ':',
  '',
]

test.each(FORGED)('a forwarded host of %j is ignored', async host => {
  const response = await fetch(`${ctx.url}/api/qr/init`, {
    method: 'POST',
    headers: { 'x-forwarded-host': host },
  })
  const { qrUrl } = await response.json()
  expect(response.status).toBe(201)
  expect(new URL(qrUrl).port).toBe(new URL(ctx.url).port)
  expect(qrUrl).not.toContain('evil')
})

test('a forged host is not stored for other clients', async () => {
  const forged = { host: 'evil.example', 'x-forwarded-host': 'worse.example' }
  const begun = await fetch(`${ctx.url}/api/qr/init`, { method: 'POST', headers: forged })
  const { qrId, qrUrl } = await begun.json()
  expect(new URL(qrUrl).host).toBe('worse.example')
  const cookie = begun.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
  // The TV that shows the code sends its own request, with its own Host.
  const status = await fetch(`${ctx.url}/api/qr/${qrId}/status`, { headers: { cookie } })
  expect((await status.json()).qrUrl).not.toMatch(/evil|worse/)
  for (const path of ['/', '/api/auth/me', '/healthz']) {
    const response = await fetch(ctx.url + path)
    expect((await response.text()) + JSON.stringify([...response.headers])).not.toMatch(
      /evil|worse/,
    )
  }
})

test('with a public address no header changes a link', async () => {
  Object.assign(ctx.clinic.config, { publicUrl: 'https://clinic.example' })
  const headers = { host: 'evil.example', 'x-forwarded-host': 'worse.example' }
  const response = await fetch(`${ctx.url}/api/qr/init`, { method: 'POST', headers })
  expect((await response.json()).qrUrl).toStartWith('https://clinic.example/')
})
