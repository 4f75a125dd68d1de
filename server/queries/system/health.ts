import { ping } from '#db/connection/query'
import type { BackupCopies } from '#domain/backups/backups'
import { getQueueDepth } from '#domain/queue/lists'
import type { App } from '../../context.ts'
import { getNewestBackupAt } from '../backups.ts'
import { getPatients } from '../queue.ts'

/** Monitoring polls every few seconds and treats a late response as a failure. */
const DATABASE_TIMEOUT_MS = 2_000

type Health = {
  isDatabaseUp: boolean
  canWrite: boolean
  areOthersReached: boolean | null
  lastBackupAt: string | null
  copies: BackupCopies | null
}

/** Never throws: failures are part of the result. */
export async function getHealth(app: App): Promise<Health> {
  const [isDatabaseUp, lastBackupAt] = await Promise.all([
    resolvesInTime(app.read(ping)),
    getNewestBackupAt(app).catch(() => null),
  ])
  const canWrite = app.storage.canWrite()
  const copies = app.backupCopier?.getStatus() ?? null
  const areOthersReached = app.cluster.areOthersReached()
  return { isDatabaseUp, canWrite, areOthersReached, lastBackupAt, copies }
}

/** `queue` is null while the patients cannot be read. */
export async function getMetricsSnapshot(app: App) {
  const health = await getHealth(app)
  const patients = health.isDatabaseUp ? await getPatients(app).catch(() => null) : null
  return {
    ...health,
    queue: patients && getQueueDepth(patients),
    freeBytes: app.storage.getFreeBytes(),
    certificateExpiry: app.certificate.getExpiry(),
  }
}

function resolvesInTime(operation: Promise<unknown>) {
  return new Promise<boolean>(resolve => {
    const timer = setTimeout(() => resolve(false), DATABASE_TIMEOUT_MS)
    operation
      .then(() => resolve(true))
      .catch(() => resolve(false))
      .finally(() => clearTimeout(timer))
  })
}
