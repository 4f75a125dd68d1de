import { pathToFileURL } from 'node:url'
import { type Client, createClient, type Transaction } from '@libsql/client'
import { DatabaseLockedError, isBusyError } from './errors.ts'

/** After SQLITE_BUSY, writes are acknowledged but not committed (libsql-client-ts#352). */
export function lockExclusively(client: Client) {
  return lock(client, async () => {
    await client.execute('PRAGMA locking_mode=EXCLUSIVE')
    await client.execute('PRAGMA journal_mode=WAL')
    await client.execute('PRAGMA synchronous=FULL')
    await client.execute('PRAGMA foreign_keys=ON')
    // Overwrites deleted data, such as an old name, with zeros.
    await client.execute('PRAGMA secure_delete=ON')
    await client.execute('PRAGMA busy_timeout=5000')
  })
}

/** Keeps references, because a garbage-collected transaction would end and release its lock. */
const held = new Set<Transaction>()

/** Throws a DatabaseLockedError. The database's own lock ends when a restore replaces the file. */
export function lockFile(path: string) {
  const client = createClient({ url: pathToFileURL(path).href, concurrency: 1 })
  return lock(client, async () => {
    await client.execute('PRAGMA journal_mode=MEMORY')
    const transaction = await client.transaction('write')
    held.add(transaction)
    return function release() {
      transaction.close()
      held.delete(transaction)
      client.close()
    }
  })
}

async function lock<T>(client: Client, take: () => Promise<T>) {
  try {
    await client.execute('PRAGMA busy_timeout=300')
    return await take()
  } catch (cause) {
    client.close()
    throw isBusyError(cause) ? new DatabaseLockedError() : cause
  }
}
