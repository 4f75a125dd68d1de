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

/** As in a browser, where the signal of a request also ends the copies of its response. */
function limit(response: Response, signal: AbortSignal): Response {
  const { clone, text, json } = response
  const inTime = <T>(read: () => Promise<T>) =>
    signal.aborted ? Promise.reject(signal.reason) : read.call(response)
  return Object.assign(response, {
    clone: () => limit(clone.call(response), signal),
    text: () => inTime(text),
    json: () => inTime(json),
  })
}

test('an unchanged list is sent once, and can be read after the time limit of its request', async () => {
  const { statuses, send, change } = createServer()
  const read = async (signal = new AbortController().signal) => {
    const get = async (headers: Headers) => limit(await send(headers), signal)
    return (await sendWithEtag('/api/limited', undefined, get)).json()
  }
  const controller = new AbortController()
  const texts = [await read(controller.signal)]
  controller.abort(new DOMException('timed out', 'TimeoutError'))
  texts.push(await read(), await read())
  change('second')
  texts.push(await read(), await read())
  expect(texts).toEqual(['first', 'first', 'first', 'second', 'second'])
  expect(statuses).toEqual([200, 304, 304, 200, 304])
})
