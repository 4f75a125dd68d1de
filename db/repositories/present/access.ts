import { eq, isNotNull } from 'drizzle-orm'
import type { Actor } from '#domain/audit/audit-entry'
import type { Kept } from '#domain/backups/kept-state'
import type { Query } from '../../connection/query.ts'
import { apiTokens, tvDevices, users } from '../../schema/index.ts'
import { deleteApiToken } from '../api-tokens.ts'
import { revokeDevice, updateDevice } from '../tv/tv-devices.ts'
import { deleteUser, updateUser } from '../users.ts'

type User = typeof users.$inferSelect
type Device = Pick<typeof tvDevices.$inferSelect, 'id' | 'createdAt' | 'tokenHash' | 'kind'>

/** The users, TVs and kiosks that are not revoked, and the token hashes of programs. */
export type Access = { users: User[]; devices: Device[]; programs: string[] }

export async function readAccess(db: Query): Promise<Access> {
  const { id, createdAt, tokenHash, kind } = tvDevices
  const columns = { id, createdAt, tokenHash, kind }
  const tokens = await db.select({ tokenHash: apiTokens.tokenHash }).from(apiTokens)
  return {
    users: await db.select().from(users),
    devices: await db.select(columns).from(tvDevices).where(isNotNull(tokenHash)),
    programs: tokens.map(token => token.tokenHash),
  }
}

/** Also compares `createdAt`, because two devices can have the same id. */
export const isSameDevice = (a: Device, b: Device) => a.id === b.id && a.createdAt === b.createdAt

export const findUser = (access: Access, { folded }: Pick<User, 'folded'>) =>
  access.users.find(user => user.folded === folded)

/** Returns the part of `access` that is missing from the restored data. */
export async function listMissing(tx: Query, access: Access): Promise<Access> {
  const restored = await readAccess(tx)
  const isRestored = (one: Device) => restored.devices.some(other => isSameDevice(one, other))
  return {
    users: access.users.filter(user => !findUser(restored, user)),
    devices: access.devices.filter(device => !isRestored(device)),
    programs: access.programs.filter(hash => !restored.programs.includes(hash)),
  }
}

/** Ends access that is missing from `known`. The rest gets the passwords and links of `known`. */
export async function endAccess(tx: Query, known: Access, at: string, kept: Kept) {
  for (const device of (await readAccess(tx)).devices) {
    const now = known.devices.find(other => isSameDevice(other, device))
    if (!now) {
      await revokeDevice(tx, device.id, at)
      kept[device.kind === 'tv' ? 'tvs' : 'kiosks']++
    } else if (now.tokenHash !== device.tokenHash) {
      await updateDevice(tx, device.id, { tokenHash: now.tokenHash })
      kept.links++
    }
  }
  for (const { id, tokenHash } of await tx.select().from(apiTokens)) {
    if (known.programs.includes(tokenHash)) continue
    await deleteApiToken(tx, id)
    kept.programs++
  }
  for (const user of await tx.select().from(users)) {
    const now = findUser(known, user)
    if (now) await changeUser(tx, user, now, kept)
    else {
      await deleteUser(tx, user.id)
      kept.deletedUsers++
    }
  }
}

async function changeUser(tx: Query, user: User, now: User, kept: Kept) {
  const isActive = user.isActive && now.isActive
  const role = user.role === now.role ? user.role : 'user'
  const { passwordHash } = now
  if (isActive !== user.isActive) kept.users++
  if (role !== user.role) kept.roles++
  if (passwordHash !== user.passwordHash) kept.passwords++
  await updateUser(tx, user.id, { isActive, role, passwordHash })
}

/** The administrator who restores can sign in afterwards, even if the backup is older. */
export async function keepAccount(tx: Query, present: Access, { user: actor }: Actor) {
  const account = present.users.find(({ id }) => id === actor?.id)
  if (!account) return
  const { folded, isActive, role, passwordHash } = account
  const restored = await tx.query.users.findFirst({ where: eq(users.folded, folded) })
  if (restored) await updateUser(tx, restored.id, { isActive, role, passwordHash })
  else await tx.insert(users).values(account)
}
