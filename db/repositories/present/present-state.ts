import { eq, isNotNull } from 'drizzle-orm'
import type { Actor } from '#domain/audit/audit-entry'
import type { Kept } from '#domain/backups/kept-state'
import { countKept } from '#domain/backups/kept-state'
import type { Query } from '../../connection/query.ts'
import { apiTokens, tvDevices, users } from '../../schema/index.ts'
import {
  CLEANUP_DAY,
  COOKIE_SECRET,
  FORGOTTEN_APPOINTMENTS,
  REMOVED_BY_RESTORE,
} from '../../schema/marks.ts'
import { deleteApiToken } from '../api-tokens.ts'
import { readSequences } from '../restore.ts'
import { findMark, saveMark } from '../settings.ts'
import { revokeDevice, updateDevice } from '../tv/tv-devices.ts'
import { deleteUser, updateUser } from '../users.ts'
import { findNewestPatientId, forgetAgain, listForgotten, type Person } from './names.ts'

type Restore = { by: Actor; at: string }

/** Repeats revocations and changes since the backup. Null if present data is older or foreign. */
export async function applyPresentState(
  tx: Query,
  present: Query,
  { by, at }: Restore,
): Promise<Kept | null> {
  if (!(await isLater(tx, present))) return null
  const newestId = await findNewestPatientId(tx)
  const own = await readAccess(present)
  const removed = await readRemoved(present)
  const known = merge(own, removed)
  const forgotten = [...(await listForgotten(present, newestId)), ...removed.forgotten]
  const kept = countKept()
  await endAccess(tx, known, at, kept)
  await forgetAgain(tx, present, forgotten, { at, kept })
  await keepAccount(tx, own, by)
  const gone = await listMissing(tx, own)
  kept.goneUsers = gone.users.length
  for (const { kind } of gone.devices) kept[kind === 'tv' ? 'goneTvs' : 'goneKiosks']++
  kept.gonePrograms = gone.programs.length
  const next: Removed = {
    ...(await listMissing(tx, known)),
    forgotten: forgotten.filter(({ id }) => id > newestId),
  }
  await saveMark(tx, REMOVED_BY_RESTORE, JSON.stringify(next))
  for (const mark of [FORGOTTEN_APPOINTMENTS, CLEANUP_DAY]) {
    const value = await findMark(present, mark)
    if (value !== null) await saveMark(tx, mark, value)
  }
  return kept
}

/** Compares audit ids, because every change adds a line and a restore continues the ids. */
async function isLater(tx: Query, present: Query) {
  if ((await findMark(tx, COOKIE_SECRET)) !== (await findMark(present, COOKIE_SECRET))) return false
  const [restored, newest] = [await readSequences(tx), await readSequences(present)]
  return (newest.audit ?? 0) >= (restored.audit ?? 0)
}

/** Removed by earlier restores, not revoked by a user, so a newer backup brings them back. */
type Removed = Access & { forgotten: Person[] }

async function readRemoved(present: Query): Promise<Removed> {
  const mark = await findMark(present, REMOVED_BY_RESTORE)
  if (mark === null) return { users: [], devices: [], programs: [], forgotten: [] }
  // Safe: only applyPresentState() writes the mark.
  return JSON.parse(mark) as Removed
}

function merge(own: Access, removed: Access): Access {
  return {
    users: [...own.users, ...removed.users.filter(user => !findUser(own, user))],
    devices: [
      ...own.devices,
      ...removed.devices.filter(one => !own.devices.some(other => isSameDevice(one, other))),
    ],
    programs: [...own.programs, ...removed.programs],
  }
}

type User = typeof users.$inferSelect
type Device = Pick<typeof tvDevices.$inferSelect, 'id' | 'createdAt' | 'tokenHash' | 'kind'>

/** The users, TVs and kiosks that are not revoked, and the token hashes of programs. */
type Access = { users: User[]; devices: Device[]; programs: string[] }

async function readAccess(db: Query): Promise<Access> {
  const { id, createdAt, tokenHash, kind } = tvDevices
  const columns = { id, createdAt, tokenHash, kind }
  const tokens = await db.select({ tokenHash: apiTokens.tokenHash }).from(apiTokens)
  return {
    users: await db.select().from(users),
    devices: await db.select(columns).from(tvDevices).where(isNotNull(tokenHash)),
    programs: tokens.map(token => token.tokenHash),
  }
}

/** Compares `createdAt` too, because two devices can have the same id. */
const isSameDevice = (a: Device, b: Device) => a.id === b.id && a.createdAt === b.createdAt

const findUser = (access: Access, { folded }: Pick<User, 'folded'>) =>
  access.users.find(user => user.folded === folded)

async function listMissing(tx: Query, access: Access): Promise<Access> {
  const restored = await readAccess(tx)
  const isRestored = (one: Device) => restored.devices.some(other => isSameDevice(one, other))
  return {
    users: access.users.filter(user => !findUser(restored, user)),
    devices: access.devices.filter(device => !isRestored(device)),
    programs: access.programs.filter(hash => !restored.programs.includes(hash)),
  }
}

/** Ends access that is missing from `known`. The rest gets the passwords and links of `known`. */
async function endAccess(tx: Query, known: Access, at: string, kept: Kept) {
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
async function keepAccount(tx: Query, present: Access, { user: actor }: Actor) {
  const account = present.users.find(({ id }) => id === actor?.id)
  if (!account) return
  const { folded, isActive, role, passwordHash } = account
  const restored = await tx.query.users.findFirst({ where: eq(users.folded, folded) })
  if (restored) await updateUser(tx, restored.id, { isActive, role, passwordHash })
  else await tx.insert(users).values(account)
}
