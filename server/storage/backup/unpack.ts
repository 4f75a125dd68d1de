import { copyFile, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { inspectDatabaseFile, upgradeDatabaseFile } from '#db/connection/database-file'
import { compareSchemas, knownMigrations, MIGRATIONS } from '#db/connection/migrate'
import { fsyncDir } from '../fsync-dir.ts'
import { damagedError, findDefect } from './damaged-error.ts'
import { DATABASE, MANIFEST, type Manifest, readManifest } from './manifest.ts'
import { type Entry, readTar } from './tar.ts'

export type UnpackInput = {
  file: string
  into: string
  migrations?: string
}

/**
 * Unpacks a backup, checks each part against the manifest, and opens and migrates its database. A bare database,
 * such as the copy from before an update, brings no pictures: the present ones stay. Throws a DomainError for a
 * damaged backup or one of a newer version.
 */
export async function unpack(
  { file, into, migrations = MIGRATIONS }: UnpackInput,
  passphrase?: string,
) {
  const folder = join(into, 'media')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const database = join(into, DATABASE)
  const isBare = await isDatabase(file)
  const manifest = isBare ? null : await unpackParts(file, into, passphrase)
  if (isBare) await copyBareDatabase(file, database)
  const result = await inspectDatabaseFile(database).catch(() => {
    throw damagedError('its database cannot be opened')
  })
  const defect = findDefect(result, manifest?.counts)
  if (defect) throw damagedError(defect)
  const age = compareSchemas(result.migrations, knownMigrations(migrations))
  if (age === 'foreign') {
    throw damagedError('it was not made by this program, or before its first release')
  }
  if (age === 'newer') {
    throw damagedError(
      manifest
        ? `it was made by version ${manifest.version} of this program; install that version first`
        : 'it was made by a newer version of this program; install that version first',
    )
  }
  if (!(await upgradeDatabaseFile(database, migrations)))
    throw damagedError('its tables are not those of this program')
  await fsyncDir(folder)
  await fsyncDir(into)
  return manifest
}

const DATABASE_MAGIC = 'SQLite format 3\0'

async function isDatabase(file: string) {
  const start = await Bun.file(file).slice(0, DATABASE_MAGIC.length).text()
  return start === DATABASE_MAGIC
}

async function copyBareDatabase(file: string, database: string) {
  if (Bun.file(`${file}-wal`).size > 0) {
    throw damagedError('its newest changes are in the file beside it that ends in -wal')
  }
  await copyFile(file, database)
  await fsyncFile(database)
}

async function fsyncFile(path: string) {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function unpackParts(file: string, into: string, passphrase: string | undefined) {
  let manifest: Manifest | undefined
  let index = 0
  for await (const entry of readTar(file, MANIFEST, passphrase)) {
    if (!manifest) manifest = await readManifest(entry)
    else await unpackPart(entry, manifest.parts[index++], into)
  }
  if (!manifest) throw damagedError('it is empty')
  if (index !== manifest.parts.length) throw damagedError('a part of it is missing')
  if (manifest.parts[0]?.name !== DATABASE) throw damagedError('it has no database')
  return manifest
}

type ExpectedPart = Manifest['parts'][number] | undefined

/** Only a name that the manifest's schema allows becomes a path. */
async function unpackPart({ name, bytes, content }: Entry, expected: ExpectedPart, into: string) {
  if (expected?.name !== name || expected.bytes !== bytes)
    throw damagedError('it does not match its description')
  const hasher = new Bun.CryptoHasher('sha256')
  const file = await open(join(into, expected.name), 'wx', 0o600)
  try {
    for await (const chunk of content) {
      hasher.update(chunk)
      // Unlike write(), it writes all of it.
      await file.appendFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (hasher.digest('hex') !== expected.sha256) throw damagedError(`${expected.name} was changed`)
}
