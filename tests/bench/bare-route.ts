import { Hono } from 'hono'

/** The same JSON from a Hono route that does nothing else. */
const [url = '', cookie = ''] = process.argv.slice(2)
const json: unknown = await (await fetch(url, { headers: { cookie } })).json()
const app = new Hono().get('/', c => c.json(json))
const server = Bun.serve({ port: 0, fetch: app.fetch })
console.log(`http://localhost:${server.port}`)
