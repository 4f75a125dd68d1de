import { changeDatabaseFile, type Sequences } from '#db/connection/database-file'
import { MIGRATIONS } from '#db/connection/migrate'
import { listAuditEntries, saveAuditEntry } from '#db/repositories/audit-entries'
import { finishRestore } from '#db/repositories/restore'
import { type Actor, toAuditEntry } from '#domain/audit/audit-entry'

type FinishInput = {
  file: string
  sequences: Sequences
  steadyDate?: string | null | undefined
  name: string
  at: string
  by: Actor
}

/** The last step of a restore, on a database that nobody uses yet. It can be repeated. */
export async function finish({ file, name, at, by, ...previous }: FinishInput) {
  const entry = toAuditEntry(by, { action: 'data restored', subject: name }, at)
  await changeDatabaseFile(file, MIGRATIONS, ({ write }) =>
    write(async tx => {
      await finishRestore(tx, previous)
      const { action } = entry
      const [earlier] = await listAuditEntries(tx, { action, from: at, to: `${at}~` }, 1)
      if (!earlier) await saveAuditEntry(tx, entry)
    }),
  )
}
