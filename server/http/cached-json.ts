import type { Context, TypedResponse } from 'hono'
import type { Table } from '#db/connection/table-versions'
import type { App } from '../context.ts'
import { matchesEtag } from './send-file.ts'

export async function cachedJson<T>(
  c: Context,
  name: string,
  read: () => Promise<T>,
  tables?: readonly Table[],
) {
  const app: App = c.get('app')
  const write = async () => {
    const body = new TextEncoder().encode(JSON.stringify(await read()))
    return { body, etag: `"${Bun.hash(body).toString(36)}"` }
  }
  const { body, etag } = await app.cached(`${name}, JSON`, write, tables)
  const response: Response = matchesEtag(c.req.header('if-none-match'), etag)
    ? c.body(null, 304, { etag })
    : c.body(body, 200, { etag, 'content-type': 'application/json' })
  // Safe: after a 304 the client uses the JSON of this type that it already has.
  return response as Response & TypedResponse<T, 200, 'json'>
}
