import { Hono } from 'hono'

/** The same JSON from a Hono route that does nothing else. */
const json: unknown = await Bun.file(process.argv[2] ?? '').json()
const app = new Hono().get('/', c => c.json(json))
const server = Bun.serve({ port: 0, fetch: app.fetch })
console.log(`http://localhost:${server.port}`)
