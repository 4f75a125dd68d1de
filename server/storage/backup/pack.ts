import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compactCopy } from '#db/connection/database-file'
import type { BackupKind } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { copySteadily, removeSteadily } from './chunked-sync.ts'
import { findDefect } from './damaged-error.ts'
import { DATABASE, MANIFEST, type Manifest, readManifest } from './manifest.ts'
import { type Part, readTar, writeTar } from './tar.ts'

export type PackInput = {
  folder: string
  kind: BackupKind
  madeAt: string
  version: string
  missing: string[]
}

export type CopyInput = { file: string; folder: string }

export const PACKED = 'backup.tar.gz'
const COPIED = 'copied.db'
const CHUNK_BYTES = 1024 * 1024

/** The first step. The file must not change meanwhile. */
export async function copyDatabase({ file, folder }: CopyInput) {
  await copySteadily(file, join(folder, COPIED))
}

/** The second step. */
export async function pack({ folder, missing, ...details }: PackInput): Promise<Manifest> {
  const { counts, migrations } = await compactAndInspect(folder)
  const database = await describePart(folder, DATABASE)
  const media = await describeMedia(folder)
  const manifest: Manifest = {
    product: 'clinic-queue',
    format: 1,
    ...details,
    migrations,
    counts,
    parts: [database, ...media.intact],
    missing: [...missing, ...media.damaged],
  }
  const text = Buffer.from(JSON.stringify(manifest, null, 2))
  const parts: Part[] = [
    { name: MANIFEST, bytes: text.byteLength, content: text },
    ...manifest.parts.map(part => ({ ...part, content: join(folder, part.name) })),
  ]
  const packed = join(folder, PACKED)
  await writeTar(packed, parts, details.madeAt)
  await removeSteadily(join(folder, DATABASE))
  await verifyArchive(packed)
  return manifest
}

async function compactAndInspect(folder: string) {
  const copied = join(folder, COPIED)
  const result = await compactCopy(copied, join(folder, DATABASE))
  await removeSteadily(copied)
  const defect = findDefect(result)
  if (defect) throw new DomainError(`The copy failed its check: ${defect}`)
  return result
}

async function describePart(folder: string, name: string) {
  const path = join(folder, name)
  const sha256 = await getSha256(createReadStream(path, { highWaterMark: CHUNK_BYTES }))
  return { name, bytes: (await stat(path)).size, sha256 }
}

/** Media files are named by their hash; files that do not match it are left out. */
async function describeMedia(folder: string) {
  const names = (await readdir(join(folder, 'media'))).toSorted()
  const all: Manifest['parts'] = []
  // One after another: there may be hundreds, of 10 MB each.
  for (const name of names) all.push(await describePart(folder, `media/${name}`))
  const isIntact = ({ name, sha256 }: Manifest['parts'][number]) => name.includes(sha256)
  return {
    intact: all.filter(isIntact),
    damaged: all.filter(part => !isIntact(part)).map(({ name }) => name.replace('media/', '')),
  }
}

async function verifyArchive(packed: string) {
  let manifest: Manifest | undefined
  let index = 0
  for await (const entry of readTar(packed, MANIFEST)) {
    if (!manifest) manifest = await readManifest(entry)
    else if (manifest.parts[index++]?.sha256 !== (await getSha256(entry.content))) {
      throw new Error('the packed file differs from what was written')
    }
  }
}

async function getSha256(chunks: AsyncIterable<Uint8Array>) {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of chunks) hasher.update(chunk)
  return hasher.digest('hex')
}
