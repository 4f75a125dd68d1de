import { z } from 'zod'
import { BACKUP_KINDS } from '#domain/backups/backups'
import { damaged, type Entry, readTar } from './tar.ts'

export const MANIFEST = 'manifest.json'
export const DATABASE = 'clinic.db'
const MEDIA = /^media\/([0-9a-f]{64})\.(png|jpg|gif|webp)$/
const LARGEST_MANIFEST = 4 * 1024 * 1024

const count = z.number().int().nonnegative()
const part = z.object({
  name: z.union([z.literal(DATABASE), z.string().regex(MEDIA)]),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The description that stands first in a backup. */
const manifestForm = z.object({
  product: z.literal('clinic-queue'),
  format: z.literal(1),
  version: z.string().max(100),
  kind: z.enum(BACKUP_KINDS),
  madeAt: z.iso.datetime(),
  /** The instants of the migrations that made its schema. */
  migrations: z.array(z.number()),
  counts: z.object({ patients: count, users: count, calls: count }),
  parts: z.array(part).nonempty(),
  /** Pictures that a row names and that were not there, or damaged, when it was made. */
  missing: z.array(z.string().max(200)),
})
export type Manifest = z.infer<typeof manifestForm>

/** The description of a backup's file, without looking at the rest of it. */
export async function manifestOf(path: string): Promise<Manifest> {
  for await (const entry of readTar(path)) return readManifest(entry)
  throw damaged('it is empty')
}

export async function readManifest({ name, bytes, content }: Entry) {
  if (name !== MANIFEST || bytes > LARGEST_MANIFEST) throw damaged('its description is missing')
  const text = Buffer.concat(await Array.fromAsync(content)).toString()
  try {
    return manifestForm.parse(JSON.parse(text))
  } catch {
    throw damaged('its description cannot be read')
  }
}
