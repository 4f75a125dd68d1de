import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import type * as schema from '../schema/index.ts'
import { isBusyError } from './errors.ts'
import type { Query } from './query.ts'

const MAX_ATTEMPTS = 8

/** Some errors end a transaction, so the rollback fails too and must not hide the first error. */
export async function runTransaction<T>(
  db: LibSQLDatabase<typeof schema>,
  work: (tx: Query) => Promise<T>,
) {
  const causes: unknown[] = []
  try {
    return await db.transaction(
      tx =>
        work(tx).catch(cause => {
          causes.push(cause)
          throw cause
        }),
      { behavior: 'immediate' },
    )
  } catch (cause) {
    throw causes[0] ?? cause
  }
}

/** Retries if another machine is writing, because such a failed transaction saved nothing. */
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
