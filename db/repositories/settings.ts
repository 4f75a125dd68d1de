import { eq } from 'drizzle-orm'
import { withDefaults } from '#domain/settings/settings'
import type { Setting, SettingChange } from '#domain/settings-record'
import type { Query } from '../connection/query.ts'
import { secrets, settings } from '../schema/index.ts'

export function listSavedSettings(db: Query): Promise<Setting[]> {
  return db.select({ key: settings.key, value: settings.value }).from(settings)
}

export async function readSettings(db: Query) {
  return withDefaults(await listSavedSettings(db))
}

export async function saveSettings(tx: Query, changes: SettingChange[], updatedAt: string) {
  for (const change of changes) {
    const row = { ...change, updatedAt }
    await tx.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
  }
}

export async function findMark(db: Query, name: string) {
  return (await db.query.secrets.findFirst({ where: eq(secrets.name, name) }))?.value ?? null
}

export async function saveMark(tx: Query, name: string, value: string) {
  const row = { name, value }
  await tx.insert(secrets).values(row).onConflictDoUpdate({ target: secrets.name, set: row })
}

export function deleteMark(tx: Query, name: string) {
  return tx.delete(secrets).where(eq(secrets.name, name))
}

export async function getOrCreateSecret(tx: Query, name: string) {
  const value = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  await tx.insert(secrets).values({ name, value }).onConflictDoNothing()
  return (await findMark(tx, name)) ?? value
}
