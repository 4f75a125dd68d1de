import { getFirstUserCreatedAt } from '#db/repositories/users'
import type { Actor } from '#domain/audit/audit-entry'
import { type BackupKind, createBackupName, getDeletionProblem } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import type { App } from '../../context.ts'
import { getNewestBackupAt, getStore } from '../../queries/backups.ts'
import { findTrustedDay } from '../../queries/system/clock.ts'
import type { Session } from '../../security/session.ts'
import type { BackupStore } from '../../storage/backup/backup-store.ts'
import type { JobWatch } from '../../storage/backup/job-lock.ts'
import { selectBackupsToKeep } from '../../storage/backup/retention.ts'
import { isNightlyDue } from '../../storage/backup/schedule.ts'
import { isOwnPassword, WrongPasswordError } from '../auth.ts'

export async function createBackup(app: App, kind: BackupKind) {
  const what = kind === 'nightly' ? 'nightly backup' : 'backup'
  const info = { what, at: app.now() } as const
  const path = await getStore(app).run({ step: 'backing-up' }, info, watch =>
    makeBackup(app, kind, watch),
  )
  void app.backupCopier?.copyNow()
  return path
}

export function startBackup(app: App) {
  // The job lock records and logs failures.
  createBackup(app, 'manual').catch(() => {})
}

export async function runNightlyBackupIfDue(app: App) {
  const { backupStore, read, now, config } = app
  if (backupStore?.getStatus().work.step !== 'idle') return
  const newestAt = (await getNewestBackupAt(app)) ?? (await read(getFirstUserCreatedAt))
  const failedAt = backupStore.getStatus().failure?.at ?? null
  if (isNightlyDue({ now: now(), timeZone: config.timeZone, newestAt, failedAt }))
    await createBackup(app, 'nightly')
}

async function makeBackup(app: App, kind: BackupKind, watch: JobWatch) {
  const { log, config, freezeFile, now } = app
  const store = getStore(app)
  const startedAt = performance.now()
  const draft = await store.openDraft(watch)
  try {
    const madeAt = now()
    const frozen = await freezeFile()
    try {
      await draft.copy(frozen.file)
    } finally {
      await frozen.release()
    }
    const taken = (await store.list()).map(backup => backup.name)
    const name = createBackupName(madeAt, config.timeZone, kind, taken)
    const path = await draft.save(name, madeAt)
    const ms = Math.round(performance.now() - startedAt)
    log('info', 'backup created', { name, ms })
    await removeOldBackups(app, store, name)
    return path
  } finally {
    await draft.delete()
  }
}

/** Call this only after a new intact backup. */
async function removeOldBackups(app: App, store: BackupStore, newest: string) {
  const intact = (await store.list()).filter(backup => backup.contents !== null)
  const day = await findTrustedDay(app)
  await store.deleteAllExcept(selectBackupsToKeep(intact, { newest, day }))
}

export async function deleteBackup(app: App, name: string) {
  const store = getStore(app)
  await store.find(name)
  const backups = await store.list()
  const backup = backups.find(backup => backup.name === name)
  const reason = backup && getDeletionProblem(backup, backups)
  if (reason) throw new DomainError(reason)
  store.assertIdle()
  await store.delete(name)
}

export async function assertMayRestore(
  app: App,
  session: Session,
  { name, password }: { name: string; password: string },
) {
  await getStore(app).find(name)
  if (await isOwnPassword(app, session, password)) return
  throw new WrongPasswordError('The password is incorrect', 'password')
}

export function startRestore(app: App, name: string, by: Actor) {
  prepareRestore(app, name, by).catch(() => {})
}

/** Unpacks and checks the backup, backs up the present data, then restarts on the restored data. */
export async function prepareRestore(app: App, name: string, by: Actor) {
  const store = getStore(app)
  const work = { step: 'restoring', name } as const
  const at = app.now()
  await store.run(work, { what: 'restore', at }, async watch => {
    await store.checkBackup({ name, at, by }, watch)
    await makeBackup(app, 'before-restore', watch).catch(async cause => {
      await store.cancelRestore(cause)
      throw cause
    })
  })
  store.block(work)
  app.log('info', 'restore started', { name })
  await app.restartIntoRestore()
}
