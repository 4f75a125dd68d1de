import { changeDatabaseFile, openForReading, type Sequences } from '#db/connection/database-file'
import { MIGRATIONS } from '#db/connection/migrate'
import type { Query } from '#db/connection/query'
import { createReader } from '#db/connection/reader'
import { listAuditEntries, saveAuditEntry } from '#db/repositories/audit-entries'
import { applyPresentState } from '#db/repositories/present/present-state'
import { finishRestore } from '#db/repositories/restore'
import { hasActiveAdmin } from '#db/repositories/users'
import { type Actor, toAuditEntry, toDetail } from '#domain/audit/audit-entry'
import { damagedError, NOBODY_COULD_SIGN_IN } from '#domain/backups/backups'
import { describeKept, type RestoredState } from '#domain/backups/kept-state'

type FinishInput = {
  file: string
  present?: string | null
  sequences: Sequences
  madeAt?: string | null | undefined
  name: string
  at: string
  by: Actor
}

/** Runs the last step of a restore, on a database not in use yet. The step can be repeated. */
export async function finish(input: FinishInput): Promise<RestoredState> {
  const { file, present = null, name, at, by, ...previous } = input
  return changeDatabaseFile(file, MIGRATIONS, async ({ write }) => {
    const kept = present === null ? null : await keepPresentState(present)
    return write(async tx => {
      const [newest] = await listAuditEntries(tx, { from: '', to: '~' }, 1)
      await finishRestore(tx, previous.sequences)
      if (!(await hasActiveAdmin(tx))) throw damagedError(NOBODY_COULD_SIGN_IN)
      const change = { action: 'data restored', subject: name } as const
      const entry = toAuditEntry(by, { ...change, detail: toDetail(...(kept ?? [])) }, at)
      const { action } = entry
      const [earlier] = await listAuditEntries(tx, { action, from: at, to: `${at}~` }, 1)
      if (!earlier) await saveAuditEntry(tx, entry)
      return { kept, madeAt: input.madeAt ?? newest?.at ?? null }
    })

    /** Returns null if the present data is unreadable, because a restore also repairs damage. */
    async function keepPresentState(present: string) {
      const state = write(tx => readPresent(present, db => applyPresentState(tx, db, { by, at })))
      const kept = await state.catch(() => null)
      return kept && describeKept(kept)
    }
  })
}

/** Reads a closed file without a lock, because the restarting process may still hold its lock. */
function readPresent<T>(file: string, work: (db: Query) => Promise<T>) {
  const isClosed = Bun.file(`${file}-wal`).size === 0
  return isClosed ? createReader()({ file }, work) : work(openForReading(file))
}
