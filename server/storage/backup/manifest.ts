import { z } from 'zod'
import { BACKUP_KINDS } from '#domain/backups/backups'
import { STORED_NAME } from '../media-storage.ts'
import { damagedError } from './damaged-error.ts'
import { type Entry, readTar } from './tar.ts'

export const MANIFEST = 'manifest.json'
export const DATABASE = 'clinic.db'
const MEDIA_FOLDER = 'media/'
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

const count = z.number().int().nonnegative()
const part = z.object({
  name: z.union([z.literal(DATABASE), z.string().refine(isStoredPicture)]),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

function isStoredPicture(name: string) {
  return name.startsWith(MEDIA_FOLDER) && STORED_NAME.test(name.slice(MEDIA_FOLDER.length))
}

const manifestSchema = z.object({
  product: z.literal('clinic-queue'),
  format: z.literal(1),
  version: z.string().max(100),
  kind: z.enum(BACKUP_KINDS),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.number()),
  counts: z.object({ patients: count, users: count, calls: count }),
  parts: z.array(part).nonempty().refine(haveOwnNames),
  /** Media files that were missing or damaged when the backup was made. */
  missing: z.array(z.string().max(200)),
})
export type Manifest = z.infer<typeof manifestSchema>

function haveOwnNames(parts: { name: string }[]) {
  return new Set(parts.map(({ name }) => name)).size === parts.length
}

export async function readBackupManifest(path: string): Promise<Manifest> {
  for await (const entry of readTar(path, MANIFEST)) return readManifest(entry)
  throw damagedError('it is empty')
}

export async function readManifest({ name, bytes, content }: Entry) {
  if (name !== MANIFEST || bytes > MAX_MANIFEST_BYTES)
    throw damagedError('its description is missing')
  const text = Buffer.concat(await Array.fromAsync(content)).toString()
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw damagedError('its description cannot be read')
  }
}
