import { pathToFileURL } from 'node:url'
import { type Client, createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import * as schema from '../schema/index.ts'
import type { Query } from './query.ts'
import { createRemoteFetch } from './remote.ts'

export type Source = { file: string } | { url: string; authToken?: string | undefined }

/** Reads a file that another process holds. `immutable` ignores locks and the journal. */
export function createReader() {
  const memory = createClient({ url: ':memory:', concurrency: 1 })
  let server: Client | null = null

  return async <T>(source: Source, work: (db: Query) => Promise<T>): Promise<T> => {
    if ('url' in source) {
      const { url, authToken } = source
      server ??= createClient({
        url,
        fetch: createRemoteFetch(),
        ...(authToken ? { authToken } : {}),
      })
      return work(toQuery(server))
    }
    // libSQL closes a client's file only when the process ends, but a detached file at once.
    const args = [`${pathToFileURL(source.file).href}?immutable=1`]
    await memory.execute({ sql: 'attach ? as clinic', args })
    try {
      return await work(toQuery(memory))
    } finally {
      await memory.execute('detach clinic')
    }
  }
}

function toQuery(client: Client): Query {
  return drizzle(client, { schema, casing: 'snake_case' })
}
