import { expect, test } from 'bun:test'
import { sendWithEtag } from '../../../islands/data/api.ts'

/** A server whose JSON has an ETag, as the lists do. */
function createServer() {
  let json = 'first'
  const statuses: number[] = []
  async function send(headers: Headers) {
    const etag = `"${json}"`
    const isKnown = headers.get('if-none-match') === etag
    statuses.push(isKnown ? 304 : 200)
    return isKnown
      ? new Response(null, { status: 304, headers: { etag } })
      : Response.json(json, { headers: { etag } })
  }
  return { statuses, send, change: (next: string) => (json = next) }
}

test('what has not changed is sent once and can be read again', async () => {
  const { statuses, send, change } = createServer()
  const read = async () => (await sendWithEtag('/api/list', undefined, send)).json()
  expect([await read(), await read(), await read()]).toEqual(['first', 'first', 'first'])
  change('second')
  expect([await read(), await read()]).toEqual(['second', 'second'])
  expect(statuses).toEqual([200, 304, 304, 200, 304])
})

test('a response without an ETag and a failed one are not kept', async () => {
  const sent: (string | null)[] = []
  const responses = [
    Response.json('plain'),
    Response.json('failed', { status: 500, headers: { etag: '"x"' } }),
    Response.json('again'),
  ]
  for (const response of responses) {
    await sendWithEtag('/api/other', undefined, async headers => {
      sent.push(headers.get('if-none-match'))
      return response
    })
  }
  expect(sent).toEqual([null, null, null])
})

test('an unchanged list can be read after the time limit of its first request', async () => {
  const limit = new AbortController()
  const server = Bun.serve({
    port: 0,
    fetch: request =>
      request.headers.get('if-none-match') === '"a"'
        ? new Response(null, { status: 304, headers: { etag: '"a"' } })
        : Response.json(['ali'], { headers: { etag: '"a"' } }),
  })
  const url = `${server.url}list`
  const get = (signal: AbortSignal) =>
    sendWithEtag(url, undefined, headers => fetch(url, { headers, signal }))
  expect(await (await get(limit.signal)).json()).toEqual(['ali'])
  limit.abort(new DOMException('timed out', 'TimeoutError'))
  for (let time = 0; time < 3; time++) {
    const response = await get(new AbortController().signal)
    expect([response.status, await response.json()]).toEqual([200, ['ali']])
  }
  await server.stop(true)
})
