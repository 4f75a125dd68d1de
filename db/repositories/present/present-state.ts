import type { Actor } from '#domain/audit/audit-entry'
import { countKept, type Kept } from '#domain/backups/kept-state'
import type { Query } from '../../connection/query.ts'
import {
  CLEANUP_DAY,
  COOKIE_SECRET,
  FORGOTTEN_APPOINTMENTS,
  REMOVED_BY_RESTORE,
} from '../../schema/marks.ts'
import { readSequences } from '../restore.ts'
import { findMark, saveMark } from '../settings.ts'
import {
  type Access,
  endAccess,
  findUser,
  isSameDevice,
  keepAccount,
  listMissing,
  readAccess,
} from './access.ts'
import { findNewestPatientId, forgetAgain, listForgotten, type Person } from './names.ts'

type Restore = { by: Actor; at: string }

/**
 * Repeats on restored data everything revoked, changed or forgotten since the backup. Returns null
 * if the present data belongs to another clinic or is older than the backup.
 */
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
  // Only applyPresentState() writes the mark.
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
