import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareCopy } from '#db/connection/database-file'
import { type BackupKind, findDefect } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { DATABASE, MANIFEST, type Manifest, readManifest } from './manifest.ts'
import { type Part, readTar, writeTar } from './tar.ts'

export type PackOrder = {
  /** A folder with a copy of the database and of the pictures; the packed file comes beside them. */
  folder: string
  kind: BackupKind
  madeAt: string
  version: string
  missing: string[]
}

export const PACKED = 'backup.tar'
const CHUNK = 1024 * 1024

/** Makes one file of a copy: opened, checked, described, packed, and read back from the disk. */
export async function pack({ folder, missing, ...about }: PackOrder): Promise<Manifest> {
  const { counts, migrations } = await cleanAndInspect(join(folder, DATABASE))
  const database = await describePart(folder, DATABASE)
  const media = await describeMedia(folder)
  const manifest: Manifest = {
    product: 'clinic-queue',
    format: 1,
    ...about,
    migrations,
    counts,
    parts: [database, ...media.whole],
    missing: [...missing, ...media.damaged],
  }
  const text = Buffer.from(JSON.stringify(manifest, null, 2))
  const parts: Part[] = [
    { name: MANIFEST, bytes: text.byteLength, content: text },
    ...manifest.parts.map(part => ({ ...part, content: join(folder, part.name) })),
  ]
  const packed = join(folder, PACKED)
  await writeTar(packed, parts, about.madeAt)
  await verifyArchive(packed)
  return manifest
}

async function cleanAndInspect(file: string) {
  const facts = await prepareCopy(file)
  const problem = findDefect(facts)
  if (problem) throw new DomainError(`The copy is not good: ${problem}`)
  return facts
}

async function describePart(folder: string, name: string) {
  const path = join(folder, name)
  const sha256 = await sha256Of(createReadStream(path, { highWaterMark: CHUNK }))
  return { name, bytes: (await stat(path)).size, sha256 }
}

/** A picture is named by its content; one that is no longer what its name says is left out. */
async function describeMedia(folder: string) {
  const names = (await readdir(join(folder, 'media'))).toSorted()
  const all = await Promise.all(names.map(name => describePart(folder, `media/${name}`)))
  const isWhole = ({ name, sha256 }: Manifest['parts'][number]) => name.includes(sha256)
  return {
    whole: all.filter(isWhole),
    damaged: all.filter(part => !isWhole(part)).map(({ name }) => name.replace('media/', '')),
  }
}

async function verifyArchive(packed: string) {
  let manifest: Manifest | undefined
  let at = 0
  for await (const entry of readTar(packed)) {
    if (!manifest) manifest = await readManifest(entry)
    else if (manifest.parts[at++]?.sha256 !== (await sha256Of(entry.content))) {
      throw new Error('the disk did not keep what was written')
    }
  }
}

async function sha256Of(chunks: AsyncIterable<Uint8Array>) {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of chunks) hasher.update(chunk)
  return hasher.digest('hex')
}
