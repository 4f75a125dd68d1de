import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  compactCopy,
  type InspectionResult,
  inspectDatabaseFile,
  upgradeDatabaseFile,
} from '#db/connection/database-file'
import { fsyncFolder } from '#db/connection/fsync'
import { compareSchemas, knownMigrations, MIGRATIONS } from '#db/connection/migrate'
import { damagedError, type StageProgress } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { DATABASE, type Description, openBackupFile, writeBackupFile } from './backup-file.ts'
import { countChunks, removeInChunks, writeInChunks } from './chunked-sync.ts'

export const PACKED = 'backup.db.gz'
const COPIED = 'copied.db'

export type WorkContext = {
  passphrase?: string | undefined
  onProgress?: ((progress: StageProgress) => void) | undefined
}

type PackInput = Pick<Description, 'madeAt' | 'version'> & { folder: string }

/** The file must not change meanwhile. */
export async function copyDatabase(
  { file, folder }: { file: string; folder: string },
  { onProgress }: WorkContext = {},
) {
  const { size } = await stat(file)
  const content = countChunks(Bun.file(file).stream(), size, share =>
    onProgress?.({ stage: 'copying', share }),
  )
  await writeInChunks(join(folder, COPIED), content)
}

export async function pack(
  { folder, ...details }: PackInput,
  { onProgress }: WorkContext = {},
): Promise<Description> {
  const copied = join(folder, COPIED)
  const database = join(folder, DATABASE)
  onProgress?.({ stage: 'compacting', share: 0 })
  await compactCopy(copied, database)
  await removeInChunks(copied)
  onProgress?.({ stage: 'checking the copy', share: 0 })
  const result = await inspectDatabaseFile(database)
  const defect = findDefect(result)
  if (defect) throw new DomainError(`The copy failed its check: ${defect}`)
  const description: Description = {
    product: 'clinic-queue',
    format: 1,
    ...details,
    counts: result.counts,
    bytes: (await stat(database)).size,
  }
  const packed = join(folder, PACKED)
  const written = await writeBackupFile(packed, database, description, share =>
    onProgress?.({ stage: 'packing', share }),
  )
  await removeInChunks(database)
  const hasher = new Bun.CryptoHasher('sha256')
  const readBack = countChunks((await openBackupFile(packed)).database, description.bytes, share =>
    onProgress?.({ stage: 'reading back', share }),
  )
  for await (const chunk of readBack) hasher.update(chunk)
  if (hasher.digest('hex') !== written) {
    throw new Error('the packed file differs from what was written')
  }
  return description
}

export function findDefect({ integrityErrors, foreignKeyViolations, counts }: InspectionResult) {
  if (integrityErrors.length > 0) return 'its database is damaged'
  if (foreignKeyViolations > 0) return 'its database has rows that refer to missing rows'
  return counts.users === 0 ? 'its database has no users' : null
}

/** Far more than a clinic ever uses; at SQLite's limit no row could be added. */
const MAX_ID = 1e12

type UnpackInput = { file: string; into: string; migrations?: string }

export async function unpack(
  { file, into, migrations = MIGRATIONS }: UnpackInput,
  { passphrase, onProgress }: WorkContext = {},
) {
  await mkdir(into, { recursive: true, mode: 0o700 })
  const database = join(into, DATABASE)
  const { version, content, bytes } = await openDatabaseOf(file, passphrase)
  await writeInChunks(
    database,
    countChunks(content, bytes, share => onProgress?.({ stage: 'unpacking', share })),
  )
  onProgress?.({ stage: 'checking the backup', share: 0 })
  await leaveWalMode(database)
  const result = await inspectDatabaseFile(database).catch(() => {
    throw damagedError('its database cannot be opened')
  })
  const defect = findDefect(result)
  if (defect) throw damagedError(defect)
  if (result.maxId > MAX_ID) throw damagedError('its ids are too high to be continued')
  const age = compareSchemas(result.migrations, knownMigrations(migrations))
  if (age === 'foreign') {
    throw damagedError('it was not made by this program, or before its first release')
  }
  if (age === 'newer') {
    throw damagedError(`it was made by ${version} of this program; install that version first`)
  }
  if (!(await upgradeDatabaseFile(database, migrations)))
    throw damagedError('its tables are not those of this program')
  await fsyncFolder(into)
}

const VERSIONS_AT = 18
const DATABASE_MAGIC = 'SQLite format 3\0'

async function openDatabaseOf(file: string, passphrase: string | undefined) {
  const start = await Bun.file(file).slice(0, DATABASE_MAGIC.length).text()
  if (start !== DATABASE_MAGIC) {
    const { description, database } = await openBackupFile(file, passphrase)
    const { version, bytes } = description
    return { version: `version ${version}`, content: database, bytes }
  }
  if (Bun.file(`${file}-wal`).size > 0) {
    throw damagedError('its newest changes are in the file beside it that ends in -wal')
  }
  const { size: bytes } = await stat(file)
  return { version: 'a newer version', content: Bun.file(file).stream(), bytes }
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
