import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compactCopy, type InspectionResult } from '#db/connection/database-file'
import { DomainError } from '#domain/errors'
import { DATABASE, type Description, openBackupFile, writeBackupFile } from './backup-file.ts'
import { removeInChunks, writeInChunks } from './chunked-sync.ts'

export const PACKED = 'backup.db.gz'
const COPIED = 'copied.db'

export type CopyInput = { file: string; folder: string }
export type PackInput = Pick<Description, 'madeAt' | 'version'> & { folder: string }

/** The first step of a backup. The file must not change meanwhile. */
export async function copyDatabase({ file, folder }: CopyInput) {
  await writeInChunks(join(folder, COPIED), Bun.file(file).stream())
}

/** The second step: compacts and checks the copy, packs it, and reads it back from the disk. */
export async function pack({ folder, ...details }: PackInput): Promise<Description> {
  const copied = join(folder, COPIED)
  const database = join(folder, DATABASE)
  const result = await compactCopy(copied, database)
  await removeInChunks(copied)
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
  const written = await writeBackupFile(packed, database, description)
  await removeInChunks(database)
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of (await openBackupFile(packed)).database) hasher.update(chunk)
  if (hasher.digest('hex') !== written) {
    throw new Error('the packed file differs from what was written')
  }
  return description
}

/** The defect as the second half of a sentence, or null. */
export function findDefect({ integrityErrors, foreignKeyViolations, counts }: InspectionResult) {
  if (integrityErrors.length > 0) return 'its database is damaged'
  if (foreignKeyViolations > 0) return 'its database has rows that refer to missing rows'
  return counts.users === 0 ? 'its database has no users' : null
}
