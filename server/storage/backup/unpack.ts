import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { inspectDatabaseFile, upgradeDatabaseFile } from '#db/connection/database-file'
import { knownMigrations, MIGRATIONS } from '#db/connection/migrate'
import { compareSchemas, findDefect } from '#domain/backups/backups'
import { fsyncDir } from '../fsync-dir.ts'
import { DATABASE, type Manifest, readManifest } from './manifest.ts'
import { damaged, type Entry, readTar } from './tar.ts'

export type UnpackOrder = {
  file: string
  /** A folder that is not there yet. */
  into: string
  migrations?: string
}

/**
 * Unpacks a backup beside everything and checks all of it: each part against its description, the database
 * by opening it and by bringing it up to this program's version. Refuses in words; touches nothing else.
 */
export async function unpack({ file, into, migrations = MIGRATIONS }: UnpackOrder) {
  const folder = join(into, 'media')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const manifest = await unpackParts(file, into)
  const database = join(into, DATABASE)
  const facts = await inspectDatabaseFile(database).catch(() => {
    throw damaged('its database cannot be opened')
  })
  const problem = findDefect(facts, manifest.counts)
  if (problem) throw damaged(problem)
  if (compareSchemas(facts.migrations, knownMigrations(migrations)) === 'newer') {
    throw damaged(`version ${manifest.version} of this program made it; install that one first`)
  }
  await upgradeDatabaseFile(database, migrations)
  await fsyncDir(folder)
  await fsyncDir(into)
  return manifest
}

async function unpackParts(file: string, into: string) {
  let manifest: Manifest | undefined
  let at = 0
  for await (const entry of readTar(file)) {
    if (!manifest) manifest = await readManifest(entry)
    else await unpackPart(entry, manifest.parts[at++], into)
  }
  if (!manifest) throw damaged('it is empty')
  if (at !== manifest.parts.length) throw damaged('a part of it is missing')
  if (manifest.parts[0]?.name !== DATABASE) throw damaged('it has no database')
  return manifest
}

type Told = Manifest['parts'][number] | undefined

/** Only a name that the description may have is ever made into a path. */
async function unpackPart({ name, bytes, content }: Entry, told: Told, into: string) {
  if (told?.name !== name || told.bytes !== bytes) throw damaged('it is not what it says it is')
  const hasher = new Bun.CryptoHasher('sha256')
  const file = await open(join(into, told.name), 'wx', 0o600)
  try {
    for await (const chunk of content) {
      hasher.update(chunk)
      await file.write(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (hasher.digest('hex') !== told.sha256) throw damaged(`${told.name} was changed`)
}
