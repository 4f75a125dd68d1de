import { AsyncLocalStorage } from 'node:async_hooks'
import { type Client, createClient, type ResultSet } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import { isDamage, isTaken, sqliteCode } from './errors.ts'
import { bringUpToDate, MIGRATIONS } from './migrate.ts'
import { isOnServer } from './on-server.ts'
import * as schema from './schema/index.ts'

/** What named reads and saves are written against: the database, or one transaction of it. */
export type Query = BaseSQLiteDatabase<'async', ResultSet, typeof schema>

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

export type DatabaseWork = 'read' | 'write' | 'copy'

type Options = {
  authToken?: string | undefined
  /** Called when the file cannot be trusted any more; the process must end and be started anew. */
  onDamage?: (code: string) => void
  /** Called after each work, without the time that it waited for its turn. */
  onTook?: (work: DatabaseWork, seconds: number) => void
  /** Another folder of migrations than the program's own. */
  migrations?: string
  /** False where the file is itself a copy. */
  keepsOldCopy?: boolean
}

const REMOTE_BUSY_TRIES = 8
/** A server holds a writer back for 5 s when another machine died in the middle of its transaction. */
const SERVER_ANSWERS_WITHIN_MS = 15_000

/**
 * Opens and migrates a libSQL database: `file:...` (one connection, exclusively ours), `:memory:`, or a
 * server (`libsql://`, `http://`, `ws://`). Throws DatabaseTaken when another process has the file, and
 * DatabaseNewer when a newer version of the program made it.
 */
export async function openDatabase(url: string, options: Options = {}) {
  const { authToken, onDamage, onTook, migrations = MIGRATIONS, keepsOldCopy = true } = options
  const isLocal = !isOnServer(url)
  const client = isLocal
    ? createClient({ url, concurrency: 1, timeout: 5_000 })
    : createClient({ url, fetch: patientFetch, ...(authToken === undefined ? {} : { authToken }) })
  if (isLocal) await makeOurs(client)
  else await refuseWithoutForeignKeys(client)

  const db = drizzle(client, { schema, casing: 'snake_case' })
  const isShared = !isLocal
  await bringUpToDate(client, db, { migrations, isShared, keepsOldCopy: isLocal && keepsOldCopy })

  const inTurn = takeTurns()
  let version = 0

  async function timed<T>(kind: DatabaseWork, work: () => Promise<T>) {
    const started = performance.now()
    try {
      return await work()
    } finally {
      onTook?.(kind, (performance.now() - started) / 1000)
    }
  }

  async function guarded<T>(work: () => Promise<T>) {
    try {
      return await work()
    } catch (cause) {
      const code = sqliteCode(cause)
      if (isLocal && isDamage(code)) onDamage?.(code)
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
        const transaction = () => guarded(() => transact(db, work))
        const result = await timed('write', () =>
          isLocal ? transaction() : triedAgainWhenBusy(transaction),
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

/** Some errors end a transaction by themselves; then its rollback fails too and would hide the first one. */
async function transact<T>(db: LibSQLDatabase<typeof schema>, work: (tx: Query) => Promise<T>) {
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

export class DatabaseTaken extends Error {}

/**
 * EXCLUSIVE keeps every other process out, so that nothing is ever BUSY once the file is open. It matters:
 * a connection that met SQLITE_BUSY acknowledges later writes without committing them (libsql-client-ts#352).
 */
export async function makeOurs(client: Client) {
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
    throw isTaken(cause) ? new DatabaseTaken() : cause
  }
}

/** A server that says nothing must not keep the desks waiting for ever. */
function patientFetch(request: Request) {
  return fetch(request, { signal: AbortSignal.timeout(SERVER_ANSWERS_WITHIN_MS) })
}

async function refuseWithoutForeignKeys(client: Client) {
  const { rows } = await client.execute('PRAGMA foreign_keys')
  if (Number(rows[0]?.[0]) !== 1) throw new Error('the server does not hold to foreign keys')
}

/**
 * One caller at a time. libSQL works on a file on this very thread, so a second connection would gain
 * nothing; for a server's, our own writers in turn are told of in the order in which they were kept.
 */
function takeTurns() {
  const inside = new AsyncLocalStorage<{ isOpen: boolean }>()
  let last: Promise<unknown> = Promise.resolve()

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (inside.getStore()?.isOpen) {
      throw new Error('read() or write() inside a transaction would wait for itself: use its tx')
    }
    const turn = { isOpen: true }
    const mine = last.then(() => inside.run(turn, work)).finally(() => (turn.isOpen = false))
    last = mine.catch(() => {})
    return mine
  }
}

/** On a shared server another writer may be at work; a transaction that met it has kept nothing. */
async function triedAgainWhenBusy<T>(transaction: () => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (cause) {
      if (!isTaken(cause) || attempt === REMOTE_BUSY_TRIES) throw cause
      await Bun.sleep(20 * 2 ** attempt * Math.random())
    }
  }
}
