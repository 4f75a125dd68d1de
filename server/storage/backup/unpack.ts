import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  findInvalidValueIn,
  inspectDatabaseFile,
  readMigrations,
  upgradeDatabaseFile,
} from '#db/connection/database-file'
import { isStorageError } from '#db/connection/errors'
import { fsyncFolder } from '#db/connection/fsync'
import { compareSchemas, knownMigrations, MIGRATIONS } from '#db/connection/migrate'
import { MAX_ID } from '#db/values/rules'
import { damagedError, NOBODY_COULD_SIGN_IN } from '#domain/backups/backups'
import { DATABASE, openBackupFile } from './backup-file.ts'
import { countChunks, writeInChunks } from './chunked-sync.ts'
import { findDefect, type WorkContext } from './pack.ts'

type UnpackInput = { file: string; into: string; migrations?: string }

/** The file that is left holds only what this program could have written. Throws a DomainError. */
export async function unpack(
  { file, into, migrations = MIGRATIONS }: UnpackInput,
  { passphrase, onProgress }: WorkContext = {},
) {
  await mkdir(into, { recursive: true, mode: 0o700 })
  const database = join(into, DATABASE)
  const { version, madeAt, content, bytes } = await openDatabaseOf(file, passphrase)
  await writeInChunks(
    database,
    countChunks(content, bytes, share => onProgress?.({ stage: 'unpacking', share })),
  )
  onProgress?.({ stage: 'checking the backup', share: 0 })
  await leaveWalMode(database)
  await upgrade(database, migrations, version)
  const { activeAdmins } = await assertIntact(database)
  const found = await findInvalidValueIn(database)
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

const NOT_OURS = 'its tables are not those of this program'
const CANNOT_BE_OPENED = 'its database cannot be opened'
const NO_MIGRATION = 'it was not made by this program, or before its first release'

async function upgrade(database: string, migrations: string, version: string) {
  const applied = await readMigrations(database).catch(cause => {
    throw explain(cause, CANNOT_BE_OPENED)
  })
  if (!(await hasUsualLayout(database))) throw damagedError('its file has an unusual layout')
  if (applied === null) throw damagedError(NOT_OURS)
  const age = compareSchemas(applied, knownMigrations(migrations))
  if (applied.length === 0 || age === 'foreign') throw damagedError(NO_MIGRATION)
  if (age === 'newer') {
    throw damagedError(`it was made by ${version} of this program; install that version first`)
  }
  const isAsMigrated = await upgradeDatabaseFile(database, migrations).catch(cause => {
    throw explain(cause, NOT_OURS)
  })
  if (!isAsMigrated) throw damagedError(NOT_OURS)
}

async function assertIntact(database: string) {
  const result = await inspectDatabaseFile(database).catch(cause => {
    throw explain(cause, CANNOT_BE_OPENED)
  })
  const defect = findDefect(result)
  if (defect) throw damagedError(defect)
  if (result.maxId > MAX_ID) throw damagedError('its ids are too high to be continued')
  return result
}

/** The disk of this computer may be at fault, too. */
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
  if (Bun.file(`${file}-wal`).size > 0) {
    throw damagedError('its newest changes are in the file beside it that ends in -wal')
  }
  const { size: bytes } = await stat(file)
  return { version: 'a newer version', madeAt: null, content: Bun.file(file).stream(), bytes }
}

/** A rescued file says that it has a journal, which it has not. */
async function leaveWalMode(path: string) {
  const file = await open(path, 'r+')
  try {
    await file.write(Buffer.from([1, 1]), 0, 2, VERSIONS_AT)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Pages of 4096 bytes, UTF-8, and nothing else that a header can ask for, such as a large cache. */
const LAYOUT = [
  { at: 16, hex: '1000' },
  { at: 20, hex: '00402020' },
  { at: 44, hex: `00000004${'0'.repeat(16)}00000001${'0'.repeat(64)}` },
]

async function hasUsualLayout(path: string) {
  const header = Buffer.from(await Bun.file(path).slice(0, 100).bytes())
  return LAYOUT.every(({ at, hex }) => header.toString('hex', at, at + hex.length / 2) === hex)
}
