import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copyRows } from '#db/connection/copy-rows'
import {
  hasReadablePages,
  inspectDatabaseFile,
  migrateDatabaseFile,
  readMigrations,
} from '#db/connection/database-file'
import { isStorageError } from '#db/connection/errors'
import { fsyncFolder } from '#db/connection/files'
import { compareSchemas, knownMigrations, MIGRATIONS } from '#db/connection/migrate'
import { findUnreadable } from '#db/connection/trial-read'
import { MAX_ID } from '#db/schema/columns'
import { damagedError, NOBODY_COULD_SIGN_IN } from '#domain/backups/backups'
import { DATABASE, openBackupFile } from './backup-file.ts'
import { countChunks, emptyInChunks, writeInChunks } from './chunked-sync.ts'
import { findDefect, type WorkContext } from './pack.ts'

type UnpackInput = { file: string; into: string; migrations?: string }

/** Copies the readable rows into a file with our own tables. Throws a DomainError. */
export async function unpack(
  { file, into, migrations = MIGRATIONS }: UnpackInput,
  { passphrase, onProgress }: WorkContext = {},
) {
  await mkdir(into, { recursive: true, mode: 0o700 })
  const unpacked = join(into, UNPACKED)
  const database = join(into, DATABASE)
  const { version, madeAt, content, bytes } = await openDatabaseOf(file, passphrase)
  await writeInChunks(
    unpacked,
    countChunks(content, bytes, share => onProgress?.({ stage: 'unpacking', share })),
  )
  onProgress?.({ stage: 'checking the backup', share: 0 })
  await leaveWalMode(unpacked)
  await upgrade(unpacked, migrations, version)
  await copyInto(database, unpacked, migrations)
  await emptyInChunks(unpacked)
  const { activeAdmins } = await assertIntact(database)
  const found = await findUnreadable(database)
  if (found) {
    const { table, row, column } = found
    throw damagedError(
      `the table ${table}, row ${row}, column ${column}, has a value that this program never writes`,
    )
  }
  if (activeAdmins === 0) throw damagedError(NOBODY_COULD_SIGN_IN)
  await fsyncFolder(into)
  return { madeAt }
}

const UNPACKED = 'unpacked.db'
const NOT_OURS = 'its tables are not those of this program'
const CANNOT_BE_OPENED = 'its database cannot be opened'
const NO_MIGRATION = 'it was not made by this program, or before its first release'

async function upgrade(unpacked: string, migrations: string, version: string) {
  const applied = await readMigrations(unpacked).catch(cause => {
    throw explain(cause, CANNOT_BE_OPENED)
  })
  if (applied === null) throw damagedError(NOT_OURS)
  const age = compareSchemas(applied, knownMigrations(migrations))
  if (applied.length === 0 || age === 'foreign') throw damagedError(NO_MIGRATION)
  if (age === 'newer') {
    throw damagedError(`it was made by ${version} of this program; install that version first`)
  }
  const isWhole = await hasReadablePages(unpacked).catch(cause => {
    throw explain(cause, CANNOT_BE_OPENED)
  })
  if (!isWhole) throw damagedError('its database is damaged')
  if (age === 'same') return
  await migrateDatabaseFile(unpacked, migrations).catch(cause => {
    throw explain(cause, NOT_OURS)
  })
}

async function copyInto(database: string, unpacked: string, migrations: string) {
  await migrateDatabaseFile(database, migrations)
  const table = await copyRows(unpacked, database).catch(cause => {
    throw explain(cause, NOT_OURS)
  })
  if (table) throw damagedError(`the table ${table} has a row that this program never writes`)
}

async function assertIntact(database: string) {
  const result = await inspectDatabaseFile(database)
  const defect = findDefect(result)
  if (defect) throw damagedError(defect)
  if (result.maxId > MAX_ID) throw damagedError('its ids are too high to be continued')
  return result
}

/** Returns the cause if this computer's disk failed, because then the backup is not damaged. */
function explain(cause: unknown, reason: string) {
  return isStorageError(cause) ? cause : damagedError(reason)
}

const VERSIONS_AT = 18
const DATABASE_MAGIC = 'SQLite format 3\0'

async function openDatabaseOf(file: string, passphrase: string | undefined) {
  const start = await Bun.file(file).slice(0, DATABASE_MAGIC.length).text()
  if (start !== DATABASE_MAGIC) {
    const { description, database } = await openBackupFile(file, passphrase)
    const { version, madeAt, bytes } = description
    return { version: `version ${version}`, madeAt, content: database, bytes }
  }
  const { size: bytes } = await stat(file)
  return { version: 'a newer version', madeAt: null, content: Bun.file(file).stream(), bytes }
}

/** Clears the header's WAL mode, because a rescued file has no journal. */
async function leaveWalMode(path: string) {
  const file = await open(path, 'r+')
  try {
    await file.write(Buffer.from([1, 1]), 0, 2, VERSIONS_AT)
    await file.sync()
  } finally {
    await file.close()
  }
}
