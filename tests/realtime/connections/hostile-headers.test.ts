import { afterAll, expect, test } from 'bun:test'
import { listLanAddresses } from '../../../server/config/lan-addresses.ts'
import { toLanOrigin } from '../../../server/http/public-url.ts'
import { sendRawRequest } from '../../support/network/raw-socket.ts'
import { readCookies } from '../../support/server/test-app.ts'
import { startTestServer } from '../../support/server/test-server.ts'

const INJECTED = 'X-Injected: yes'

const ctx = await startTestServer()
afterAll(() => ctx.close())

test.each([
  ['a bare CR', `X-A: a\r${INJECTED}`],
  ['a bare LF', `X-A: a\n${INJECTED}`],
  ['a NUL', 'X-A: a\0b'],
  ['a folded line', 'X-A: a\r\n b'],
  ['a space before the colon', 'X-A : a'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5'],
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
])('%s in a header is rejected', async (_, line) => {
  const { status } = await sendRawRequest(ctx.url, 'POST /healthz HTTP/1.1', 'Host: x', line)
  expect(status).toBe(400)
})

test.each(['a b', 'evil.example/healthz?', 'user@evil.example', 'evil.example#', '"', 'x:99999'])(
  'the host %j is rejected, so that no address contains it',
  async host => {
    const lines = ['GET /api/auth/me HTTP/1.1', `Host: ${host}`]
    const { status, body } = await sendRawRequest(ctx.url, ...lines)
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

async function requestQr(headers: Record<string, string>) {
  const response = await fetch(`${ctx.url}/api/qr/init`, { method: 'POST', headers })
  return { ...(await response.json()), cookie: readCookies(response) }
}

test('a forwarded host that is none is ignored', async () => {
  const inLan = toLanOrigin(ctx.url, listLanAddresses())
  for (const host of ['evil.example/x#', 'a b', 'u:p@evil.example', ', ,', '"><script>', ':', '']) {
    const { qrId, qrUrl } = await requestQr({ 'x-forwarded-host': host })
    expect([host, qrUrl]).toEqual([host, `${inLan}/qr-auth/${qrId}`])
  }
})

test('a forged host is not stored for other clients', async () => {
  const forged = { host: 'evil.example', 'x-forwarded-host': 'worse.example' }
  const { qrId, qrUrl, cookie } = await requestQr(forged)
  expect(new URL(qrUrl).host).toBe('worse.example')
  // The TV that shows the code sends its own request, with its own Host.
  const status = await fetch(`${ctx.url}/api/qr/${qrId}/status`, { headers: { cookie } })
  expect((await status.json()).qrUrl).not.toMatch(/evil|worse/)
  for (const path of ['/', '/api/auth/me', '/healthz']) {
    const response = await fetch(ctx.url + path)
    const all = (await response.text()) + JSON.stringify([...response.headers])
    expect(all).not.toMatch(/evil|worse/)
  }
})

test('a link has the origin of the request, the forwarded one, or always the public address', async () => {
  const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'queue.example' }
  expect((await requestQr({ host: '10.0.0.5:3000' })).qrUrl).toStartWith('http://10.0.0.5:3000/')
  expect((await requestQr(proxied)).qrUrl).toStartWith('https://queue.example/qr-auth/')
  Object.assign(ctx.clinic.config, { publicUrl: 'https://clinic.example' })
  expect((await requestQr(proxied)).qrUrl).toStartWith('https://clinic.example/qr-auth/')
})
