import {
  type BackupStatus,
  DATABASE_IS_ELSEWHERE,
  DEMO_HAS_NO_BACKUPS,
  findNewestUntil,
  isRecentRestore,
  type RestoreOutcome,
} from '#domain/backups/backups'
import { listRestoreNotes } from '#domain/backups/kept-state'
import { DomainError } from '#domain/errors'
import type { App } from '../context.ts'

export async function getBackupStatus(app: App): Promise<BackupStatus> {
  const { backupStore, backupCopier } = app
  if (!backupStore) {
    const unavailable = getBackupProblem(app)
    const none = { failure: null, copies: null, restore: null }
    return { backups: [], work: { step: 'idle' }, ...none, unavailable }
  }
  const copies = backupCopier?.getStatus() ?? null
  const outcome = backupStore.getRestoreOutcome()
  return {
    backups: await backupStore.list(),
    ...backupStore.getStatus(),
    copies,
    restore: outcome && isRecentRestore(outcome, app.now()) ? withNotes(app, outcome) : null,
    unavailable: null,
  }
}

function withNotes({ config }: App, outcome: RestoreOutcome) {
  if (outcome.state === 'unchanged') return outcome
  return { ...outcome, notes: listRestoreNotes(outcome, config.timeZone) }
}

export async function getNewestBackupAt({ backupStore, now }: App) {
  const backups = (await backupStore?.list()) ?? []
  const instants = backups.flatMap(({ contents }) => contents?.madeAt ?? [])
  return findNewestUntil(now(), instants)
}

function getBackupProblem({ config }: App) {
  return config.isDemo ? DEMO_HAS_NO_BACKUPS : DATABASE_IS_ELSEWHERE
}

export function getStore(app: App) {
  if (!app.backupStore) throw new DomainError(getBackupProblem(app))
  return app.backupStore
}
