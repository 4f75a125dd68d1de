import { pathToFileURL } from 'node:url'
import { createClient, type Transaction } from '@libsql/client'
import { DatabaseLockedError, isBusyError } from './errors.ts'

/** A transaction that nothing refers to any more would end, and with it the lock. */
const held = new Set<Transaction>()

/**
 * Holds a lock on this file until it is released or the process ends. Throws a DatabaseLockedError while another one
 * holds it. The database's own lock is not enough where the database is replaced.
 */
export async function lockFile(path: string) {
  const client = createClient({ url: pathToFileURL(path).href, concurrency: 1 })
  try {
    await client.execute('PRAGMA busy_timeout=300')
    // Without a journal beside the file.
    await client.execute('PRAGMA journal_mode=MEMORY')
    const transaction = await client.transaction('write')
    held.add(transaction)
    return function release() {
      transaction.close()
      held.delete(transaction)
      client.close()
    }
  } catch (cause) {
    client.close()
    throw isBusyError(cause) ? new DatabaseLockedError() : cause
  }
}
