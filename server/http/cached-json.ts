import type { Context, TypedResponse } from 'hono'
import type { AppEnv } from './middleware/auth.ts'
import { matchesEtag } from './send-file.ts'

/** The read, named `name` in the cache, is serialized once until the data changes. */
export async function cachedJson<T>(c: Context<AppEnv>, name: string, read: () => Promise<T>) {
  const { body, etag } = await c.var.app.cached(`${name}, JSON`, async () => {
    const body = new TextEncoder().encode(JSON.stringify(await read()))
    return { body, etag: `"${Bun.hash(body).toString(36)}"` }
  })
  const response: Response = matchesEtag(c.req.header('if-none-match'), etag)
    ? c.body(null, 304, { etag })
    : c.body(body, 200, { etag, 'content-type': 'application/json' })
  // The client of a 304 has the JSON of this type already.
  return response as Response & TypedResponse<T, 200, 'json'>
}
