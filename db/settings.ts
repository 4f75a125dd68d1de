import type { Setting } from '#clinic/settings'
import type { Query } from './open.ts'
import { media, secrets, settings } from './schema/index.ts'

/** What was saved; what was not is a default of the rules. */
export function savedSettings(db: Query): Promise<Setting[]> {
  return db.select({ key: settings.key, value: settings.value }).from(settings)
}

export function mediaItems(db: Query) {
  return db
    .select({
      id: media.id,
      filename: media.filename,
      type: media.type,
      name: media.name,
      url: media.url,
    })
    .from(media)
    .orderBy(media.id)
}

/** The machine's secret of this name, made at its first use: 256 bits, base64url. */
export async function secret(tx: Query, name: string) {
  const value = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  await tx.insert(secrets).values({ name, value }).onConflictDoNothing()
  const all = await tx.select().from(secrets)
  return all.find(row => row.name === name)?.value ?? value
}
