import { ping } from '#db/connection/query'
import { getQueueDepth } from '#domain/queue/lists'
import type { App } from '../../context.ts'
import { inTime } from '../../storage/backup/backup-copies.ts'
import { getNewestBackupAt } from '../backups.ts'
import { getPatients } from '../queue.ts'

/** Monitoring polls every few seconds and treats a late response as a failure. */
const DATABASE_TIMEOUT_MS = 2_000

/** Never throws, because failures are part of the result. */
export async function getHealth(app: App) {
  const [isDatabaseUp, lastBackupAt] = await Promise.all([
    inTime(app.read(ping), DATABASE_TIMEOUT_MS).then(
      () => true,
      () => false,
    ),
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
    certificateExpiry: app.certificate.expiry,
  }
}
