import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import type * as schema from '../schema/index.ts'
import { isBusyError } from './errors.ts'
import type { Query } from './query.ts'

const MAX_ATTEMPTS = 8

/** Some errors end a transaction by themselves; then its rollback fails too and would hide the first one. */
export async function runTransaction<T>(
  db: LibSQLDatabase<typeof schema>,
  work: (tx: Query) => Promise<T>,
) {
  const broken: unknown[] = []
  try {
    return await db.transaction(
      tx =>
        work(tx).catch(cause => {
          broken.push(cause)
          throw cause
        }),
      { behavior: 'immediate' },
    )
  } catch (cause) {
    throw broken[0] ?? cause
  }
}

/** On a shared server another writer may be at work; a transaction that met it has kept nothing. */
export async function retryWhenBusy<T>(transaction: () => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (cause) {
      if (!isBusyError(cause) || attempt === MAX_ATTEMPTS) throw cause
      await Bun.sleep(20 * 2 ** attempt * Math.random())
    }
  }
}
