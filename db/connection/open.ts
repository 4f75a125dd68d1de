import { type Client, createClient } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import * as schema from '../schema/index.ts'
import { getSqliteCode, isCorruptionCode } from './errors.ts'
import { lockExclusively } from './exclusive-lock.ts'
import { isRemote } from './is-remote.ts'
import { MIGRATIONS, runMigrations } from './migrate.ts'
import { createMutex } from './mutex.ts'
import type { Query } from './query.ts'
import { retryWhenBusy, runTransaction } from './transaction.ts'

export type Database = {
  read<T>(work: (db: Query) => Promise<T>): Promise<T>
  /** One transaction: all of it is kept or nothing. Writers take turns. */
  write<T>(work: (tx: Query) => Promise<T>): Promise<T>
  /** Copies a local database into a new file, and reads beside it before anything else is written. */
  copy<T>(path: string, read: (db: Query) => Promise<T>): Promise<T>
  /** Differs whenever something may have been written since. */
  version(): number
  close(): Promise<void>
}

export type DatabaseOperation = 'read' | 'write' | 'copy'

type Options = {
  authToken?: string | undefined
  /** Called when the file cannot be trusted any more; the process must end and be started anew. */
  onDamage?: (code: string) => void
  /** Called after each work, without the time that it waited for its turn. */
  onOperation?: (work: DatabaseOperation, seconds: number) => void
  /** Another folder of migrations than the program's own. */
  migrations?: string
  /** False where the file is itself a copy. */
  keepsOldCopy?: boolean
}

/** A server holds a writer back for 5 s when another machine died in the middle of its transaction. */
const REMOTE_TIMEOUT_MS = 15_000

/**
 * Opens and migrates a libSQL database: `file:...` (one connection, exclusively ours), `:memory:`, or a
 * server (`libsql://`, `http://`, `ws://`). Throws DatabaseTaken when another process has the file, and
 * DatabaseNewer when a newer version of the program made it.
 */
export async function openDatabase(url: string, options: Options = {}) {
  const { authToken, onDamage, onOperation, migrations = MIGRATIONS, keepsOldCopy = true } = options
  const isLocal = !isRemote(url)
  const client = isLocal
    ? createClient({ url, concurrency: 1, timeout: 5_000 })
    : createClient({
        url,
        fetch: fetchWithTimeout,
        ...(authToken === undefined ? {} : { authToken }),
      })
  if (isLocal) await lockExclusively(client)
  else await assertForeignKeys(client)

  const db = drizzle(client, { schema, casing: 'snake_case' })
  const isShared = !isLocal
  await runMigrations(client, db, { migrations, isShared, keepsOldCopy: isLocal && keepsOldCopy })

  const inTurn = createMutex()
  let version = 0

  async function timed<T>(kind: DatabaseOperation, work: () => Promise<T>) {
    const started = performance.now()
    try {
      return await work()
    } finally {
      onOperation?.(kind, (performance.now() - started) / 1000)
    }
  }

  async function guarded<T>(work: () => Promise<T>) {
    try {
      return await work()
    } catch (cause) {
      const code = getSqliteCode(cause)
      if (isLocal && isCorruptionCode(code)) onDamage?.(code)
      throw cause
    }
  }

  function read<T>(work: (db: Query) => Promise<T>) {
    return timed('read', () => guarded(() => work(db)))
  }

  return {
    // A server reads beside its writers; so do we.
    read: work => (isLocal ? inTurn(() => read(work)) : read(work)),
    write: work =>
      inTurn(async () => {
        const transaction = () => guarded(() => runTransaction(db, work))
        const result = await timed('write', () =>
          isLocal ? transaction() : retryWhenBusy(transaction),
        )
        version++
        return result
      }),
    // Not guarded: trouble with the new file says nothing about the one that is copied.
    copy: (path, read) =>
      inTurn(() =>
        timed('copy', async () => {
          if (!isLocal) throw new Error('a database on a server is not copied from here')
          await client.execute({ sql: 'vacuum into ?', args: [path] })
          return guarded(() => read(db))
        }),
      ),
    // Others write to a shared server too, so what was read there is never known to be still true.
    version: () => (isLocal ? version : ++version),
    async close() {
      await inTurn(async () => {
        // close() alone leaves the journal beside the file.
        if (isLocal) await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
        client.close()
      })
    },
  } satisfies Database
}

/** A server that says nothing must not keep the desks waiting for ever. */
function fetchWithTimeout(request: Request) {
  return fetch(request, { signal: AbortSignal.timeout(REMOTE_TIMEOUT_MS) })
}

async function assertForeignKeys(client: Client) {
  const { rows } = await client.execute('PRAGMA foreign_keys')
  if (Number(rows[0]?.[0]) !== 1) throw new Error('the server does not hold to foreign keys')
}
