import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  compactCopy,
  type InspectionResult,
  inspectDatabaseFile,
} from '#db/connection/database-file'
import type { StageProgress } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { DATABASE, type Description, openBackupFile, writeBackupFile } from './backup-file.ts'
import { countChunks, emptyInChunks, hash, writeInChunks } from './chunked-sync.ts'

export const PACKED = 'backup.db.gz'
const COPIED = 'copied.db'

export type WorkContext = {
  passphrase?: string | undefined
  onProgress?: ((progress: StageProgress) => void) | undefined
}

type PackInput = Pick<Description, 'madeAt' | 'version'> & { folder: string }

/** The file must not change during the copy. */
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
  await emptyInChunks(copied)
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
  await emptyInChunks(database)
  const readBack = countChunks((await openBackupFile(packed)).database, description.bytes, share =>
    onProgress?.({ stage: 'reading back', share }),
  )
  if ((await hash(readBack)) !== written) {
    throw new Error('the packed file differs from what was written')
  }
  return description
}

export function findDefect({ integrityErrors, foreignKeyViolations, counts }: InspectionResult) {
  if (integrityErrors.length > 0) return 'its database is damaged'
  if (foreignKeyViolations > 0) return 'its database has rows that refer to missing rows'
  return counts.users === 0 ? 'its database has no users' : null
}
