import type { Client } from '@libsql/client'
import { DatabaseLockedError, isBusyError } from './errors.ts'

/** After SQLITE_BUSY, writes are acknowledged but not committed (libsql-client-ts#352). */
export async function lockExclusively(client: Client) {
  try {
    await client.execute('PRAGMA busy_timeout=300')
    for (const pragma of [
      'locking_mode=EXCLUSIVE',
      'journal_mode=WAL',
      'synchronous=FULL',
      'foreign_keys=ON',
    ]) {
      await client.execute(`PRAGMA ${pragma}`)
    }
    await client.execute('PRAGMA busy_timeout=5000')
  } catch (cause) {
    client.close()
    throw isBusyError(cause) ? new DatabaseLockedError() : cause
  }
}
