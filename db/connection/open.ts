import { type Client, createClient } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import * as schema from '../schema/index.ts'
import {
  getSqliteCode,
  isBusyError,
  isCorruptionCode,
  isOnReadOnlyDisk,
  ReadOnlyDiskError,
} from './errors.ts'
import { lockExclusively } from './locks.ts'
import { MIGRATIONS, runMigrations } from './migrate.ts'
import { createMutex } from './mutex.ts'
import type { Query } from './query.ts'
import { createRemoteFetch, isRemote, type OnReachable } from './remote.ts'
import { createTableVersions, type Table } from './table-versions.ts'

/** Limits the loss, because SQLite drops everything after a damaged place in the journal. */
const CHECKPOINT_INTERVAL_MS = 60_000

export type Database = Awaited<ReturnType<typeof openDatabase>>

export type FrozenFile = { file: string; release(): Promise<void> }

export type DatabaseOperation = 'read' | 'write' | 'freeze'

type Options = {
  authToken?: string | undefined
  /** Called when the file may be damaged. The process must then be restarted. */
  onDamage?: (code: string) => void
  onReachable?: OnReachable
  onMigrated?: (copy: string | null) => void
  /** The time does not include waiting for the mutex. */
  onOperation?: (work: DatabaseOperation, seconds: number) => void
  onStatement?: (sql: string, params: unknown[]) => void
  migrations?: string
  keepsOldCopy?: boolean
}

/** Throws a DatabaseLockedError, or a schema error if this program cannot use the file. */
export async function openDatabase(url: string, options: Options = {}) {
  const isLocal = !isRemote(url)
  const versions = createTableVersions()
  const { client, db } = await connect(url, isLocal, {
    ...options,
    onStatement(sql, params) {
      versions.addStatement(sql)
      options.onStatement?.(sql, params)
    },
  })
  const run = createRun(url, isLocal, options)
  const inTurn = createMutex()
  let inFile = { changes: -1, at: Number.NEGATIVE_INFINITY }
  let isFrozen = false
  let remoteVersion = 0

  async function runIfLocal(work: () => Promise<void>) {
    if (isLocal) await inTurn(() => run(work))
  }

  async function release() {
    await resumeCheckpoints(client)
    isFrozen = false
  }

  async function freeze() {
    if (!isLocal) throw new Error('a database on a server has no file here')
    const file = await freezeFile(client)
    isFrozen = true
    return file
  }

  return {
    read<T>(work: (db: Query) => Promise<T>) {
      const read = () => run(() => work(db), 'read')
      // A server allows reads during a write.
      return isLocal ? inTurn(read) : read()
    },
    /** Writers run one at a time, each in one transaction; `onCommit` runs before the next. */
    write: <T>(work: (tx: Query) => Promise<T>, onCommit?: (result: T) => void) =>
      inTurn(async () => {
        versions.begin()
        const transaction = () => runTransaction(db, work)
        const write = isLocal ? transaction : () => retryWhenBusy(transaction)
        const result = await run(write, 'write')
        versions.commit()
        onCommit?.(result)
        return result
      }),
    /** Writes go to the journal until `release`; closing the file here would end SQLite's lock. */
    freezeFile: createFreezer(
      () => inTurn(() => run(freeze, 'freeze')),
      () => inTurn(release),
    ),
    optimize: () =>
      runIfLocal(async () => {
        await client.execute('PRAGMA analysis_limit=400')
        await client.execute('PRAGMA optimize')
      }),
    /** Writes the journal into the file, once a minute. `now` is in ms of a steady clock. */
    checkpointIfDue: (now: number) =>
      runIfLocal(async () => {
        const changes = await countChanges(client)
        const isDue = changes !== inFile.changes && now - inFile.at >= CHECKPOINT_INTERVAL_MS
        if (isDue && !isFrozen && (await checkpoint(client))) inFile = { changes, at: now }
      }),
    /** Rises with each write to these tables, or to any. On a server, rises with each call. */
    version: (tables?: readonly Table[]) => (isLocal ? versions.get(tables) : ++remoteVersion),
    close: () =>
      inTurn(async () => {
        // Without a checkpoint, close() leaves the journal behind for the next start.
        if (isLocal) await checkpoint(client).catch(() => false)
        client.close()
      }),
  }
}

function createRun(url: string, isLocal: boolean, { onDamage, onOperation }: Options) {
  return async function run<T>(work: () => Promise<T>, operation?: DatabaseOperation) {
    const startedAt = performance.now()
    try {
      return await work()
    } catch (cause) {
      const code = getSqliteCode(cause)
      const isDamaged = isLocal && isCorruptionCode(code)
      if (isDamaged && isOnReadOnlyDisk(url)) throw new ReadOnlyDiskError(code, { cause })
      if (isDamaged) onDamage?.(code)
      throw cause
    } finally {
      if (operation) onOperation?.(operation, (performance.now() - startedAt) / 1000)
    }
  }
}

/** Freezes one after the other, so each frozen file contains all earlier writes. */
function createFreezer(freeze: () => Promise<string>, release: () => Promise<void>) {
  let released: Promise<unknown> = Promise.resolve()
  return async (): Promise<FrozenFile> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = released
    released = promise
    await before
    try {
      return { file: await freeze(), release: () => release().finally(resolve) }
    } catch (cause) {
      resolve()
      throw cause
    }
  }
}

async function connect(url: string, isLocal: boolean, options: Options) {
  const { authToken, onMigrated, onReachable, onStatement } = options
  const { migrations = MIGRATIONS, keepsOldCopy = true } = options
  const client = isLocal
    ? createClient({ url, concurrency: 1, timeout: 5_000 })
    : createClient({
        url,
        fetch: createRemoteFetch(onReachable),
        ...(authToken === undefined ? {} : { authToken }),
      })
  if (isLocal) await lockExclusively(client)
  else await assertForeignKeys(client)

  const logger = onStatement ? { logQuery: onStatement } : false
  const db = drizzle(client, { schema, casing: 'snake_case', logger })
  const migrated = await runMigrations(client, db, {
    migrations,
    isShared: !isLocal,
    keepsOldCopy: isLocal && keepsOldCopy,
  })
  if (migrated) onMigrated?.(migrated.copy)
  return { client, db }
}

async function assertForeignKeys(client: Client) {
  const { rows } = await client.execute('PRAGMA foreign_keys')
  if (Number(rows[0]?.[0]) !== 1) throw new Error('the server does not hold to foreign keys')
}

const MAX_ATTEMPTS = 8

/** Some errors end a transaction, so the rollback fails too and must not hide the first error. */
async function runTransaction<T>(
  db: LibSQLDatabase<typeof schema>,
  work: (tx: Query) => Promise<T>,
) {
  const causes: unknown[] = []
  const throwFirst = (cause: unknown): never => {
    causes.push(cause)
    throw causes[0]
  }
  return db
    .transaction(tx => work(tx).catch(throwFirst), { behavior: 'immediate' })
    .catch(throwFirst)
}

/** Retries if another machine is writing, because such a failed transaction saved nothing. */
async function retryWhenBusy<T>(transaction: () => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (cause) {
      if (!isBusyError(cause) || attempt === MAX_ATTEMPTS) throw cause
      await Bun.sleep(20 * 2 ** attempt * Math.random())
    }
  }
}

const AUTOCHECKPOINT_PAGES = 1000

async function countChanges(client: Client) {
  const { rows } = await client.execute('SELECT total_changes()')
  return Number(rows[0]?.[0])
}

async function checkpoint(client: Client) {
  const { rows } = await client.execute('PRAGMA wal_checkpoint(TRUNCATE)')
  return Number(rows[0]?.busy) === 0
}

async function freezeFile(client: Client): Promise<string> {
  await client.execute('PRAGMA wal_autocheckpoint=0')
  try {
    if (!(await checkpoint(client))) {
      throw new Error('the journal could not be written into the database')
    }
  } catch (cause) {
    await resumeCheckpoints(client)
    throw cause
  }
  const [main] = (await client.execute('PRAGMA database_list')).rows
  return String(main?.file)
}

async function resumeCheckpoints(client: Client) {
  await client.execute(`PRAGMA wal_autocheckpoint=${AUTOCHECKPOINT_PAGES}`)
}
